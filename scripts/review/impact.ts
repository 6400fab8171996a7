import { columnOf } from '../../src/kinds/columns.ts'
import type { Value } from '../../src/kinds/kind.ts'
import { kindByName } from '../../src/kinds/values.ts'
import type { Field, Model, Register, Unique } from '../../src/model/model.ts'
import { isSystemField } from '../../src/model/register.ts'
import type { Queries } from '../../src/server/database/queries.ts'
import { type PresentTable, presentTables } from '../../src/server/tables/presentTables.ts'
import { quotedIdentifier as named, quotedIdentifiers, sqlLiteral, uniqueColumns } from '../../src/server/tables/sqlNames.ts'
import { pairByName } from '../describe/changes/changeLine.ts'
import { type FieldPair, fieldPairs } from '../describe/changes/field.ts'
import { inQuotes, joinWords, withCount } from '../describe/phrase.ts'
import type { Impact } from './review.ts'

/** Most distinct values of a column that are looked at. */
const most = 200_000
const shown = 3

/** The context in which a register's change is measured. */
interface Context {
  readonly q: Queries
  readonly table: PresentTable
  readonly title: string
}

/** Rows that a change would break, and data that it would lose. Reads only. */
export async function measureImpact(q: Queries, before: Model, after: Model): Promise<readonly Impact[]> {
  const tables = await presentTables(q)
  const found: Impact[] = []
  const pairs = pairByName(
    tabled(before),
    tabled(after),
    register => register.name,
    register => register.was,
  )
  for (const { before: old, after: now } of pairs) {
    const table = tables.get(now?.table ?? '') ?? tables.get(old?.table ?? '')
    if (!table) continue
    const context: Context = { q, table, title: titleOf(now ? after : before, now ?? old) ?? table.name }
    if (!now) found.push(...(await lostTable(context)))
    else if (old) found.push(...(await changedRegister(context, old, now)))
  }
  return found.filter(({ rows }) => rows > 0)
}

const tabled = (model: Model): readonly Register[] =>
  Object.values(model.registers).filter(register => register.from === undefined && register.stored !== false)

/** A child list stands under its register. */
function titleOf(model: Model, register: Register | undefined): string | undefined {
  const parent = register?.parent && model.registers[register.parent.register]
  return parent ? `${parent.title} › ${register.title}` : register?.title
}

async function lostTable(context: Context): Promise<Impact[]> {
  const rows = await count(context, 'true')
  const text = `O registro sai; a tabela ${context.table.name} fica com ${withCount(rows, 'linha', 'linhas')} até que uma migração a apague.`
  return [{ place: context.title, text, rows, serious: false, examples: [] }]
}

async function changedRegister(context: Context, old: Register, now: Register): Promise<Impact[]> {
  const stored = ({ fields }: Register): Field[] => fields.filter(field => field.stored && !isSystemField(field.name))
  const found: Impact[] = []
  for (const pair of fieldPairs(stored(old), stored(now))) found.push(...(await changedField(context, pair)))
  found.push(...(await newUniques(context, old, now)))
  return found
}

async function changedField(context: Context, { before, after }: FieldPair): Promise<Impact[]> {
  const column = columnIn(context, after) ?? columnIn(context, before)
  if (!after) return before && column ? lostColumn(context, before, column) : []
  // A column that comes fills the rows with its default; one that is there keeps what is blank.
  if (!column) return after.required && !before && after.default === undefined ? missing(context, after, 'true') : []
  const found: Impact[] = []
  if (after.required && !before?.required)
    found.push(...(await missing(context, after, `${named(column)} IS NULL OR ${named(column)}::text = ''`)))
  if (before && !after.secret && limitsOf(before) !== limitsOf(after))
    found.push(...(await refused(context, before, after, column)))
  return found
}

const columnIn = ({ table }: Context, field: Field | undefined): string | undefined =>
  field && table.columns.has(field.name) ? field.name : undefined

/** Returns the limits that decide whether a value is accepted. */
const limitsOf = ({ kind, refine, min, max, minLength, maxLength, pattern, decimals, choices }: Field): string =>
  JSON.stringify([kind, refine, min, max, minLength, maxLength, pattern, decimals, choices?.map(choice => choice.value)])

