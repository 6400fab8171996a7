import { useMemo, useRef } from 'react'
import { simpleEvaluatorOf } from '../../../model/expression/simpleEvaluator.ts'
import type { Register } from '../../../model/model.ts'
import type { RowsState } from '../../data/registerRows.ts'
import { useSettledCode } from '../../ui/onDemand/useSettledCode.ts'
import { textExpressions } from '../cells/displayExpressions.ts'
import type { ListColumn } from '../cells/listColumns.ts'
import { lazyListCode } from '../lazyListCode.ts'
import type { ListState } from './listUrlState.ts'

/**
 * The first rows, once it is known which lines stand above them: the filters in force, and whether there is a notice. Cards (none at a
 * desk) are as high as what they tell: they wait for all of it.
 */
export function useSteadyRows(rows: RowsState, register: Register, state: ListState, card?: readonly ListColumn[]): RowsState {
  const chips = useSettledCode(Object.keys(state.filters).length > 0 ? lazyListCode.chips : undefined)
  const told = useMemo(() => (card ? textExpressions(register, card) : []), [register, card])
  const evaluated = register.views.list.banner !== undefined || told.some(one => !simpleEvaluatorOf(register, one))
  const expressions = useSettledCode(evaluated ? lazyListCode.expressions : undefined)
  const stood = useRef(false)
  const steady = stood.current || (chips && expressions)
  stood.current = steady && !rows.loading
  return useMemo(() => (steady ? rows : { ...rows, rows: [], loading: true }), [steady, rows])
}
