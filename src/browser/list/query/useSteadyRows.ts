import { useMemo, useRef } from 'react'
import type { Register } from '../../../model/model.ts'
import type { RowsState } from '../../data/registerRows.ts'
import { useSettledCode } from '../../ui/onDemand/useSettledCode.ts'
import { lazyListCode } from '../lazyListCode.ts'
import type { ListState } from './listUrlState.ts'

/** The first rows, once it is known which lines stand above them: the filters in force, and whether there is a notice. */
export function useSteadyRows(rows: RowsState, register: Register, state: ListState): RowsState {
  const chips = useSettledCode(Object.keys(state.filters).length > 0 ? lazyListCode.chips : undefined)
  const notice = useSettledCode(register.views.list.banner ? lazyListCode.expressions : undefined)
  const stood = useRef(false)
  const steady = stood.current || (chips && notice)
  stood.current = steady && !rows.loading
  return useMemo(() => (steady ? rows : { ...rows, rows: [], loading: true }), [steady, rows])
}
