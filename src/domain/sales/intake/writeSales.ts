import { nextVersion, type Queries, quotedIdentifier, type RowOf } from '../../../server/domain.ts'
import type { Sale, SaleLine, SaleReceipt } from './sale.ts'
import {
  columnArrays,
  type SaleColumn,
  type SaleListRow,
  saleColumns,
  saleLineColumns,
  saleReceiptColumns,
} from './saleColumns.ts'

/** A sale with the key of its movement. */
export interface StoredSale {
  readonly id: number
  readonly sale: Sale
}

const keyColumns: readonly SaleColumn<Sale>[] = [
  { name: 'equipamentoId', type: 'bigint', read: sale => sale.equipamentoId },
  { name: 'chave', type: 'text', read: sale => sale.chave },
]

const list = (columns: readonly { readonly name: string }[], before = ''): string =>
  columns.map(({ name }) => before + quotedIdentifier(name)).join(', ')

/** `unnest` of one array a column, from the second parameter on. */
const rowsOf = (columns: readonly Pick<SaleColumn<never>, 'name' | 'type'>[]): string =>
  `unnest(${columns.map(({ type }, at) => `$${at + 2}::${type}[]`).join(', ')}) u(${list(columns)})`

const inserted: readonly SaleColumn<Sale>[] = [...keyColumns, ...saleColumns]

const INSERT_SALES = `INSERT INTO "Movimentos" ("lojaId", ${list(inserted)}) SELECT $1, ${list(inserted, 'u.')} FROM ${rowsOf(inserted)}
  ON CONFLICT ("lojaId", "equipamentoId", chave) DO NOTHING RETURNING id, "equipamentoId", chave`

/** Returns the key of a sale within its store. */
export const saleKey = ({ equipamentoId, chave }: { equipamentoId: number | string; chave: string }): string =>
  `${equipamentoId} ${chave}`

/** Inserts the movements that are not there yet, in the order given: the same in every transaction. */
export async function insertSales(q: Queries, lojaId: number, sales: readonly Sale[]): Promise<StoredSale[]> {
  const { rows } = await q.query<RowOf<'Movimentos', 'id' | 'equipamentoId' | 'chave'>>(INSERT_SALES, [
    lojaId,
    ...columnArrays(sales, inserted),
  ])
  const ids = new Map(rows.map(row => [saleKey(row), Number(row.id)]))
  return sales.flatMap(sale => {
    const id = ids.get(saleKey(sale))
    return id === undefined ? [] : [{ id, sale }]
  })
}

const changed: readonly SaleColumn<StoredSale>[] = [
  { name: 'id', type: 'bigint', read: ({ id }) => id },
  ...saleColumns.map(({ name, type, read }): SaleColumn<StoredSale> => ({ name, type, read: ({ sale }) => read(sale) })),
]

const UPDATE_SALES = `UPDATE "Movimentos" m SET ${saleColumns.map(({ name }) => `${quotedIdentifier(name)} = u.${quotedIdentifier(name)}`).join(', ')},
  ${nextVersion('m.')} FROM ${rowsOf(changed)} WHERE m."lojaId" = $1 AND m.id = u.id`

export async function updateSales(q: Queries, lojaId: number, sales: readonly StoredSale[]): Promise<void> {
  await q.query(UPDATE_SALES, [lojaId, ...columnArrays(sales, changed)])
}

const insertRows = (table: string, columns: readonly Pick<SaleColumn<never>, 'name' | 'type'>[]): string =>
  `INSERT INTO ${table} ("lojaId", ${list(columns)}) SELECT $1, ${list(columns, 'u.')} FROM ${rowsOf(columns)}`

const ID = { name: 'id', type: 'bigint', read: ({ id }: SaleListRow<unknown>) => id }
const LINES = insertRows('"Movimentos_produtos"', saleLineColumns)
const LINES_AGAIN = insertRows('"Movimentos_produtos"', [ID, ...saleLineColumns])
const RECEIPTS = insertRows('"Movimento_recebimentos"', saleReceiptColumns)
const RECEIPTS_AGAIN = insertRows('"Movimento_recebimentos"', [ID, ...saleReceiptColumns])

/** Inserts the lines; those that have a key keep it. */
export async function insertSaleLines(q: Queries, lojaId: number, lines: readonly SaleListRow<SaleLine>[]): Promise<void> {
  const [old, fresh] = apart(lines)
  if (fresh.length > 0) await q.query(LINES, [lojaId, ...columnArrays(fresh, saleLineColumns)])
  if (old.length > 0) await q.query(LINES_AGAIN, [lojaId, ...columnArrays(old, [ID, ...saleLineColumns])])
}

/** Inserts the receipts; those that have a key keep it. */
export async function insertSaleReceipts(
  q: Queries,
  lojaId: number,
  receipts: readonly SaleListRow<SaleReceipt>[],
): Promise<void> {
  const [old, fresh] = apart(receipts)
  if (fresh.length > 0) await q.query(RECEIPTS, [lojaId, ...columnArrays(fresh, saleReceiptColumns)])
  if (old.length > 0) await q.query(RECEIPTS_AGAIN, [lojaId, ...columnArrays(old, [ID, ...saleReceiptColumns])])
}

const apart = <T>(rows: readonly SaleListRow<T>[]): [SaleListRow<T>[], SaleListRow<T>[]] => [
  rows.filter(({ id }) => id !== null),
  rows.filter(({ id }) => id === null),
]

/** Names of products as they were last sold, where that is new. */
export async function recordSoldNames(q: Queries, lojaId: number, sales: readonly Sale[]): Promise<void> {
  const names = new Map<number, SaleLine>()
  for (const line of sales.flatMap(sale => sale.produtos)) if (line.produtoId !== null) names.set(line.produtoId, line)
  if (names.size === 0) return
  const columns: readonly SaleColumn<[number, SaleLine]>[] = [
    { name: 'produtoId', type: 'bigint', read: ([id]) => id },
    { name: 'cod_prod', type: 'text', read: ([, line]) => line.cod_prod },
    { name: 'descricao', type: 'text', read: ([, line]) => line.descricao },
  ]
  const known = [...names].sort(([a], [b]) => a - b)
  await q.query(NOTE_NAMES, [lojaId, ...columnArrays(known, columns)])
}

const NOTE_NAMES = `INSERT INTO resumos.produtos_nomes AS n ("lojaId", "produtoId", cod_prod, descricao)
  SELECT $1, u."produtoId", u.cod_prod, u.descricao FROM unnest($2::bigint[], $3::text[], $4::text[]) u("produtoId", cod_prod, descricao)
  WHERE NOT EXISTS (SELECT FROM resumos.produtos_nomes o WHERE o."lojaId" = $1 AND o."produtoId" = u."produtoId"
    AND o.cod_prod IS NOT DISTINCT FROM u.cod_prod AND o.descricao IS NOT DISTINCT FROM u.descricao) ORDER BY u."produtoId"
  ON CONFLICT ("lojaId", "produtoId") DO UPDATE SET cod_prod = excluded.cod_prod, descricao = excluded.descricao`
