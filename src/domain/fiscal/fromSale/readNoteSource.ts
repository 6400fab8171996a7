import { ApiError, type NumbersOf, type Queries, type RowOf } from '../../../server/domain.ts'
import { draftText, itemRates, type NoteSource, type SourcePayment } from '../core/public.ts'
import { readReturned } from './readReturned.ts'
import { readSaleLines } from './readSaleLines.ts'

/** The source of a note: a sale, its consumer's note, or an outgoing invoice. */
export interface SourceName {
  readonly movimentoId?: number | null
  readonly nfceId?: number | null
  readonly nfeId?: number | null
}

/** Reads it, of this store alone. @throws ApiError where there is none, or no note may be made of it */
export async function readNoteSource(
  q: Queries,
  lojaId: number,
  { movimentoId, nfceId, nfeId }: SourceName,
): Promise<NoteSource> {
  if (nfeId) return readInvoiceSource(q, lojaId, nfeId)
  const { rows } = nfceId
    ? await q.query<{ id: NumbersOf<'NFCes', 'movimentoId'>['movimentoId'] }>(
        `SELECT "movimentoId"::float8 AS id FROM "NFCes" WHERE "lojaId" = $1 AND id = $2`,
        [lojaId, nfceId],
      )
    : { rows: [{ id: movimentoId ?? null }] }
  const id = rows[0]?.id
  if (!id) throw new ApiError(404, 'not-found')
  return readSale(q, lojaId, id)
}

interface SaleRow {
  readonly type: number
  readonly paid: boolean
  readonly cancelled: boolean
  readonly simulated: boolean
  readonly delivery: boolean
  readonly destinatarioId: number | null
  readonly chave: string | null
  readonly serie: number
  readonly numero: number
  readonly waits: boolean
  /** Whether the buyer has a contract for meals. */
  readonly contrato: boolean
}

async function readSale(q: Queries, lojaId: number, movimentoId: number): Promise<NoteSource> {
  const { rows } = await q.query<SaleRow & Record<string, unknown>>(
    `SELECT m."tipoMovimentoId"::int AS type, m.recebido_em IS NOT NULL AS paid, (m.deletado_em IS NOT NULL OR m."deletadoPorId" > 0) AS cancelled, coalesce(m.simulada, false) AS simulated,
       coalesce(m.tipo_venda = 'DELIVERY', false) AS delivery,
       coalesce((SELECT p.contrato_refeicao FROM parceiros p WHERE p."lojaId" = $1 AND p.id = m."parceiroId"), false) AS contrato,
       coalesce(nullif(m."parceiroId", 0), (SELECT min(p.id) FROM parceiros p WHERE p."lojaId" = $1 AND p.cnpj = nullif(m.cpf_cnpj, '')))::float8 AS "destinatarioId",
       n."chNFe" AS chave, n.serie::int, n."nNF"::int AS numero,
       EXISTS (SELECT FROM "NFCes" w WHERE w."lojaId" = $1 AND w."movimentoId" = m.id AND w.situacao = 'PENDENTE' AND length(w."chNFe") = 44 AND coalesce(w."cStat", '') = '') AS waits
     FROM "Movimentos" m LEFT JOIN "NFCes" n ON n."lojaId" = m."lojaId" AND n."movimentoId" = m.id AND n.situacao = 'AUTORIZADA'
     WHERE m."lojaId" = $1 AND m.id = $2 ORDER BY n.id DESC LIMIT 1`,
    [lojaId, movimentoId],
  )
  const sale = rows[0]
  if (!sale) throw new ApiError(404, 'not-found')
  if (sale.type !== 1) throw new ApiError(400, 'nfe.not-a-sale')
  if (sale.simulated) throw new ApiError(400, 'nfce.sale-simulated')
  if (sale.cancelled) throw new ApiError(400, 'nfce.sale-cancelled')
  if (!sale.paid) throw new ApiError(400, 'nfce.sale-open')
  // Whether it will have a note is not known yet, and a note of the sale would tell it twice.
  if (sale.waits) throw new ApiError(400, 'nfce.pending')
  const nota = sale.chave ? { chave: sale.chave, modelo: '65' as const, serie: sale.serie, numero: sale.numero } : undefined
  return {
    movimentoId,
    nota,
    destinatarioId: sale.destinatarioId,
    presenca: sale.delivery ? 9 : 1,
    consumidor: 1,
    linhas: await readSaleLines(q, lojaId, movimentoId, { chave: nota?.chave, contrato: sale.contrato }),
    pagamentos: await readSalePayments(q, lojaId, movimentoId),
  }
}

