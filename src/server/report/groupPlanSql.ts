import type { Model } from '../../model/model.ts'
import type { GroupPlan } from '../../model/report.ts'
import type { Caller } from '../access/caller.ts'
import { aggregateSql } from '../query/aggregateSql.ts'
import { planList } from '../query/planList.ts'
import type { ParameterizedSql } from '../query/planSql.ts'
import { readWhere } from '../query/readWhere.ts'
import { restrictToStore } from '../query/restrictPlan.ts'
import { tableOf } from '../query/table.ts'
import type { GivenParameters } from './readParameters.ts'

/** The context for which a plan is written. */
export interface GroupPlanContext {
  readonly service: { model(): Model }
  readonly caller: Caller
  readonly lojaId: number | null
  readonly zone: string
  readonly given: GivenParameters
}

/** Groups and measures as SQL: the records of the store that the caller may see. The report's gate stands for the register's. */
export function groupPlanSql(plan: GroupPlan, { service, caller, lojaId, zone, given }: GroupPlanContext): ParameterizedSql {
  const model = service.model()
  const context = { model, table: tableOf(model, plan.register), zone }
  const own = restrictToStore({ ...planList({}, context), where: [] }, { ...caller, storeId: lojaId })
  const asked = filled(plan.where, given)
  return aggregateSql(plan, [...own.where, ...(asked === undefined ? [] : readWhere(asked, context))], context)
}

/** A where with the values of its parameters; what has none is left out, and whatever stands on it. */
function filled(part: unknown, given: GivenParameters): unknown {
  if (typeof part === 'string' && part.startsWith('$')) return given[part.slice(1)] ?? undefined
  if (Array.isArray(part)) {
    const all = part.map(each => filled(each, given))
    return all.includes(undefined) ? undefined : all
  }
  if (part === null || typeof part !== 'object') return part
  const members = Object.entries(part).flatMap(([name, each]) => {
    const value = name === 'and' || name === 'or' ? branches(each, given) : filled(each, given)
    return value === undefined ? [] : [[name, value] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

/** Alternatives that have no parameter missing. */
function branches(part: unknown, given: GivenParameters): unknown {
  const all = (Array.isArray(part) ? part : []).map(each => filled(each, given)).filter(each => each !== undefined)
  return all.length === 0 ? undefined : all
}
