import { OwnedMemory } from '../../../base/boundedMemory.ts'
import { isRecord } from '../../../base/record.ts'
import { fixedWhere, narrowingsOf, narrowsNothing } from '../../../kinds/reference/narrowing.ts'
import { targetOf } from '../../../model/field.ts'
import type { Field } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { whereText } from '../../../model/whereText.ts'
import { conditionsSql } from '../../query/planSql.ts'
import type { Condition } from '../../query/queryPlan.ts'
import { readWhere } from '../../query/readWhere.ts'
import { rowAccessConditions } from '../../query/rowAccess.ts'
import { heldValue, type RegisterColumn, type Table, tableOf } from '../../query/table.ts'
import type { WriteDraft } from '../store/writeDraft.ts'
import type { UnitOfWork } from '../unitOfWork.ts'
import { aloneInBody, type BodyPlace, validationError } from './validationError.ts'

/** A value of a reference whose definition says which rows may be chosen, and where it stands in the body. */
interface Choice {
  readonly path: string
  readonly id: unknown
  /** Values that the chosen row must have, by its columns, with the fields of the record that say them. */
  readonly narrowed: readonly { readonly theirs: RegisterColumn; readonly own: Field; readonly value: unknown }[]
}

/**
 * Values of the drafts that their references do not offer: rows that `reference.where` leaves out (goods of the tax table, employees
 * among the partners), also by the value of another field of the record, and rows that whoever saves may not see, whose names the record would tell.
 * Only what changes is asked for, so a row that has ceased to be offered stays where it was chosen; with a field that narrows the choices what was
 * chosen among them is asked for again. That the row stands in the store at all is the foreign key's business.
 */
export async function invalidChoices(drafts: readonly WriteDraft[], placeOf: BodyPlace, work: UnitOfWork): Promise<Problem[]> {
  return problemsOf(drafts, placeOf, work, 'all')
}

/** Refuses values that fit no more beside what an undo gives back: everything else was chosen when it was offered. */
export async function refuseMisfits(drafts: readonly WriteDraft[], work: UnitOfWork): Promise<void> {
  const problems = await problemsOf(drafts, aloneInBody, work, 'narrowed')
  if (problems.length > 0) throw validationError(problems)
}

async function problemsOf(
  drafts: readonly WriteDraft[],
  placeOf: BodyPlace,
  work: UnitOfWork,
  which: Asked['which'],
): Promise<Problem[]> {
  const asked: Asked = { questions: new Map(), work, which }
  for (const [index, draft] of drafts.entries()) {
    const path = placeOf(index)
    collect(draft.table, draft, path, asked)
    for (const list of draft.lists)
      for (const row of list.rows) collect(list.table, row, `${path}${list.name}.${row.index}.`, asked)
  }
  const found = await Promise.all([...asked.questions.values()].map(question => refused(question, work)))
  // Of several keys each may be wrong, and the field is told once.
  return [...new Map(found.flat().map(problem => [`${problem.path} ${problem.code}`, problem])).values()]
}

interface Question {
  readonly table: Table
  readonly where: Where | undefined
  /** Whether the rows must be visible to who saves. */
  readonly seen: boolean
  readonly choices: Choice[]
}

type Where = Readonly<Record<string, unknown>>

interface Asked {
  readonly questions: Map<string, Question>
  readonly work: UnitOfWork
  /** Which choices are asked for: all that change, or those alone that another field narrows. */
  readonly which: 'all' | 'narrowed'
}

/** Values on their way to a row, and the row as it stands. */
type Written = Pick<WriteDraft, 'before' | 'columns'>

function collect(table: Table, { before, columns }: Written, path: string, { questions, work, which }: Asked): void {
  const { model } = work
  for (const column of [...table.references.values(), ...table.manyReferences.values()]) {
    const { to, where } = targetOf(column.field) ?? {}
    const narrowings = narrowingsOf(where)
    if (to === undefined || (which === 'narrowed' && narrowings.length === 0)) continue
    const chosen = columns[column.name] !== undefined
    const moved = before !== undefined && narrowings.some(({ own }) => columns[own] !== undefined)
    const value = chosen || moved ? (columns[column.name] ?? (chosen ? null : before?.[column.name])) : undefined
    const ids =
      value === null || value === undefined
        ? []
        : column.field.references
          ? added([value].flat(), moved ? [] : before?.[column.name])
          : [value]
    if (ids.length === 0) continue
    // A value that the server puts into a field is no choice of a person.
    const seen = chosen && which === 'all' && !column.field.readOnly && model.registers[to]?.rows?.see !== undefined
    const target = tableOf(model, to)
    const narrowed = narrowings.flatMap(({ theirs, own }) => {
      const said = own in columns ? columns[own] : before?.[own]
      const [their, mine] = [target.byName.get(theirs), table.byName.get(own)]
      return narrowsNothing(said) || !their || !mine ? [] : [{ theirs: their, own: mine.field, value: said }]
    })
    const fixed = chosen && which === 'all' ? fixedWhere(where) : undefined
    if (fixed === undefined && !seen && narrowed.length === 0) continue
    const key = `${to} ${seen} ${narrowed.map(one => one.theirs.name).join()} ${JSON.stringify(fixed)}`
    const group = questions.get(key) ?? { table: target, where: fixed, seen, choices: [] }
    for (const id of ids) group.choices.push({ path: `${path}${column.name}`, id, narrowed })
    questions.set(key, group)
  }
}

/** Of several keys those that come: what stood among them stays where it was chosen. */
const added = (keys: readonly unknown[], before: unknown): readonly unknown[] => {
  const stood = new Set([before ?? []].flat().map(String))
  return keys.filter(key => !stood.has(String(key)))
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
  const told = (choices[0]?.narrowed ?? []).map(({ theirs }) => theirs)
  const read = ['t."id"', ...told.map(({ sql }) => `t.${sql}`)].join(', ')
  const text = `SELECT ${read} FROM ${table.sql} t${conditionsSql(table, [among, ...offered, ...visible], params)}`
  const { rows } = await work.q.query(text, params)
  const found = new Map(rows.map(row => [String(row.id), row]))
  const misfits = choices.flatMap(({ path, id, narrowed }): Problem[] => {
    const row = found.get(String(id))
    const misfit = row && narrowed.find(({ theirs, value }) => !isSame(theirs, row[theirs.name], value))
    return misfit ? [{ path, code: 'reference-not-beside', params: { field: misfit.own.title } }] : []
  })
  const wrong = choices.filter(({ id }) => !found.has(String(id)))
  if (wrong.length === 0 || offered.length === 0)
    return [...misfits, ...wrong.map(({ path }) => ({ path, code: 'reference-invalid' }))]
  const there = await standing(wrong, table, visible, work)
  const unoffered = wrong.map(({ path, id }) => ({
    path,
    ...(there.has(String(id)) ? notOffered(where, table) : { code: 'reference-invalid' }),
  }))
  return [...misfits, ...unoffered]
}

/** Compares a value as a row holds it with one that is on its way to a row. */
const isSame = (column: RegisterColumn, stored: unknown, value: unknown): boolean =>
  String(heldValue(column, stored)) === String(value)

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
