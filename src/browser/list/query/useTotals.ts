import { useEffect, useMemo } from 'react'
import useSWR from 'swr'
import type { TotalsReply } from '../../../api/batch.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Register } from '../../../model/model.ts'
import { apiUrl, type CallError, call } from '../../data/api.ts'
import { type CacheKey, cacheScope } from '../../data/caches.ts'
import { rememberFirstCall } from '../../data/first/firstCalls.ts'
import { storeId } from '../../data/identity.ts'
import type { ListColumn } from '../cells/listColumns.ts'
import { listFilterOf } from './listQuery.ts'
import { isNarrowed, type ListState } from './listUrlState.ts'

/** A sum in the list's footer, ready to be read. */
export interface Total {
  readonly column: ListColumn
  readonly text: string
}

/** Sums that the definition asks for over all rows of the list's filter, whatever its page: asked of the server, exact. */
export function useTotals(register: Register, state: ListState, columns: readonly ListColumn[]): readonly Total[] {
  const asked = useMemo(() => summedColumns(columns, register.views.list.totals), [columns, register])
  const { q, where } = listFilterOf(state, register)
  const query = { campos: asked.map(({ id }) => id).join(','), filter: where && { where }, q }
  const wanted = asked.length > 0 && (!register.views.list.totalsNarrowed || isNarrowed(state))
  const key: CacheKey | null = wanted ? ['rows', register.name, cacheScope(), 'totais', query] : null
  const fetchSums = async (): Promise<TotalsReply> => (await call<TotalsReply>('GET', `${register.name}/totais`, { query })).data
  const { data, isLoading } = useSWR<TotalsReply, CallError>(key, fetchSums, { keepPreviousData: true })
  const address = key && data && !isLoading ? apiUrl(`${register.name}/totais`, query) : undefined
  useEffect(() => {
    if (address !== undefined) rememberFirstCall(storeId(), address)
  }, [address])
  return useMemo(() => (data && wanted ? totalsOf(asked, data.totais) : []), [asked, data, wanted])
}

/** The columns shown that the definition sums. */
export const summedColumns = (columns: readonly ListColumn[], names: readonly string[]): readonly ListColumn[] =>
  columns.filter(({ id, field, relation }) => field && !relation && names.includes(id) && kindByName(field.kind).sums)

/** The sums as text, each under its column. */
export const totalsOf = (columns: readonly ListColumn[], sums: TotalsReply['totais']): readonly Total[] =>
  columns.flatMap(column => {
    const sum = sums[column.id]
    return column.field && sum !== undefined ? [{ column, text: kindByName(column.field.kind).format(sum, column.field) }] : []
  })
