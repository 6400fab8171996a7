import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Value } from '../../../kinds/kind.ts'
import type { MatrixMark, MatrixView } from '../../../model/action.ts'
import { CallError } from '../../data/api.ts'
import { newActionId } from '../../data/requestUndo.ts'
import { writeRegister } from '../../offline/saveRecords.ts'
import type { ActionDialogTools } from '../actionDialog.ts'
import { runCallSpec } from '../perform/runCallSpec.ts'
import { rowScope } from '../rowScope.ts'
import {
  type ChangedCell,
  changedMatrixCells,
  type Matrix,
  matrixItem,
  matrixProblems,
  readMatrix,
  type TypedCells,
} from './matrix.ts'

const nothing: TypedCells = new Map()
const noProblems: ReadonlyMap<string, string> = new Map()

export interface MatrixModel {
  readonly matrix: Matrix | undefined
  readonly typed: TypedCells
  readonly changed: readonly ChangedCell[]
  /** Reasons by cell, from the last time they were sent. */
  readonly problems: ReadonlyMap<string, string>
  /** Cells sent of those there are, while they are being sent. */
  readonly sending: { readonly done: number; readonly count: number } | undefined
  /** Why the last sending stopped. */
  readonly refused: string | undefined
  type(cells: readonly (readonly [string, Value])[]): void
  put(typed: TypedCells): void
  undo(): true | undefined
  redo(): true | undefined
  /** Sends what changed: the action, to take it back, or undefined when it was refused. */
  send(): Promise<string | undefined>
  /** Makes the call of a cell's mark and loads anew; what was typed stays typed. */
  act(mark: MatrixMark, cell: Pick<ChangedCell, 'row' | 'column' | 'key'>): Promise<void>
  /** Whether such a call is under way. */
  readonly acting: boolean
}

/** A matrix from its loading to its sending. `failed` hears why it could not be loaded. */
export function useMatrix(
  view: MatrixView,
  tools: ActionDialogTools,
  ids: readonly string[],
  failed: (error: unknown) => void,
): MatrixModel {
  const [matrix, setMatrix] = useState<Matrix>()
  const [problems, setProblems] = useState(noProblems)
  const [sending, setSending] = useState<MatrixModel['sending']>()
  const [refused, setRefused] = useState<string>()
  const [acting, setActing] = useState(false)
  const { typed, put, undo, redo, reset } = useTyped()
  const { evaluate, register } = tools

  const load = useCallback(
    async () => readMatrix(await runCallSpec(view.load, rowScope(undefined, { selection: ids }), evaluate), view),
    [view, ids, evaluate],
  )
  useFirst(load, setMatrix, failed)
  const changed = useMemo(() => (matrix ? changedMatrixCells(matrix, typed) : []), [matrix, typed])

  const type = (cells: readonly (readonly [string, Value])[]): void => {
    put(new Map([...typed, ...cells]))
    setRefused(undefined)
    if (cells.some(([key]) => problems.has(key))) {
      const edited = new Set(cells.map(([key]) => key))
      setProblems(new Map([...problems].filter(([key]) => !edited.has(key))))
    }
  }

  /** Batch after batch, each a transaction; all of them one action. */
  const send = async (): Promise<string | undefined> => {
    if (!matrix) return undefined
    const action = newActionId()
    const { method, path, list, item, batch } = view.send
    let done = 0
    setProblems(noProblems)
    setRefused(undefined)
    try {
      while (done < changed.length) {
        setSending({ done, count: changed.length })
        const body = { [list]: changed.slice(done, done + batch).map(cell => matrixItem(cell, matrix, typed, item)) }
        await writeRegister(register.name, method as 'POST', path, body, undefined, action)
        done += batch
      }
      return action
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblems(matrixProblems(error.details, list, changed.slice(done, done + batch)))
      setRefused(error.message)
      if (done > 0) {
        // Saved values are there now; the others stay typed.
        setMatrix(await load())
        reset(new Map(changed.slice(done).flatMap(({ key }) => [[key, typed.get(key) ?? null] as const])))
      }
      return undefined
    } finally {
      setSending(undefined)
    }
  }

  const act: MatrixModel['act'] = async ({ act: button }, cell) => {
    if (!matrix || !button) return
    setActing(true)
    setRefused(undefined)
    try {
      await writeRegister(register.name, button.method, button.path, matrixItem(cell, matrix, typed, button.item))
      setMatrix(await load())
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefused(error.message)
    } finally {
      setActing(false)
    }
  }
  return { matrix, typed, changed, problems, sending, refused, type, put, undo, redo, send, act, acting }
}

/** Loads once: a session that is read anew must not load over what was typed. */
function useFirst(load: () => Promise<Matrix>, found: (matrix: Matrix) => void, failed: (error: unknown) => void): void {
  const now = useRef({ load, found, failed })
  now.current = { load, found, failed }
  useEffect(() => {
    let current = true
    now.current.load().then(
      matrix => current && now.current.found(matrix),
      (error: unknown) => current && now.current.failed(error),
    )
    return () => {
      current = false
    }
  }, [])
}

/** Steps that can be taken back. */
const most = 100

interface TypedPast {
  readonly typed: TypedCells
  readonly before: readonly TypedCells[]
  readonly after: readonly TypedCells[]
}

/** Holds the typed values, with their past for undo and redo. */
function useTyped() {
  const [{ typed, before, after }, set] = useState<TypedPast>({ typed: nothing, before: [], after: [] })
  return {
    typed,
    put: (next: TypedCells) => set({ typed: next, before: [...before.slice(1 - most), typed], after: [] }),
    reset: (next: TypedCells) => set({ typed: next, before: [], after: [] }),
    undo: (): true | undefined => {
      const last = before.at(-1)
      if (!last) return undefined
      set({ typed: last, before: before.slice(0, -1), after: [...after, typed] })
      return true
    },
    redo: (): true | undefined => {
      const next = after.at(-1)
      if (!next) return undefined
      set({ typed: next, before: [...before, typed], after: after.slice(0, -1) })
      return true
    },
  }
}
