import { useEffect, useMemo, useRef, useState } from 'react'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { asValue } from '../../../kinds/asValue.ts'
import { holdsYesOrNo } from '../../../kinds/values.ts'
import type { ShowEdit } from '../../../model/action.ts'
import { formatProblem } from '../../../model/formatMessage.ts'
import type { Field } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { CallError } from '../../data/api.ts'
import { clearRegisterCache } from '../../data/caches.ts'
import { modelWithFields } from '../../data/expressions/modelWithFields.ts'
import { sessionScope } from '../../data/expressions/sessionScope.ts'
import { newActionId } from '../../data/requestUndo.ts'
import { useSession } from '../../data/session.tsx'
import { cellAddressKey } from '../../grid/cellAddress.ts'
import { writeRegister } from '../../offline/saveRecords.ts'
import type { ActionDialogProps } from '../actionDialog.ts'
import { actionFailure } from '../actionFailure.ts'
import { checkFieldValue } from '../checkFieldValue.ts'
import { runCallSpec } from '../perform/runCallSpec.ts'
import { rowScope } from '../rowScope.ts'
import { editedRowLine, type RowLine, type RowRules, rowLines } from './rowLines.ts'

/** The columns live under this name. */
const place = '_sheet'

interface Past {
  readonly rows: readonly RowLine[]
  readonly before: readonly (readonly RowLine[])[]
  readonly after: readonly (readonly RowLine[])[]
}

/** One edited cell. */
export interface RowEdit {
  readonly row: string
  readonly column: string
  readonly value: unknown
}

/** Rows of a reply, typed over and sent. */
export function useRowEdits({ action, tools, ids, row }: ActionDialogProps, edit: ShowEdit, columns: readonly Field[]) {
  const session = useSession()
  const lines = useRowLines()
  const [failure, setFailure] = useState<string>()
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [busy, setBusy] = useState(false)
  const rules = useMemo((): RowRules => {
    const model = modelWithFields(session.model, { name: place, title: action.title, fields: columns, rules: [] })
    const register = model.registers[place]
    if (!register) throw new Error('the columns are in no Model')
    return { model, register, origin: sessionScope(session), tick: edit.changed }
  }, [session, action, columns, edit])
  const load = async (): Promise<void> => {
    if (!('show' in action.does)) return
    const { show } = action.does
    setFailure(undefined)
    try {
      const reply = await runCallSpec(show.load, rowScope(row, { selection: ids }), tools.evaluate)
      lines.begin(rowLines(reply, show.rows, edit))
    } catch (error) {
      const told = error instanceof CallError && error.status > 0 && error.status < 500
      setFailure(told ? error.message : tools.say(show.failure ?? 'load-failed'))
    }
  }
  const begin = useRef(load)
  // Once: what was typed is not loaded over.
  useEffect(() => void begin.current(), [])
  const { rows } = lines
  const changed = useMemo(() => (rows ?? []).filter(one => one.changed), [rows])
  const found = useMemo(() => problemsOf(changed, edit, rules), [changed, edit, rules])

  const send = async (): Promise<boolean> => {
    const { method, path, list, members, register } = edit.send
    const body = { [list]: changed.map(({ values }) => Object.fromEntries(members.map(name => [name, values[name]]))) }
    const act = newActionId()
    setBusy(true)
    setFailure(undefined)
    try {
      await writeRegister(register ?? tools.register.name, method, path, body, undefined, act)
      await clearRegisterCache(tools.register.name)
      const told = tools.say(action.success ?? 'changed-many', { count: changed.length })
      if (edit.final) showToast({ text: told })
      else tools.undoStack.saved(act, told)
      return true
    } catch (error) {
      const details = error instanceof CallError ? error.details : []
      setRefused(new Map(details.flatMap(({ path: at, message }) => refusedCell(at, message, list, changed))))
      setFailure(actionFailure(action, error, tools.say))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    rows,
    changed,
    problems: new Map([...refused, ...found]),
    failure,
    busy,
    load,
    send,
    type: (edits: readonly RowEdit[]): void => {
      setRefused(new Map())
      lines.type(edits, rules)
    },
    undo: lines.undo,
    redo: lines.redo,
  }
}

/** The rows as they stand, with what they were before each step. */
function useRowLines() {
  const [past, setPast] = useState<Past>()
  return {
    rows: past?.rows,
    begin: (rows: readonly RowLine[]): void => setPast({ rows, before: [], after: [] }),
    type: (edits: readonly RowEdit[], rules: RowRules): void =>
      setPast(now => {
        if (!now) return now
        const byRow = Map.groupBy(edits, each => each.row)
        const typed = now.rows.map(one =>
          (byRow.get(one.key) ?? []).reduce((so, { column, value }) => editedRowLine(so, column, value, rules), one),
        )
        return { rows: typed, before: [...now.before.slice(-99), now.rows], after: [] }
      }),
    undo: (): true | undefined => {
      const last = past?.before.at(-1)
      if (!past || !last) return undefined
      setPast({ rows: last, before: past.before.slice(0, -1), after: [...past.after, past.rows] })
      return true
    },
    redo: (): true | undefined => {
      const next = past?.after.at(-1)
      if (!past || !next) return undefined
      setPast({ rows: next, before: [...past.before, past.rows], after: past.after.slice(0, -1) })
      return true
    },
  }
}

/** Returns the problems that forbid sending: a typed column of a row that is sent is empty or out of its limits. */
function problemsOf(changed: readonly RowLine[], { fields }: ShowEdit, { model, register }: RowRules): Map<string, string> {
  const problems = new Map<string, string>()
  for (const { key, values } of changed)
    for (const name of fields) {
      const field = fieldOf(register, name)
      if (!field || holdsYesOrNo(field)) continue
      const problem = checkFieldValue({ ...field, required: true }, asValue(values[name]))
      if (problem) problems.set(cellAddressKey({ row: key, column: name }), formatProblem(model, { ...problem, path: name }))
    }
  return problems
}

/** The cell that the server speaks of: `produtos.3.venda`. */
function refusedCell(
  path: string,
  message: string | undefined,
  list: string,
  changed: readonly RowLine[],
): (readonly [string, string])[] {
  const [from, at, column] = path.split('.')
  const row = from === list ? changed[Number(at)] : undefined
  return row && column && message ? [[cellAddressKey({ row: row.key, column }), message]] : []
}
