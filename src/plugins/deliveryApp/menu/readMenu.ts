import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { type Queries, type RowOf, tableOf } from '../../../server/plugin.ts'
import { currencyPart, menuParts, type PublishedPart, storePart } from './menuParts.ts'
import { branchOf, type Leaf, type Tree, treeOf } from './menuTree.ts'

type Model = Parameters<typeof tableOf>[0]

/** A row as the app keeps it. */
type Branch = Record<string, Tree | Leaf>
type Branches = Map<string, Branch>

/** From where a store's menu is read: in one moment of the data, or its parts would not fit together. */
export interface MenuContext {
  readonly q: Queries
  readonly model: Model
  readonly lojaId: number
}

/** Raised when the same rows make another menu: what is published under an older number is then made anew. */
const FORMAT = 1

/** The whole menu of a store, as the app keeps it. */
export async function readMenu(context: MenuContext): Promise<Tree> {
  // All is asked for at once: the database works on the next rows while these are read.
  const parts = { ...menuParts, loja: storePart, names: currencyPart }
  const read = await Promise.all(Object.values(parts).map(part => readPart(context, part)))
  const { loja, names, ...menu } = Object.fromEntries(Object.keys(parts).map((name, at) => [name, read[at] ?? new Map()]))
  for (const currency of menu.moedas?.values() ?? []) {
    const { nome } = names?.get(String(currency.moeda_appId)) ?? {}
    if (nome !== undefined) currency.nome = nome
  }
  const shown = Object.entries(menu).map(([name, rows]) => [name, branchOf(rows)] as const)
  return branchOf([...shown, ['loja', loja?.get(String(context.lojaId))]]) ?? {}
}

/** A mark of all rows that the menu is made of: with the same mark the menu is the same. */
export async function menuMark({ q, model, lojaId }: MenuContext): Promise<string> {
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
async function readPart(context: MenuContext, { register, fields, lists = {}, where }: PublishedPart): Promise<Branches> {
  const [own, ...children] = await Promise.all([
    readRows(context, register, { fields, where }),
    ...Object.entries(lists).map(async ([list, columns]) => {
      const child = tableOf(context.model, register).lists.get(list)
      if (!child) throw new Error(`the register ${register} has no list ${list}`)
      return { list, rows: await readRows(context, child.register, { fields: columns, owner: child.by }) }
    }),
  ])
  const branches: Branches = new Map(own.map(({ id, row }) => [id, row]))
  for (const { list, rows } of children) {
    const byOwner = new Map<string, [string, Branch][]>()
    for (const { id, row, owner } of rows) memoizeByKey(byOwner, owner, () => []).push([id, row])
    for (const [owner, entries] of byOwner) {
      const [branch, held] = [branchOf(entries), branches.get(owner)]
      if (branch && held) held[list] = branch
    }
  }
  return branches
}

interface ReadRows {
  readonly fields: readonly string[]
  readonly where?: string | undefined
  /** Column that says whose list a row is part of. */
  readonly owner?: string
}

/** A row with its key, by which the app knows it, and the columns that are asked for. */
type ReadRow = RowOf<'grupos' | 'produtos' | 'pergunta' | 'lojas', 'id'> & Readonly<Record<string, unknown>>

/** Rows of a register without what is empty in them. */
async function readRows({ q, model, lojaId }: MenuContext, register: string, { fields, where = 'true', owner }: ReadRows) {
  const { sql, byName, scoped } = tableOf(model, register)
  const columnOf = (name: string) => {
    const column = byName.get(name)
    if (!column) throw new Error(`the register ${register} has no column ${name}`)
    return column
  }
  const columns = fields.map(columnOf)
  const asked = [...columns, ...(owner === undefined ? [] : [columnOf(owner)])].map(column => column.sql)
  const own = scoped || register === 'lojas'
  const { rows } = await q.query<ReadRow>(
    `SELECT id, ${asked.join(', ')} FROM ${sql} WHERE ${own ? '"lojaId" = $1' : '$1::bigint IS NOT NULL'} AND ${where}`,
    [lojaId],
  )
  return rows.map(found => {
    const row: Branch = {}
    for (const { name, column, field } of columns) {
      const raw = found[name]
      const value = raw === null || raw === undefined ? undefined : treeOf(column.fromRow(raw, field))
      if (value !== undefined) row[name] = value
    }
    return { id: String(found.id), row, owner: owner === undefined ? '' : String(found[owner]) }
  })
}
