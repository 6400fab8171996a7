import { asValue } from '../../../kinds/asValue.ts'
import type { Unique } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { takesPart } from '../../../model/validation/takesPart.ts'
import type { Queries } from '../../database/queries.ts'
import { conditionsSql } from '../../query/planSql.ts'
import type { Condition } from '../../query/queryPlan.ts'
import { type Table, tableOf } from '../../query/table.ts'
import type { WriteDraft } from '../store/writeDraft.ts'
import type { UnitOfWork } from '../unitOfWork.ts'
import { claimedByOthers } from './claimedByOthers.ts'
import { type WrittenRow, writtenRows } from './writtenRows.ts'

/**
 * Why the database refused these drafts: references that lead nowhere in the store, values that others have. Asked only after a
 * refusal, since the constraints hold anyway and most saves are good; it answers with every problem at once.
 */
export async function diagnoseDrafts(
  drafts: readonly { draft: WriteDraft; index: number | undefined }[],
  lojaId: number | null,
  work: UnitOfWork,
): Promise<Problem[]> {
  const written = drafts.flatMap(({ draft, index }) => writtenRows(draft, index === undefined ? '' : `${index}.`))
  const lost = await lostReferences(written, lojaId, work)
  const taken: Problem[] = []
  for (const one of written) taken.push(...(await takenValues(one, lojaId, work)))
  return [...lost, ...taken, ...(await claimedByOthers(written, lojaId, work))]
}

/** One query for every register that is referred to, whatever the number of rows. */
async function lostReferences(written: readonly WrittenRow[], lojaId: number | null, work: UnitOfWork): Promise<Problem[]> {
  const { model } = work
  const asked = new Map<Table, { path: string; id: unknown }[]>()
  for (const { table, path, columns } of written) {
    for (const column of table.references.values()) {
      const id = columns[column.name]
      if (id === null || id === undefined || column.name === 'lojaId') continue
      const target = tableOf(model, column.field.reference?.to ?? '')
      asked.set(target, [...(asked.get(target) ?? []), { path: `${path}${column.name}`, id }])
    }
  }
  const problems: Problem[] = []
  for (const [target, places] of asked) {
    const params: unknown[] = []
    const where = conditionsSql(
      target,
      [...inStore(target, lojaId), { path: { column: target.id }, test: 'in', value: places.map(({ id }) => id) }],
      params,
    )
    const { rows } = await whereStands(target, work, q => q.query(`SELECT t."id" FROM ${target.sql} t${where}`, params))
    const found = new Set(rows.map(row => String(row.id)))
    for (const { path, id } of places) if (!found.has(String(id))) problems.push({ path, code: 'reference-invalid' })
  }
  return problems
}

/** Another store that a row names (a branch) is seen among those of the caller, and not in the call's own. */
const whereStands = <T>(
  { register }: Table,
  { q, caller, service }: UnitOfWork,
  ask: (queries: Queries) => Promise<T>,
): Promise<T> =>
  register.scope === 'self' ? service.database.read(caller.admin ? 'all' : { stores: caller.stores }, ask) : ask(q)

const inStore = (table: Table, lojaId: number | null): Condition[] => {
  const column = table.byName.get('lojaId')
  return column && lojaId !== null && table.register.scope === 'store' ? [{ path: { column }, test: 'eq', value: lojaId }] : []
}

async function takenValues(one: WrittenRow, lojaId: number | null, work: UnitOfWork): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const unique of one.table.register.unique) {
    const asked = [...unique.fields, ...Object.keys(unique.where ?? {})]
    if (!asked.some(name => name in one.columns) || !takesPart(unique, one.row)) continue
    const taken = one.table.register.parent ? takenBySibling(one, unique) : await takenInStore(one, unique, lojaId, work)
    if (taken) for (const name of unique.fields) problems.push({ path: `${one.path}${name}`, code: unique.message })
  }
  const key = one.table.register.textKey && one.id === undefined && 'id' in one.columns
  if (key && (await takenInStore(one, { fields: ['id'], message: '' }, lojaId, work)))
    problems.push({ path: `${one.path}id`, code: 'unique' })
  return problems
}

const takenBySibling = ({ row, siblings }: WrittenRow, unique: Unique): boolean =>
  siblings.some(
    other => takesPart(unique, other) && unique.fields.every(name => String(other[name] ?? null) === String(row[name] ?? null)),
  )

async function takenInStore(
  { table, row, id }: WrittenRow,
  unique: Unique,
  lojaId: number | null,
  { q }: UnitOfWork,
): Promise<boolean> {
  const same = unique.fields.flatMap((name): Condition[] => {
    const column = table.byName.get(name)
    if (!column) return []
    const value = row[name]
    if (value === null || value === undefined) return [{ path: { column }, test: 'empty', value: null }]
    return [{ path: { column }, test: 'eq', value: column.column.toRow(asValue(value), column.field) }]
  })
  const part = Object.entries(unique.where ?? {}).flatMap(([name, wanted]): Condition[] => {
    const column = table.byName.get(name)
    const values = column && [wanted].flat().map(value => column.column.toRow(value, column.field))
    return column ? [{ path: { column }, test: 'in', value: values }] : []
  })
  const other: Condition[] = id === undefined ? [] : [{ path: { column: table.id }, test: 'neq', value: id }]
  const params: unknown[] = []
  const where = conditionsSql(table, [...inStore(table, lojaId), ...same, ...part, ...other], params)
  const { rows } = await q.query(`SELECT 1 AS taken FROM ${table.sql} t${where} LIMIT 1`, params)
  return rows.length > 0
}
