import type { Rights, RowCondition } from '../../model/model.ts'
import { filterValue } from './filterValue.ts'
import type { Condition } from './queryPlan.ts'
import { referrerName, type Table } from './table.ts'

/** The caller's rights and store. */
export interface RowViewer {
  readonly rights: Rights
  readonly userId?: number
  readonly key?: { readonly giverId: number }
  readonly storeId: number | null
  readonly stores: readonly number[]
}

/** Stands in a definition for the key of the one who asks. */
const ASKING = '$user'

/** No record at all: an error in a definition must not open one. */
const NONE: Condition = { any: [] }

/** The records that a register's definition leaves to this caller, to see or to change. */
export function rowAccessConditions(table: Table, act: 'see' | 'change', viewer: RowViewer): Condition[] {
  const alternatives = table.register.rows?.[act]
  if (!alternatives) return []
  const open = alternatives.filter(({ gate }) => gate === undefined || viewer.rights[gate] === true)
  return [{ any: open.map(one => ({ all: [...conditionsOf(one, table, viewer), ...referrersOf(one, table, viewer)] })) }]
}

function conditionsOf(
  { where = {} }: RowCondition,
  table: Table,
  { userId, key }: Pick<RowViewer, 'userId' | 'key'>,
): Condition[] {
  return Object.entries(where).map(([name, wanted]): Condition => {
    const column = table.byName.get(name)
    const value = wanted === ASKING ? (key?.giverId ?? userId) : wanted
    if (!column || value === undefined) return NONE
    const at = { column }
    if (value === null) return { path: at, test: 'empty', value }
    if (Array.isArray(value)) return { path: at, test: 'in', value: value.map(one => filterValue(one, column)) }
    return { path: at, test: 'eq', value: filterValue(value, column) }
  })
}

function referrersOf({ referredBy }: RowCondition, { referrers }: Table, { storeId, stores }: RowViewer): Condition[] {
  if (!referredBy) return []
  const found = referrers.get(referrerName(referredBy))
  return found ? [{ referredBy: found, stores: storeId === null ? stores : [storeId] }] : [NONE]
}
