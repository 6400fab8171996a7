import { useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValuesReply } from '../../../api/batch.ts'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Value, ValueProblem } from '../../../kinds/kind.ts'
import { holdsYesOrNo } from '../../../kinds/values.ts'
import type { Field } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { countRows } from '../../data/registerRows.ts'
import { newActionId } from '../../data/requestUndo.ts'
import type { RecordsFilter } from '../../offline/saveRecords.ts'
import type { ActionDialogProps } from '../actionDialog.ts'
import { checkFieldValue } from '../checkFieldValue.ts'
import { notifySwitched } from '../perform/performAction.ts'
import { type FieldAdjustment, isGiven, readAdjustment } from './fieldAdjustment.ts'
import {
  applyMassEdit,
  type FieldChange,
  fetchFieldValueCounts,
  type MassEditChange,
  type MassEditRefusal,
} from './massEditCalls.ts'
import { largestSingleMassEdit, type MassEditProgress, massEditInBatches } from './massEditInBatches.ts'

/** Which records are meant: those chosen, or all that the list finds. */
export type MassEditExtent = 'chosen' | 'all'

export interface MassEditModel {
  readonly field: Field | undefined
  readonly value: Value
  readonly problem: ValueProblem | undefined
  readonly empty: boolean
  /** How each number is changed; undefined where all are given the same value. */
  readonly adjustment: FieldAdjustment | undefined
  readonly which: MassEditExtent
  /** All rows of the list, once counted, and whether a filter narrows it. */
  readonly all: { readonly count: number | undefined; readonly narrowed: boolean }
  readonly values: FieldValuesReply | undefined
  readonly saving: boolean
  /** How far it is, where it goes part by part. */
  readonly progress: MassEditProgress | undefined
  readonly refusal: MassEditRefusal | undefined
  chooseField(name: string): void
  chooseWhich(which: MassEditExtent): void
  setEmpty(empty: boolean): void
  setValue(value: Value, problem?: ValueProblem): void
  setAdjustment(adjustment: FieldAdjustment | undefined): void
  apply(validas: boolean): Promise<void>
  /** Ends a change in parts where it is. */
  stop(): void
}

interface Typed {
  readonly name: string
  readonly value: Value
  readonly problem: ValueProblem | undefined
  readonly empty: boolean
  readonly adjustment: FieldAdjustment | undefined
}

const untouched: Typed = { name: '', value: null, problem: undefined, empty: false, adjustment: undefined }

