import { useMemo } from 'react'
import { isNumberKind } from '../../../kinds/numbers.ts'
import type { TableSpec } from '../../../model/report.ts'
import { useReport } from '../reportContext.ts'
import type { TableOrder } from './shownTable.ts'

/** The order that the address holds (`-lucro`), else the first that is offered, else that of the answer. */
export function useTableOrder(spec: TableSpec, at: string): TableOrder | undefined {
  const { viewState } = useReport()
  const wanted = viewState(orderName(at))
  return useMemo(() => {
    if (wanted !== undefined && wanted !== '') return { by: wanted.replace(/^-/, ''), down: wanted.startsWith('-') }
    const first = spec.orders?.[0]
    const as = spec.columns.find(({ column }) => column === first?.by)?.as
    return first && { by: first.by, down: as === undefined || isNumberKind(as) }
  }, [wanted, spec])
}

/** Under which name the address holds the order of a table. */
export const orderName = (at: string): string => `ordem${at}`
