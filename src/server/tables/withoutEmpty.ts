import type { Queries } from '../database/queries.ts'
import type { RefusedTableChange } from './refusedTableChange.ts'
import { quotedIdentifier } from './sqlNames.ts'
import type { TablePlan } from './tablePlan.ts'

/** The plan in which columns that no field needs go, where they hold nothing: no text, no number, no tick that somebody set. */
export async function withoutEmpty<P extends TablePlan>(plan: P, q: Queries): Promise<P> {
  const empty: RefusedTableChange[] = []
  for (const refusal of plan.refusals) if (refusal.drops && (await isEmpty(refusal, q))) empty.push(refusal)
  if (empty.length === 0) return plan
  return {
    ...plan,
    steps: [...empty.map(({ statement }) => statement), ...plan.steps],
    refusals: plan.refusals.filter(refusal => !empty.includes(refusal)),
    notices: [
      ...plan.notices,
      ...empty.map(({ table, column }) => `The column "${column}" of "${table}" held nothing, and is gone.`),
    ],
  }
}

async function isEmpty({ table, column }: RefusedTableChange, q: Queries): Promise<boolean> {
  const name = quotedIdentifier(column)
  const { rows } = await q.query(
    `SELECT FROM ${quotedIdentifier(table)} WHERE ${name} IS NOT NULL AND ${name}::text NOT IN ('', 'false', '{}', '[]') LIMIT 1`,
  )
  return rows.length === 0
}
