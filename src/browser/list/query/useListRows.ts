import { useEffect, useMemo } from 'react'
import type { Register } from '../../../model/model.ts'
import { rememberFirstCall } from '../../data/first/firstCalls.ts'
import { storeId } from '../../data/identity.ts'
import { type RowsQuery, type RowsState, rowsAddress, useRows } from '../../data/registerRows.ts'
import type { ListColumn } from '../cells/listColumns.ts'
import { listQueryOf } from './listQuery.ts'
import type { ListState } from './listUrlState.ts'
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
  useEffect(() => {
    if (!loading && !stale) rememberFirstCall(storeId(), rowsAddress(register.name, query))
  }, [loading, stale, register, query])
  const last = Math.max(1, Math.ceil(count / state.perPage))
  useEffect(() => {
    // Rows were removed, or a link is old: the last page in place of none.
    if (!loading && !stale && state.page > last) change({ page: last }, { replace: true })
  }, [loading, stale, state.page, last, change])
  return rows
}