/** State of the mass edit: what is chosen, what it would change, what became of it. */
export function useMassEdit({ tools, action, ids, onClose }: ActionDialogProps): MassEditModel {
  const { register, say, undoStack, listed } = tools
  const [typed, setTyped] = useState(untouched)
  const [which, setWhich] = useState<MassEditExtent>(ids.length > 0 ? 'chosen' : 'all')
  const [tries, setTries] = useState(0)
  const [saving, setSaving] = useState(false)
  const [progress, setProgress] = useState<MassEditProgress>()
  const stopping = useRef<AbortController>(undefined)
  const [refusal, setRefusal] = useState<MassEditRefusal>()
  const field = typed.name === '' ? undefined : fieldOf(register, typed.name)
  const all = listed?.filter
  const records = useMemo<RecordsFilter>(
    () => (which === 'all' && all ? all : { where: { id: { inq: ids } } }),
    [which, all, ids],
  )
  const next = field ? nextOf(field, typed) : undefined
  const values = useValues(tools, records, field, next, tries)

  const change = (more: Partial<Typed>): void => {
    setTyped(old => ({ ...old, ...more }))
    setRefusal(undefined)
  }
  const apply = async (validas: boolean): Promise<void> => {
    if (!field || next === undefined || !values) return
    setSaving(true)
    setRefusal(undefined)
    const deed = newActionId()
    try {
      const dados = 'valor' in next ? { [field.name]: next.valor } : undefined
      const what = 'ajuste' in next ? { ajuste: { campo: field.name, ...next.ajuste } } : {}
      const asked: MassEditChange = { registros: records, ...what, ...(dados ? { dados } : {}), visto: values.visto, validas }
      const many = (values.mudam ?? 0) > largestSingleMassEdit
      const outcome = many ? await inParts(asked, deed) : await applyMassEdit(register, asked, deed)
      if (!('alterados' in outcome)) {
        // Seen now: what changed meanwhile is part of the next preview.
        setTries(count => count + 1)
        return setRefusal(outcome)
      }
      const stopped = 'stopped' in outcome && outcome.stopped
      if ('stopped' in outcome && !validas && outcome.recusados > 0)
        showToast({ tone: 'warning', text: say('list.mass-left', { count: outcome.recusados }) })
      const words = stopped ? 'list.mass-stopped' : (action.success ?? 'list.mass-done')
      if (outcome.alterados > 0) undoStack.saved(deed, say(words, { count: outcome.alterados, title: field.title }))
      // Those that a filter found are told nowhere: they may be very many.
      if (which === 'chosen' && dados) void notifySwitched(register, dados, { ids }, tools.evaluate, say)
      onClose(true)
    } catch {
      if (!stopping.current?.signal.aborted) setRefusal({ lines: [{ id: '', text: say('something-wrong') }], count: 0, valid: 0 })
    } finally {
      setSaving(false)
      setProgress(undefined)
      stopping.current = undefined
    }
  }
  const inParts = (asked: MassEditChange, deed: string): ReturnType<typeof massEditInBatches> => {
    stopping.current = new AbortController()
    return massEditInBatches(register, asked, { action: deed, stop: stopping.current.signal, told: setProgress })
  }
  return {
    ...typed,
    field,
    which,
    all: { count: useCount(tools, all), narrowed: listed?.narrowed ?? false },
    values,
    saving,
    progress,
    refusal,
    stop: () => stopping.current?.abort(),
    chooseField: name => change({ ...untouched, name, value: holdsYesOrNo(fieldOf(register, name)) ? true : null }),
    chooseWhich: chosen => {
      setWhich(chosen)
      setRefusal(undefined)
    },
    setEmpty: empty => change({ empty }),
    setValue: (value, problem) => change({ value, problem }),
    setAdjustment: adjustment => change({ adjustment, value: null, problem: undefined, empty: false }),
    apply,
  }
}

/** Returns the change of the field; undefined while there is none. */
function nextOf(field: Field, { value, problem, empty, adjustment }: Typed): FieldChange | undefined {
  if (adjustment) return isGiven(adjustment) ? { ajuste: readAdjustment(adjustment) } : undefined
  if (empty) return { valor: null }
  return problem || value === null || checkFieldValue(field, value) ? undefined : { valor: value }
}

/** Milliseconds after the last key before the preview is asked for. */
const pause = 200

function useValues(
  { register }: ActionDialogProps['tools'],
  records: RecordsFilter,
  field: Field | undefined,
  next: FieldChange | undefined,
  tries: number,
): FieldValuesReply | undefined {
  const [found, setFound] = useState<{ readonly of: string; readonly values: FieldValuesReply }>()
  const of = JSON.stringify([field?.name, records])
  // Lists of days are new ones at every change.
  const key = `${of} ${JSON.stringify(next)} ${tries}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the question holds
  useEffect(() => {
    if (!field) return
    const stop = new AbortController()
    const ask = setTimeout(() => {
      fetchFieldValueCounts(register, records, field.name, next, stop.signal).then(
        values => setFound({ of, values }),
        () => undefined,
      )
    }, pause)
    return () => {
      clearTimeout(ask)
      stop.abort()
    }
  }, [register, key])
  if (found?.of !== of) return undefined
  if (next !== undefined) return found.values
  const { mudam: _, exemplos: __, ...values } = found.values
  return values
}

/** How many rows the list has in all. */
function useCount({ register }: ActionDialogProps['tools'], whole: RecordsFilter | undefined): number | undefined {
  const [count, setCount] = useState<number>()
  useEffect(() => {
    if (!whole) return
    const stop = new AbortController()
    countRows(register.name, whole, stop.signal).then(setCount, () => undefined)
    return () => stop.abort()
  }, [register, whole])
  return count
}
