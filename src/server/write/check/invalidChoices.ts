import { OwnedMemory } from '../../../base/boundedMemory.ts'
import { isRecord } from '../../../base/record.ts'
import type { Problem } from '../../../model/problem.ts'
import { whereText } from '../../../model/whereText.ts'
import { conditionsSql } from '../../query/planSql.ts'
import type { Condition } from '../../query/queryPlan.ts'
import { readWhere } from '../../query/readWhere.ts'
import { rowAccessConditions } from '../../query/rowAccess.ts'
import { type Table, tableOf } from '../../query/table.ts'
import type { WriteDraft } from '../store/writeDraft.ts'
import type { UnitOfWork } from '../unitOfWork.ts'

/** A value of a reference whose definition says which rows may be chosen, and where it stands in the body. */
interface Choice {
  readonly path: string
  readonly id: unknown
}

/**
 * Values of the drafts that their references do not offer: rows that `reference.where` leaves out (goods of the tax table, employees
 * among the partners), and rows that whoever saves may not see, whose names the record would tell. Only what changes is asked for, so
 * a row that has ceased to be offered stays where it was chosen. That the row stands in the store at all is the foreign key's business.
 */
export async function invalidChoices(drafts: readonly WriteDraft[], several: boolean, work: UnitOfWork): Promise<Problem[]> {
  const asked: Asked = new Map()
  for (const [index, draft] of drafts.entries()) {
    const path = several ? `${index}.` : ''
    collect(draft.table, draft.columns, path, work, asked)
    for (const list of draft.lists)
      for (const row of list.rows) collect(list.table, row.columns, `${path}${list.name}.${row.index}.`, work, asked)
  }
  const found = await Promise.all([...asked.values()].map(question => refused(question, work)))
  return found.flat()
}

interface Question {
  readonly table: Table
  readonly where: unknown
  /** Whether the rows must be visible to who saves. */
  readonly seen: boolean
  readonly choices: Choice[]
}

type Asked = Map<string, Question>

function collect(table: Table, columns: WriteDraft['columns'], path: string, { model }: UnitOfWork, asked: Asked): void {
  for (const column of table.references.values()) {
    const { to, where } = column.field.reference ?? {}
    const id = columns[column.name]
    // A value that the server puts into a field is no choice of a person.
    const seen = to !== undefined && !column.field.readOnly && model.registers[to]?.rows?.see !== undefined
    if (to === undefined || (where === undefined && !seen) || id === null || id === undefined) continue
    const key = `${to} ${seen} ${JSON.stringify(where)}`
    const group = asked.get(key) ?? { table: tableOf(model, to), where, seen, choices: [] }
    group.choices.push({ path: `${path}${column.name}`, id })
    asked.set(key, group)
  }
}

const offers = new OwnedMemory<Table, string, readonly Condition[]>('choices offered', { most: 1000 })

async function refused({ table, where, seen, choices }: Question, work: UnitOfWork): Promise<Problem[]> {
  const params: unknown[] = []
  const at = { column: table.id }
  const [only, ...others] = choices.map(({ id }) => id)
  // One key by itself is planned once and for all, several anew each time.
  const among: Condition =
    others.length === 0 ? { path: at, test: 'eq', value: only } : { path: at, test: 'in', value: [only, ...others] }
  const offered = offers.of(table, `${work.caller.zone} ${JSON.stringify(where)}`, () =>
    where === undefined ? [] : readWhere(where, { model: work.model, table, zone: work.caller.zone }),
  )
  const visible = seen ? rowAccessConditions(table, 'see', work.caller) : []
  const text = `SELECT t."id" FROM ${table.sql} t${conditionsSql(table, [among, ...offered, ...visible], params)}`
  const { rows } = await work.q.query(text, params)
  const ids = new Set(rows.map(row => String(row.id)))
  const wrong = choices.filter(({ id }) => !ids.has(String(id)))
  if (wrong.length === 0 || offered.length === 0) return wrong.map(({ path }) => ({ path, code: 'reference-invalid' }))
  const there = await standing(wrong, table, visible, work)
  return wrong.map(({ path, id }) => ({
    path,
    ...(there.has(String(id)) ? notOffered(where, table) : { code: 'reference-invalid' }),
  }))
}

/** Of records that are not offered, those that stand all the same and that whoever saves may see. */
async function standing(
  choices: readonly Choice[],
  table: Table,
  visible: readonly Condition[],
  { q }: UnitOfWork,
): Promise<ReadonlySet<string>> {
  const params: unknown[] = []
  const among: Condition = { path: { column: table.id }, test: 'in', value: choices.map(({ id }) => id) }
  const { rows } = await q.query(`SELECT t."id" FROM ${table.sql} t${conditionsSql(table, [among, ...visible], params)}`, params)
  return new Set(rows.map(row => String(row.id)))
}

/** The record is there, and the field takes others: which ones, where that can be said. */
function notOffered(where: unknown, { register }: Table): Pick<Problem, 'code' | 'params'> {
  const condition = isRecord(where) ? whereText(where, register) : undefined
  return condition === undefined
    ? { code: 'reference-not-offered' }
    : { code: 'reference-not-offered-unless', params: { condition } }
}
