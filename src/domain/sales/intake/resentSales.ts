import type { Queries, RowOf } from '../../../server/domain.ts'
import { isPaidType, type Sale, type SaleLine, type SaleReceipt } from './sale.ts'
import { insertSaleLines, insertSaleReceipts, type StoredSale, saleKey, updateSales } from './writeSales.ts'

/** The stored state of a movement that a point of sale sends again. */
interface Standing {
  readonly id: number
  readonly conteudo: string | null
  readonly alterado_em: string | null
  readonly recebido_em: string | null
  readonly contado_em: string | null
  readonly deletado_em: string | null
}

/** Sales that stand already: what becomes of each. */
export interface ResentSales {
  readonly changed: readonly StoredSale[]
  readonly unchanged: readonly StoredSale[]
}

/** Locks the sales that stand already, in the order of their keys, and tells those that are news. */
export async function classifyResentSales(q: Queries, lojaId: number, sales: readonly Sale[]): Promise<ResentSales> {
  if (sales.length === 0) return { changed: [], unchanged: [] }
  const { rows } = await q.query<{ id: string; equipamentoId: string; chave: string } & Omit<Standing, 'id'>>(
    `SELECT id, "equipamentoId", chave, conteudo, alterado_em, recebido_em, contado_em, deletado_em FROM "Movimentos"
     WHERE "lojaId" = $1 AND ("equipamentoId", chave) IN (SELECT * FROM unnest($2::bigint[], $3::text[])) ORDER BY id FOR UPDATE`,
    [lojaId, sales.map(sale => sale.equipamentoId), sales.map(sale => sale.chave)],
  )
  const standing = new Map(rows.map(row => [saleKey(row), { ...row, id: Number(row.id) }]))
  const changed: StoredSale[] = []
  const unchanged: StoredSale[] = []
  for (const sale of sales) {
    const found = standing.get(saleKey(sale))
    if (!found) throw new Error('A sale is neither new nor there')
    const placed = { id: found.id, sale }
    if (!isNews(sale, found)) unchanged.push(placed)
    else {
      keepMoments(sale, found)
      changed.push(placed)
    }
  }
  return { changed, unchanged }
}

/** Tells whether a sale brings news. A late message brings nothing back: a cancellation stays, a received sale stays received, an older state stays old. */
function isNews(sale: Sale, found: Standing): boolean {
  if (sale.conteudo === found.conteudo) return false
  if (sale.alterado_em !== null && found.alterado_em !== null && sale.alterado_em < found.alterado_em) return false
  if (sale.deletado_em === null && found.deletado_em !== null) return false
  return sale.recebido_em !== null || found.recebido_em === null || sale.deletado_em !== null
}

/** Moments that nobody says are those of the first arrival: a sale that is sent again stays on its day. */
function keepMoments(sale: Sale, found: Standing): void {
  keepDeletion(sale, found)
  if (!isPaidType(sale.tipoMovimentoId) && (sale.recebido_em ?? sale.fechado_em ?? sale.aberto_em) === null)
    sale.contado_em = found.contado_em ?? sale.contado_em
}

type Deleted = Pick<Sale, 'deletado_em' | 'undated'>

function keepDeletion(row: Deleted, old: Pick<Deleted, 'deletado_em'> | undefined): void {
  if (row.undated && row.deletado_em !== null) row.deletado_em = old?.deletado_em ?? row.deletado_em
}

interface OldLine extends RowOf<'Movimentos_produtos', 'id' | 'ordem' | 'produtoId' | 'grupoId' | 'unidadeId' | 'deletado_em'> {
  readonly sale: string
  readonly cost: string | null
}

const number = (text: string | null): number | null => (text === null ? null : Number(text))
const placeOf = (sale: number | string, ordem: number | null): string => `${sale} ${ordem}`

