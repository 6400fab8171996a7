import type { FieldValuesReply, TotalsReply } from '../../api/batch.ts'
import { targetOf } from '../../model/field.ts'
import type { Caller } from '../access/caller.ts'
import { gateRefusal } from '../access/gateRefusal.ts'
import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import { type DataRow, fetchCount, fetchPlanRows } from '../query/fetchPlanRows.ts'
import { parseObject } from '../query/filter.ts'
import { planList } from '../query/planList.ts'
import { readForCall } from '../query/readForCall.ts'
import { readScope, restrictToStore } from '../query/restrictPlan.ts'
import { demandSight } from '../query/sight/unseen.ts'
import { type RegisterColumn, referenceLabelColumns, type Table, tableOf, unknownField } from '../query/table.ts'
import {
  fetchCrossSums,
  fetchGroupSums,
  fetchSums,
  fetchTupleCounts,
  fetchValueCounts,
  type ValueCount,
} from '../query/valueCounts.ts'
import { visibilityOf } from '../query/visibility.ts'
import { recordLabel } from '../write/writeHistory.ts'
import { planRequest } from './planRequest.ts'
import { adjustedValue, parseAdjustment } from './recordChange.ts'
import { type RecordSelection, selectRecords } from './recordSelection.ts'
import { queryContextFor, type RegisterRequest, requestBodyOf } from './registerRequest.ts'

const MOST_VALUES = 20

/** Records of a preview that are named. */
const MOST_EXAMPLES = 10

/**
 * POST {register}/valores {lojaId, registros: {where, q}, campo, valor? | ajuste?}: what the records of a filter that the caller may
 * change have in a field, and how many would change were it set to `valor`, or adjusted: some of them by name, before and after.
 * `visto` is the moment of the answer, for alterarVarios.
 */
export async function fieldValues(ask: RegisterRequest): Promise<FieldValuesReply> {
  const body = requestBodyOf(ask)
  const found = await selectRecords(ask, body)
  const column = columnOf(ask, body.campo)
  const { caller } = found
  const adjusted = body.ajuste === undefined ? undefined : parseAdjustment(adjustmentOf(body.ajuste, column), ask.table)
  demandSight(
    ask.table,
    (adjusted?.columns ?? [column]).map(({ name }) => name),
    caller.rights,
  )
  return readForCall(ask, readScope(caller, ask), async q => {
    // Said first: what changes while the answer is made counts as changed after it.
    const { rows } = await q.query<{ visto: string }>(`SELECT now() + interval '1 ms' AS visto`)
    const { groups, total } = await fetchValueCounts(found.plan({}, 'change'), column, MOST_VALUES, q)
    const mudam = adjusted ? await changesBy(adjusted, found, ask.table, q) : await changesTo(body.valor, found, column, q)
    const names = await namesOf(ask, caller, column, groups, q)
    const valores = groups.map(({ value, count }) => {
      const rotulo = namedBy(names, value)
      return { valor: value, quantidade: count, ...(rotulo === undefined ? {} : { rotulo }) }
    })
    return { total, ...mudam, visto: rows[0]?.visto ?? '', valores }
  })
}

const adjustmentOf = (said: unknown, { name }: RegisterColumn): DataRow => ({ ...parseObject(said, 'ajuste'), campo: name })

/** How many records a value would change; nothing where none is asked. */
async function changesTo(valor: unknown, found: RecordSelection, { name }: RegisterColumn, q: Queries) {
  return valor === undefined ? {} : { mudam: await fetchCount(found.plan({ [name]: { neq: valor } }, 'change'), q) }
}

/** How many records an adjustment would change, and examples of what it makes of them. */
async function changesBy(
  { columns, adjustment }: ReturnType<typeof parseAdjustment>,
  found: RecordSelection,
  table: Table,
  q: Queries,
): Promise<Pick<FieldValuesReply, 'mudam' | 'exemplos'>> {
  const { groups } = await fetchTupleCounts(found.plan({}, 'change'), columns, MOST_PRICES, q)
  const mudam = groups
    .filter(({ values }) => columns.some((column, at) => adjustedValue(values[at], adjustment, column) !== undefined))
    .reduce((sum, { count }) => sum + count, 0)
  const plan = found.plan({ or: columns.map(({ name }) => ({ [name]: { neq: null } })) }, 'change')
  const read = [...new Set([...referenceLabelColumns(table), ...columns])]
  const rows = await fetchPlanRows({ ...plan, columns: read, limit: MOST_EXAMPLES * 5 }, q)
  const examples = rows.flatMap(row =>
    columns.flatMap((column, at) => {
      const de = row[column.name]
      const para = adjustedValue(de, adjustment, column)
      if (para === undefined || typeof de !== 'number') return []
      return [{ id: row.id, rotulo: recordLabel(row, table), ...(at === 0 ? {} : { campo: column.name }), de, para }]
    }),
  )
  return { mudam, exemplos: examples.slice(0, MOST_EXAMPLES) }
}

