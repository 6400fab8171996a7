import { useEffect, useMemo, useRef } from 'react'
import type { Register } from '../../model/model.ts'
import { type Rows, type RowsQuery, useRows } from '../data/rows.ts'
import type { ListColumn } from './columns.ts'
import { queryOf } from './query.ts'
import type { ListState } from './urlState.ts'
import type { ChangeState } from './useListState.ts'

export interface ListRows extends Rows {
  /** Rows of another question are still shown: dimmed. A quiet refresh of the same question dims nothing. */
  readonly stale: boolean
}

/** The page of rows that the state asks for. */
export function useListRows(
  register: Register,
  state: ListState,
  change: ChangeState,
  columns: readonly ListColumn[],
  may: boolean,
): ListRows {
  const query = useMemo<RowsQuery>(() => queryOf(state, register, columns), [state, register, columns])
  const rows = useRows(register.name, may ? query : undefined)
  const settled = useRef<RowsQuery>(undefined)
  if (!rows.refreshing && !rows.loading) settled.current = query
  const stale = rows.refreshing && settled.current !== undefined && settled.current !== query

  const { count, loading, refreshing } = rows
  const last = Math.max(1, Math.ceil(count / state.perPage))
  useEffect(() => {
    // Rows were removed, or a link is old: the last page in place of none.
    if (!loading && !refreshing && state.page > last) change({ page: last }, { replace: true })
  }, [loading, refreshing, state.page, last, change])
  return { ...rows, stale }
}
