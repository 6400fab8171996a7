import { membersOf } from '../../../base/record.ts'
import { type Queries, tableOf } from '../../../server/plugin.ts'
import { currencyPart, menuParts, type PublishedPart, storePart } from './menuParts.ts'
import { type Tree, withoutEmpty } from './menuTree.ts'

type Model = Parameters<typeof tableOf>[0]
type Row = Record<string, unknown>

/** From where a store's menu is read: in one moment of the data, or its parts would not fit together. */
export interface MenuGround {
  readonly q: Queries
  readonly model: Model
  readonly lojaId: number
}

/** Raised when the same rows make another menu: what is published under an older number is then made anew. */
const FORMAT = 1

/** The whole menu of a store, as the app keeps it. */
export async function readMenu(ground: MenuGround): Promise<Tree> {
  const parts: Record<string, Record<string, Row>> = {}
  for (const [name, part] of Object.entries(menuParts)) parts[name] = await readPart(ground, part)
  const names = await readPart(ground, currencyPart)
  for (const currency of Object.values(parts.moedas ?? {})) currency.nome = names[String(currency.moeda_appId)]?.nome
  const { [String(ground.lojaId)]: loja } = await readPart(ground, storePart)
  return withoutEmpty({ ...parts, loja })
}

/** A mark of all rows that the menu is made of: with the same mark the menu is the same. */
export async function menuMark({ q, model, lojaId }: MenuGround): Promise<string> {
  const parts = [...Object.values(menuParts), storePart, currencyPart]
  // Rows of lists without a register of their own come and go with a save of their record.
  const registers = parts.flatMap(({ register, lists = {} }) => [
    register,
    ...Object.keys(lists).flatMap(list => ownRegister(model, register, list) ?? []),
  ])
  const marks = [...new Set(registers)].map(register => {
    const { sql, scoped } = tableOf(model, register)
    const rows = `count(*) || ':' || coalesce(sum(hashtextextended(id || ' ' || version || ' ' || "updatedAt", 0)), 0)`
    return `(SELECT ${rows} FROM ${sql} WHERE ${scoped || register === 'lojas' ? '"lojaId" = $1' : '$1::bigint IS NOT NULL'})`
  })
  const { rows } = await q.query<{ mark: string }>(`SELECT md5(concat_ws(',', ${marks.join(', ')})) AS mark`, [lojaId])
  return `${FORMAT}-${rows[0]?.mark}`
}

function ownRegister(model: Model, register: string, list: string): string | undefined {
  const found = tableOf(model, register).lists.get(list)?.register
  return found === undefined || model.registers[found]?.parent ? undefined : found
}

/** Rows of a part by their keys, each with its lists. */
async function readPart(
  ground: MenuGround,
  { register, fields, lists = {}, where }: PublishedPart,
): Promise<Record<string, Row>> {
  const rows = new Map<string, Row>()
  for (const [id, row] of await readRows(ground, register, fields, where)) rows.set(id, row)
  for (const [list, columns] of Object.entries(lists)) {
    const child = tableOf(ground.model, register).lists.get(list)
    if (!child) throw new Error(`the register ${register} has no list ${list}`)
    for (const [id, { [child.by]: parent, ...row }] of await readRows(ground, child.register, [child.by, ...columns])) {
      const owner = rows.get(String(parent))
      if (owner) owner[list] = { ...membersOf(owner[list]), [id]: row }
    }
  }
  return Object.fromEntries(rows)
}

async function readRows({ q, model, lojaId }: MenuGround, register: string, fields: readonly string[], where = 'true') {
  const { sql, byName, scoped } = tableOf(model, register)
  const columns = fields.map(name => {
    const column = byName.get(name)
    if (!column) throw new Error(`the register ${register} has no column ${name}`)
    return column
  })
  const own = scoped || register === 'lojas'
  const { rows } = await q.query<Row>(
    `SELECT id, ${columns.map(column => column.sql).join(', ')} FROM ${sql} WHERE ${own ? '"lojaId" = $1' : '$1::bigint IS NOT NULL'} AND ${where}`,
    [lojaId],
    '',
  )
  return rows.map(({ id, ...row }): [string, Row] => {
    for (const { name, column, field } of columns) {
      const raw = row[name]
      if (raw !== null && raw !== undefined) row[name] = column.fromRow(raw, field)
    }
    return [String(id), row]
  })
}
