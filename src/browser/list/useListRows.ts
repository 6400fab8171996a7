import { useEffect, useMemo } from 'react'
import type { Register } from '../../model/model.ts'
import { type RowsState, type RowsQuery, useRows } from '../data/rows.ts'
import type { ListColumn } from './columns.ts'
import { listQueryOf } from './query.ts'
import type { ListState } from './urlState.ts'
import type { ChangeState } from './useListState.ts'

/** The page of rows that the state asks for. */
export function useListRows(
  register: Register,
  state: ListState,
  change: ChangeState,
  columns: readonly ListColumn[],
  may: boolean,
): RowsState {
  const query = useMemo<RowsQuery>(() => listQueryOf(state, register, columns), [state, register, columns])
  const rows = useRows(register.name, may ? query : undefined)
  const { count, loading, stale } = rows
  const last = Math.max(1, Math.ceil(count / state.perPage))
  useEffect(() => {
    // Rows were removed, or a link is old: the last page in place of none.
    if (!loading && !stale && state.page > last) change({ page: last }, { replace: true })
  }, [loading, stale, state.page, last, change])
  return rows
}
