import type { FieldValuesReply, TotalsReply } from '../../api/batch.ts'
import type { Caller, Queries } from '../access/caller.ts'
import { ApiError } from '../error.ts'
import { fetchCount, fetchPlanRows } from '../query/fetchPlanRows.ts'
import { planList } from '../query/planList.ts'
import { readScope, restrictToStore } from '../query/restrictPlan.ts'
import { type RegisterColumn, referenceLabelColumns, tableOf, unknownField } from '../query/table.ts'
import { fetchSums, fetchValueCounts, type ValueCount } from '../query/valueCounts.ts'
import { visibilityOf } from '../query/visibility.ts'
import { recordLabel } from '../write/writeHistory.ts'
import { planRequest } from './planRequest.ts'
import { selectRecords } from './recordSelection.ts'
import { queryContextFor, type RegisterRequest, requestBodyOf } from './registerRequest.ts'

const MOST_VALUES = 20

/**
 * POST {register}/valores {lojaId, registros: {where, q}, campo, valor?}: what the records of a filter that the caller may change
 * have in a field, and how many would change were it set to `valor`. `visto` is the moment of the answer, for alterarVarios.
 */
export async function fieldValues(ask: RegisterRequest): Promise<FieldValuesReply> {
  const body = requestBodyOf(ask)
  const found = await selectRecords(ask, body)
  const column = columnOf(ask, body.campo)
  const { caller } = found
  return ask.service.database.read(readScope(caller, ask), async q => {
    // Said first: what changes while the answer is made counts as changed after it.
    const { rows } = await q.query<{ visto: string }>(`SELECT now() + interval '1 ms' AS visto`)
    const { groups, total } = await fetchValueCounts(found.plan({}, 'change'), column, MOST_VALUES, q)
    const mudam =
      body.valor === undefined ? {} : { mudam: await fetchCount(found.plan({ [column.name]: { neq: body.valor } }, 'change'), q) }
    const names = await namesOf(ask, caller, column, groups, q)
    const valores = groups.map(({ value, count }) => {
      const rotulo = names.get(String(value))
      return { valor: value, quantidade: count, ...(rotulo === undefined ? {} : { rotulo }) }
    })
    return { total, ...mudam, visto: rows[0]?.visto ?? '', valores }
  })
}

/** What the records that the values refer to are called. */
async function namesOf(
  ask: RegisterRequest,
  caller: Caller,
  { field: { reference } }: RegisterColumn,
  groups: readonly ValueCount[],
  q: Queries,
): Promise<ReadonlyMap<string, string>> {
  const keys = groups.map(({ value }) => value).filter(key => key !== null)
  if (!reference || keys.length === 0) return new Map()
  const table = tableOf(ask.model, reference.to)
  const plan = restrictToStore(
    planList({ where: { id: { inq: keys } } }, { ...queryContextFor(ask, caller), table }),
    caller,
    true,
  )
  const records = await fetchPlanRows({ ...plan, columns: referenceLabelColumns(table) }, q)
  return new Map(records.map(row => [String(row.id), recordLabel(row, table)]))
}

function columnOf({ table }: RegisterRequest, name: unknown): RegisterColumn {
  const column = typeof name === 'string' ? table.byName.get(name) : undefined
  if (!column || column.field.secret) throw unknownField(String(name))
  return column
}

/** GET {register}/totais?filter&q&campos=a,b: exact sums over all rows of a list, whatever its page, and how many rows these are. */
export async function listTotals(ask: RegisterRequest): Promise<TotalsReply> {
  const { campos, ...query } = ask.query
  if (typeof campos !== 'string' || campos === '') throw new ApiError(400, 'filter-part-invalid', { word: 'campos' })
  const columns = campos.split(',').map(name => {
    const column = columnOf(ask, name.trim())
    if (!column.kind.sums) throw new ApiError(400, 'filter-operator-unknown', { field: column.name, operator: 'sum' })
    return column
  })
  const { plan, caller, scope } = await planRequest({ ...ask, query })
  if (visibilityOf(ask.model, ask.table.register, caller.rights) !== 'full') throw new ApiError(403, 'forbidden')
  const { count, sums } = await ask.service.database.read(scope, q => fetchSums(plan, columns, q))
  return { count, totais: sums }
}