/** Means of payment that an invoice knows. */
const known = new Set([1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])

async function readSalePayments(q: Queries, lojaId: number, movimentoId: number): Promise<SourcePayment[]> {
  const { rows } = await q.query<{ nome: string; tipo: number; valor: number }>(
    `SELECT coalesce(m.nome, '') AS nome, CASE WHEN m.cod_sat ~ '^\\d{1,2}$' THEN m.cod_sat::int ELSE 99 END AS tipo, r.valor::float8
     FROM "Movimento_recebimentos" r LEFT JOIN moedas m ON m."lojaId" = r."lojaId" AND m.id = r."moedaId"
     WHERE r."lojaId" = $1 AND r."movimentoId" = $2 AND r.deletado_em IS NULL AND r.valor > 0 ORDER BY r.ordem, r.id`,
    [lojaId, movimentoId],
  )
  return rows.map(({ nome, tipo, valor }) =>
    known.has(tipo) ? { tipo, valor, descricao: null } : { tipo: 99, valor, descricao: nome.slice(0, 60) || 'Outros' },
  )
}

/** The fields of an invoice's item besides its amounts. */
const itemNames = [
  ...['produtoId', 'codigo', 'descricao', 'unidade', 'ncmId', 'cestId', 'origem', 'icms_cst', 'pis_cst', 'cofins_cst', 'ipi_cst'],
  ...['ibscbs_cclasstrib', 'is_cclasstrib'],
  ...itemRates,
]

async function readInvoiceSource(q: Queries, lojaId: number, nfeId: number): Promise<NoteSource> {
  const found = await q.query<InvoiceRow & Record<string, unknown>>(
    `SELECT situacao, finalidade::int, tipo_doc::int, chave, serie::int, numero::int, "destinatarioId"::float8, "movimentoId"::float8,
       coalesce(presenca, 9)::int AS presenca, coalesce(consumidor, 1)::int AS consumidor,
       EXISTS (SELECT FROM "NFe_emissaos_chaves" c WHERE c."lojaId" = $1 AND c."NFe_emissaosId" = $2) AS refers
     FROM "NFe_emissaos" WHERE "lojaId" = $1 AND id = $2`,
    [lojaId, nfeId],
  )
  const note = found.rows[0]
  if (!note) throw new ApiError(404, 'not-found')
  if (note.situacao !== 'AUTORIZADA' || !note.chave || note.serie === null || note.numero === null)
    throw new ApiError(400, 'nfe.not-returnable')
  if (note.finalidade !== 1 || note.tipo_doc !== 1) throw new ApiError(400, 'nfe.not-returnable')
  // The goods left by the consumer's note that this one refers to: they come back by that.
  if (note.movimentoId && note.refers) return readSale(q, lojaId, note.movimentoId)
  const { rows } = await q.query<{ row: Record<string, unknown> }>(
    'SELECT to_jsonb(i) AS row FROM "NFe_emissaos_itens" i WHERE i."lojaId" = $1 AND i."NFe_emissaosId" = $2 ORDER BY i.ordem, i.id',
    [lojaId, nfeId],
  )
  const returned = await readReturned(q, lojaId, note.chave)
  const { chave, serie, numero, movimentoId, destinatarioId, presenca, consumidor } = note
  const number = (value: unknown): number => Number(value ?? 0)
  return {
    movimentoId,
    nota: { chave, modelo: '55', serie, numero },
    destinatarioId,
    presenca,
    consumidor,
    pagamentos: [],
    linhas: rows.map(({ row }, at) => ({
      item: at + 1,
      dados: Object.fromEntries(itemNames.map(name => [name, row[name] ?? null])),
      cfop: draftText(row.cfop),
      quantidade: number(row.quantidade),
      valor_unitario: number(row.valor_unitario),
      valor_desconto: number(row.valor_desconto),
      valor_outro: number(row.valor_outro) + number(row.valor_frete) + number(row.valor_seguro),
      ibscbs_fora: number(row.ibscbs_fora),
      devolvida: returned.get(at + 1) ?? 0,
    })),
  }
}

interface InvoiceRow
  extends RowOf<'NFe_emissaos', 'chave' | 'situacao'>,
    NumbersOf<'NFe_emissaos', 'destinatarioId' | 'movimentoId' | 'finalidade' | 'tipo_doc' | 'serie' | 'numero'> {
  readonly presenca: number
  readonly consumidor: number
  readonly refers: boolean
}
