import { useEffect, useRef, useState } from 'react'
import { membersOf, recordsIn } from '../../../base/record.ts'
import type { Value, ValueProblem } from '../../../kinds/kind.ts'
import type { AskView } from '../../../model/action.ts'
import { runCallSpec } from '../perform/runCallSpec.ts'
import { type RowScope, rowScope } from '../rowScope.ts'

export type AskedRow = Readonly<Record<string, unknown>>

/** The rows that a dialog loads when it opens, and the values typed in them. */
export interface LoadedRows {
  /** Nothing where the action asks for no rows, or they are not there yet. */
  readonly rows: readonly AskedRow[] | undefined
  readonly loading: boolean
  /** Whether all that was typed could be read. */
  readonly readable: boolean
  readonly typed: boolean
  /** The rows as the call gets them: of each what tells it from others, and what was typed. */
  readonly asked: Readonly<Record<string, unknown>>
  type(at: number, name: string, value: Value, problem?: ValueProblem): void
}

interface Means {
  readonly row: Parameters<typeof rowScope>[0]
  readonly ids: readonly string[]
  evaluate(expression: string, scope: RowScope): unknown
  /** Takes the members of the reply. */
  fill(reply: AskedRow): void
  fail(error: unknown): void
}

/** Makes the call of `load` once, when the dialog opens. */
export function useLoadedRows(ask: AskView | undefined, { row, ids, evaluate, fill, fail }: Means): LoadedRows {
  const [rows, setRows] = useState<readonly AskedRow[]>()
  const [loading, setLoading] = useState(ask?.load !== undefined)
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState(false)
  const standing = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    standing.current = true
    const taken = (reply: unknown): void => {
      if (!standing.current) return
      fill(membersOf(reply))
      if (ask?.rows) setRows(recordsIn(membersOf(reply)[ask.rows.name]))
      setLoading(false)
    }
    const failed = (error: unknown): void => {
      if (!standing.current) return
      fail(error)
      setLoading(false)
    }
    if (ask?.load) runCallSpec(ask.load, rowScope(row, { selection: ids }), evaluate).then(taken, failed)
    return () => {
      standing.current = false
    }
  }, [])
  return {
    rows,
    loading,
    readable: unread.size === 0,
    typed,
    asked: askedOf(ask, rows),
    type(at, name, value, problem) {
      setTyped(true)
      const place = `${at}.${name}`
      setRows(now => now?.map((each, i) => (i === at ? { ...each, [name]: value } : each)))
      setUnread(now => new Set([...now].filter(each => each !== place).concat(problem ? [place] : [])))
    },
  }
}

function askedOf(ask: AskView | undefined, rows: readonly AskedRow[] | undefined): AskedRow {
  if (!ask?.rows || !rows) return {}
  const { name, key, typed } = ask.rows
  return { [name]: rows.map(row => Object.fromEntries([key, ...typed].map(member => [member, row[member] ?? null]))) }
}
