import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Model } from '../../model/model.ts'
import type { Query } from '../../model/report.ts'

const addresses = new WeakMap<Model, ReadonlyMap<string, Query>>()

/** The query at an address below /api, in any letter case: new ones need no new route. */
export function queryByAddress(model: Model, address: string): Query | undefined {
  const known = memoizeByKey(
    addresses,
    model,
    () => new Map(Object.values(model.queries).map(query => [query.path.toLowerCase(), query] as const)),
  )
  return known.get(address.toLowerCase().replace(/\/+$/, ''))
}