async function lostColumn(context: Context, field: Field, column: string): Promise<Impact[]> {
  const rows = await count(context, `${named(column)} IS NOT NULL`)
  return [
    {
      place: context.title,
      text: `${inQuotes(field.title)} sai da definição e tem valor em ${withCount(rows, 'linha', 'linhas')}: apagar a coluna pede uma migração.`,
      rows,
      serious: true,
      examples: [],
    },
  ]
}

async function missing(context: Context, field: Field, condition: string): Promise<Impact[]> {
  const rows = await count(context, condition)
  const text = `${inQuotes(field.title)} passa a ser obrigatório e está em branco em ${withCount(rows, 'linha', 'linhas')}.`
  return [{ place: context.title, text, rows, serious: true, fixable: true, examples: [] }]
}

/** Values that the field's new kind or limits refuse, judged by the kind itself. */
async function refused({ q, table, title }: Context, before: Field, after: Field, column: string): Promise<Impact[]> {
  const name = named(column)
  const { rows: values } = await q.query<{ value: unknown; rows: number }>(
    `SELECT ${name} AS value, count(*)::int AS rows FROM ${named(table.name)} WHERE ${name} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT ${most}`,
    [],
    '',
  )
  const bad = values.filter(({ value }) => !isTaken(columnOf(before.kind).fromRow(value, before), before, after))
  const rows = bad.reduce((sum, each) => sum + each.rows, 0)
  return [
    {
      place: title,
      text: `${inQuotes(after.title)} deixa de aceitar o que há em ${withCount(rows, 'linha', 'linhas')}.`,
      rows,
      serious: true,
      fixable: true,
      examples: bad
        .slice(0, shown)
        .map(({ value }) => kindByName(before.kind).format(columnOf(before.kind).fromRow(value, before), before)),
    },
  ]
}

/** Of another kind a value is what its column's text becomes: 5 is the text "5", and "5" the number. */
function isTaken(value: Value, before: Field, field: Field): boolean {
  const kind = kindByName(field.kind)
  const direct = kind.accept(value, field)
  const read = direct.ok || before.kind === field.kind ? direct : kind.parse(textOf(value, before), field)
  return read.ok && (read.value === null || kind.check(read.value, field) === undefined)
}

const textOf = (value: Value, field: Field): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : kindByName(field.kind).edit(value, field)

const shapeOf = ({ fields, where }: Unique): string => JSON.stringify([fields, where])

async function newUniques(context: Context, old: Register, now: Register): Promise<Impact[]> {
  const known = new Set(old.unique.map(shapeOf))
  const found: Impact[] = []
  for (const unique of now.unique.filter(each => !known.has(shapeOf(each)))) {
    const columns = uniqueColumns(now, unique)
    if (!columns.every(column => context.table.columns.has(column))) continue
    const part = Object.entries(unique.where ?? {}).map(
      ([name, wanted]) =>
        `${named(name)}::text IN (${[wanted]
          .flat()
          .map(value => sqlLiteral(String(value)))
          .join(', ')})`,
    )
    const filled = [...columns.map(column => `${named(column)} IS NOT NULL`), ...part].join(' AND ')
    const { rows } = await context.q.query<{ rows: number }>(
      `SELECT coalesce(sum(n), 0)::int AS rows FROM (SELECT count(*) AS n FROM ${named(context.table.name)}
        WHERE ${filled} GROUP BY ${quotedIdentifiers(columns)} HAVING count(*) > 1) AS repeated`,
      [],
      '',
    )
    const several = unique.fields.length > 1
    const titles = unique.fields.map(name => inQuotes(now.fields.find(field => field.name === name)?.title ?? name))
    const total = rows[0]?.rows ?? 0
    const rule = several ? 'não podem mais se repetir juntos e se repetem' : 'não pode mais se repetir e se repete'
    const text = `${joinWords(titles, 'e')} ${rule} em ${withCount(total, 'linha', 'linhas')}.`
    found.push({ place: context.title, text, rows: total, serious: true, stops: true, examples: [] })
  }
  return found
}

async function count({ q, table }: Context, condition: string): Promise<number> {
  const { rows } = await q.query<{ rows: number }>(
    `SELECT count(*)::int AS rows FROM ${named(table.name)} WHERE ${condition}`,
    [],
    '',
  )
  return rows[0]?.rows ?? 0
}