/** Different values that are looked at: more than any shop has of prices. */
const MOST_PRICES = 100_000

/** Returns the names of the records that the values refer to. */
async function namesOf(
  ask: RegisterRequest,
  caller: Caller,
  { field }: RegisterColumn,
  groups: readonly Pick<ValueCount, 'value'>[],
  q: Queries,
): Promise<ReadonlyMap<string, string>> {
  const target = targetOf(field)
  const keys = groups.flatMap(({ value }) => value ?? [])
  if (!target || keys.length === 0) return new Map()
  const table = tableOf(ask.model, target.to)
  const plan = restrictToStore(
    planList({ where: { id: { inq: keys } } }, { ...queryContextFor(ask, caller), table }),
    caller,
    true,
  )
  const records = await fetchPlanRows({ ...plan, columns: referenceLabelColumns(table) }, q)
  return new Map(records.map(row => [String(row.id), recordLabel(row, table)]))
}

/** The name of what a value refers to, be it several records. */
const namedBy = (names: ReadonlyMap<string, string>, value: unknown): string | undefined =>
  Array.isArray(value) && names.size > 0
    ? value.map(key => names.get(String(key)) ?? String(key)).join(', ')
    : names.get(String(value))

function columnOf({ table }: RegisterRequest, name: unknown): RegisterColumn {
  const column = typeof name === 'string' ? table.byName.get(name) : undefined
  if (!column || column.field.secret) throw unknownField(String(name))
  return column
}

/** Groups of a list that are told; of a column with more values the commonest. */
const MOST_GROUPS = 200

/** Values of a second column that stand beside them. */
const MOST_COLUMNS = 12

/**
 * GET {register}/totais?filter&q&campos=a,b: exact sums over all rows of a list, whatever its page, and how many rows these are. With `por=c` the same
 * for each value of that column, by the name of its record where it refers to one; with `colunas=d` for each value of a second one, too, and for pairs.
 */
export async function listTotals(ask: RegisterRequest): Promise<TotalsReply> {
  const { campos, por, colunas, ...query } = ask.query
  if (typeof campos !== 'string' || (campos === '' && por === undefined))
    throw new ApiError(400, 'filter-part-invalid', { word: 'campos' })
  const names = campos.split(',').map(name => name.trim())
  const columns = names.filter(Boolean).map(name => {
    const column = columnOf(ask, name)
    if (!column.kind.sums) throw new ApiError(400, 'filter-operator-unknown', { field: column.name, operator: 'sum' })
    return column
  })
  const by = por === undefined ? undefined : columnOf(ask, por)
  const across = colunas === undefined ? undefined : columnOf(ask, colunas)
  if (across && !by) throw new ApiError(400, 'filter-part-invalid', { word: 'por' })
  const { plan, caller, scope } = await planRequest({ ...ask, query })
  if (visibilityOf(ask.model, ask.table.register, caller.rights) !== 'full')
    throw gateRefusal(ask.model, ask.table.register.access.see, caller.rights)
  demandSight(
    ask.table,
    [...columns, ...(by ? [by] : []), ...(across ? [across] : [])].map(({ name }) => name),
    caller.rights,
  )
  return readForCall(ask, scope, async q => {
    const { count, sums } = await fetchSums(plan, columns, q)
    if (!by) return { count, totais: sums }
    const groupsOf = async (column: RegisterColumn, most: number) => {
      const { groups, left } = await fetchGroupSums(plan, column, columns, most, q)
      const labels = await namesOf(ask, caller, column, groups, q)
      const told = groups.map(({ value, ...group }) => {
        const rotulo = labels.get(String(value))
        return { valor: value, ...(rotulo === undefined ? {} : { rotulo }), count: group.count, totais: group.sums }
      })
      return { told, left }
    }
    const { told: grupos, left } = await groupsOf(by, MOST_GROUPS)
    const all = { count, totais: sums, grupos, outros: left }
    if (!across) return all
    const heads = await groupsOf(across, MOST_COLUMNS)
    const cells = await fetchCrossSums(plan, [by, across], columns, { rows: MOST_GROUPS, columns: MOST_COLUMNS }, q)
    const celulas = cells.map(cell => ({ linha: cell.row, coluna: cell.column, count: cell.count, totais: cell.sums }))
    return { ...all, colunas: heads.told, outrasColunas: heads.left, celulas }
  })
}