/** The lines that stand: group, unit and cost of a line stay those of the moment in which it was sold. */
export async function keepSoldSnapshots(
  q: Queries,
  lojaId: number,
  sales: readonly StoredSale[],
): Promise<ReadonlyMap<string, number>> {
  const ids = sales.map(({ id }) => id)
  const [lines, receipts] = await Promise.all([
    q.query<OldLine>(
      `SELECT id, "MovimentosId" AS sale, ordem, "produtoId", "grupoId", "unidadeId", deletado_em, (preco_custo * 10000)::bigint AS cost
       FROM "Movimentos_produtos" WHERE "lojaId" = $1 AND "MovimentosId" = ANY ($2::bigint[])`,
      [lojaId, ids],
    ),
    q.query<RowOf<'Movimento_recebimentos', 'id' | 'ordem' | 'moedaId' | 'deletado_em'> & { sale: string; fee: string | null }>(
      `SELECT id, "movimentoId" AS sale, ordem, "moedaId", deletado_em, (taxa * 100)::bigint AS fee
       FROM "Movimento_recebimentos" WHERE "lojaId" = $1 AND "movimentoId" = ANY ($2::bigint[])`,
      [lojaId, ids],
    ),
  ])
  const oldLines = new Map(lines.rows.map(row => [placeOf(row.sale, row.ordem), row]))
  const oldReceipts = new Map(receipts.rows.map(row => [placeOf(row.sale, row.ordem), row]))
  for (const { id, sale } of sales) {
    for (const line of sale.produtos) keepLine(line, oldLines.get(placeOf(id, line.ordem)))
    for (const receipt of sale.recebimentos) {
      const old = oldReceipts.get(placeOf(id, receipt.ordem))
      keepDeletion(receipt, old)
      if (old && Number(old.moedaId) === receipt.moedaId) receipt.taxa ??= number(old.fee)
    }
  }
  return new Map([
    ...lines.rows.map(row => [`l ${placeOf(row.sale, row.ordem)}`, Number(row.id)] as const),
    ...receipts.rows.map(row => [`r ${placeOf(row.sale, row.ordem)}`, Number(row.id)] as const),
  ])
}

function keepLine(line: SaleLine, old: OldLine | undefined): void {
  keepDeletion(line, old)
  if (!old || number(old.produtoId) !== line.produtoId) return
  line.grupoId ??= number(old.grupoId)
  line.unidadeId ??= number(old.unidadeId)
  line.preco_custo ??= number(old.cost)
}

/** Writes the sales anew over what stands; rows keep their keys by their place. */
export async function rewriteSales(
  q: Queries,
  lojaId: number,
  sales: readonly StoredSale[],
  keys: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = sales.map(({ id }) => id)
  await q.query('DELETE FROM "Movimentos_produtos" WHERE "lojaId" = $1 AND "MovimentosId" = ANY ($2::bigint[])', [lojaId, ids])
  await q.query('DELETE FROM "Movimento_recebimentos" WHERE "lojaId" = $1 AND "movimentoId" = ANY ($2::bigint[])', [lojaId, ids])
  await updateSales(q, lojaId, sales)
  await insertSaleLines(
    q,
    lojaId,
    saleListRows(sales, 'produtos', (id, line) => keys.get(`l ${placeOf(id, line.ordem)}`)),
  )
  await insertSaleReceipts(
    q,
    lojaId,
    saleListRows(sales, 'recebimentos', (id, row) => keys.get(`r ${placeOf(id, row.ordem)}`)),
  )
}

type Lists = { readonly produtos: SaleLine; readonly recebimentos: SaleReceipt }

/** The rows of a list of all sales, each with its movement. */
export const saleListRows = <L extends keyof Lists>(
  sales: readonly StoredSale[],
  list: L,
  key: (sale: number, row: Lists[L]) => number | undefined = () => undefined,
) =>
  sales.flatMap(({ id, sale }) => (sale[list] as readonly Lists[L][]).map(row => ({ sale: id, id: key(id, row) ?? null, row })))
