import type { Queries } from '../../caller.ts'
import { quoted } from '../../tables/names.ts'
import { arraysOf, lineColumns, type Of, receiptColumns, saleColumns, type Written } from './columns.ts'
import type { Line, Receipt, Sale } from './sale.ts'

/** A sale with the key of its movement. */
export interface Placed {
  readonly id: number
  readonly sale: Sale
}

const keyColumns: readonly Written<Sale>[] = [
  { name: 'equipamentoId', type: 'bigint', read: sale => sale.equipamentoId },
  { name: 'chave', type: 'text', read: sale => sale.chave },
]

const list = (columns: readonly { readonly name: string }[], before = ''): string =>
  columns.map(({ name }) => before + quoted(name)).join(', ')

/** `unnest` of one array a column, from the second parameter on. */
const rowsOf = (columns: readonly Pick<Written<never>, 'name' | 'type'>[]): string =>
  `unnest(${columns.map(({ type }, at) => `$${at + 2}::${type}[]`).join(', ')}) u(${list(columns)})`

const inserted: readonly Written<Sale>[] = [...keyColumns, ...saleColumns]

const INSERT_SALES = `INSERT INTO "Movimentos" ("lojaId", ${list(inserted)}) SELECT $1, ${list(inserted, 'u.')} FROM ${rowsOf(inserted)}
  ON CONFLICT ("lojaId", "equipamentoId", chave) DO NOTHING RETURNING id, "equipamentoId", chave`

/** What names a sale within its store. */
export const nameOf = ({ equipamentoId, chave }: { equipamentoId: number | string; chave: string }): string =>
  `${equipamentoId} ${chave}`

/** Inserts the movements that are not there yet, in the order given: the same in every transaction. */
export async function insertSales(q: Queries, lojaId: number, sales: readonly Sale[]): Promise<Placed[]> {
  const { rows } = await q.query<{ id: string; equipamentoId: string; chave: string }>(INSERT_SALES, [
    lojaId,
    ...arraysOf(sales, inserted),
  ])
  const ids = new Map(rows.map(row => [nameOf(row), Number(row.id)]))
  return sales.flatMap(sale => {
    const id = ids.get(nameOf(sale))
    return id === undefined ? [] : [{ id, sale }]
  })
}

const changed: readonly Written<Placed>[] = [
  { name: 'id', type: 'bigint', read: ({ id }) => id },
  ...saleColumns.map(({ name, type, read }): Written<Placed> => ({ name, type, read: ({ sale }) => read(sale) })),
]

const UPDATE_SALES = `UPDATE "Movimentos" m SET ${saleColumns.map(({ name }) => `${quoted(name)} = u.${quoted(name)}`).join(', ')},
  version = m.version + 1, "updatedAt" = now() FROM ${rowsOf(changed)} WHERE m."lojaId" = $1 AND m.id = u.id`

export async function updateSales(q: Queries, lojaId: number, sales: readonly Placed[]): Promise<void> {
  await q.query(UPDATE_SALES, [lojaId, ...arraysOf(sales, changed)])
}

const insertRows = (table: string, columns: readonly Pick<Written<never>, 'name' | 'type'>[]): string =>
  `INSERT INTO ${table} ("lojaId", ${list(columns)}) SELECT $1, ${list(columns, 'u.')} FROM ${rowsOf(columns)}`

const ID = { name: 'id', type: 'bigint', read: ({ id }: Of<unknown>) => id }
const LINES = insertRows('"Movimentos_produtos"', lineColumns)
const LINES_AGAIN = insertRows('"Movimentos_produtos"', [ID, ...lineColumns])
const RECEIPTS = insertRows('"Movimento_recebimentos"', receiptColumns)
const RECEIPTS_AGAIN = insertRows('"Movimento_recebimentos"', [ID, ...receiptColumns])

/** Inserts the lines; those that have a key keep it. */
export async function insertLines(q: Queries, lojaId: number, lines: readonly Of<Line>[]): Promise<void> {
  const [old, fresh] = apart(lines)
  if (fresh.length > 0) await q.query(LINES, [lojaId, ...arraysOf(fresh, lineColumns)])
  if (old.length > 0) await q.query(LINES_AGAIN, [lojaId, ...arraysOf(old, [ID, ...lineColumns])])
}

/** Inserts the receipts; those that have a key keep it. */
export async function insertReceipts(q: Queries, lojaId: number, receipts: readonly Of<Receipt>[]): Promise<void> {
  const [old, fresh] = apart(receipts)
  if (fresh.length > 0) await q.query(RECEIPTS, [lojaId, ...arraysOf(fresh, receiptColumns)])
  if (old.length > 0) await q.query(RECEIPTS_AGAIN, [lojaId, ...arraysOf(old, [ID, ...receiptColumns])])
}

const apart = <T>(rows: readonly Of<T>[]): [Of<T>[], Of<T>[]] => [
  rows.filter(({ id }) => id !== null),
  rows.filter(({ id }) => id === null),
]

/** Names of products as they were last sold, where that is new. */
export async function noteNames(q: Queries, lojaId: number, sales: readonly Sale[]): Promise<void> {
  const names = new Map<number, Line>()
  for (const line of sales.flatMap(sale => sale.produtos)) if (line.produtoId !== null) names.set(line.produtoId, line)
  if (names.size === 0) return
  const columns: readonly Written<[number, Line]>[] = [
    { name: 'produtoId', type: 'bigint', read: ([id]) => id },
    { name: 'cod_prod', type: 'text', read: ([, line]) => line.cod_prod },
    { name: 'descricao', type: 'text', read: ([, line]) => line.descricao },
  ]
  const known = [...names].sort(([a], [b]) => a - b)
  await q.query(NOTE_NAMES, [lojaId, ...arraysOf(known, columns)])
}

const NOTE_NAMES = `INSERT INTO resumos.produtos_nomes AS n ("lojaId", "produtoId", cod_prod, descricao)
  SELECT $1, u."produtoId", u.cod_prod, u.descricao FROM unnest($2::bigint[], $3::text[], $4::text[]) u("produtoId", cod_prod, descricao)
  WHERE NOT EXISTS (SELECT FROM resumos.produtos_nomes o WHERE o."lojaId" = $1 AND o."produtoId" = u."produtoId"
    AND o.cod_prod IS NOT DISTINCT FROM u.cod_prod AND o.descricao IS NOT DISTINCT FROM u.descricao) ORDER BY u."produtoId"
  ON CONFLICT ("lojaId", "produtoId") DO UPDATE SET cod_prod = excluded.cod_prod, descricao = excluded.descricao`
