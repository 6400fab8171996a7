import type { ColumnOf, Queries } from '../../../../server/domain.ts'
import { window } from './fitBills.ts'
import type { MatchContext } from './matchLines.ts'
import type { DaySales, KnownMemo, OpenBill, OpenLine, SingleReceipt } from './proposal.ts'

/** Bills that no line has, of these values, near these days. What was paid at the till never reached the bank. */
const BILLS = `SELECT c.id::float8 AS id, c.tipo AS direction, c.pago IS TRUE AS paid,
    (CASE WHEN c.pago THEN c.pagamento ELSE c.vencimento END)::text AS day,
    round(100 * CASE WHEN c.pago THEN c.valor_pago ELSE c.valor END)::float8 AS cents, coalesce(c.descricao, '') AS text,
    coalesce(p.nome_fantasia, '') AS partner, coalesce(p.razao_social, '') AS "legalName", coalesce(p.cnpj, '') AS document
  FROM "Conta" c LEFT JOIN parceiros p ON p."lojaId" = c."lojaId" AND p.id = c."parceiroId"
  WHERE c."lojaId" = $1 AND c.perda IS NOT TRUE AND c."caixaId" IS NULL AND c."extratoId" IS NULL
    AND NOT EXISTS (SELECT FROM "Conta_extratos" e WHERE e."lojaId" = $1 AND e."contaId" = c.id)
    AND (c.pago IS NOT TRUE AND c.valor = ANY ($2::numeric[]) AND c.vencimento BETWEEN $3::date - ${window.late} AND $4::date + ${window.early}
      OR c.pago AND c.valor_pago = ANY ($2::numeric[]) AND c.pagamento BETWEEN $3::date - ${window.paid} AND $4::date + ${window.paid})`

/** Longest that an acquirer takes, and the weekend after it. */
const SALES_SINCE = 45

/** Each day's sales by currency, cash aside. */
const SALES = `SELECT m.id::float8 AS "currencyId", m.nome AS currency, s.day::text AS day, coalesce(m.dias, 0)::float8 AS delay,
    round(100 * s.gross)::float8 AS gross, round(100 * (s.gross - CASE WHEN s.fees > 0 THEN s.fees ELSE s.gross * coalesce(m.taxa, 0) / 100 END))::float8 AS net
  FROM (SELECT r."moedaId", (v.contado_em AT TIME ZONE $4)::date AS day, sum(r.valor) AS gross, sum(coalesce(r.valor_taxa, 0)) AS fees
    FROM "Movimentos" v JOIN "Movimento_recebimentos" r ON r."lojaId" = v."lojaId" AND r."movimentoId" = v.id
    WHERE v."lojaId" = $1 AND v.contado_em >= ($2::date - ${SALES_SINCE})::timestamp AT TIME ZONE $4 AND v.contado_em < ($3::date + 1)::timestamp AT TIME ZONE $4
      AND v.deletado_em IS NULL AND r.deletado_em IS NULL AND r.correntista IS NOT TRUE AND v."tipoMovimentoId" IN (1, 3)
    GROUP BY 1, 2) s
  JOIN moedas m ON m."lojaId" = $1 AND m.id = s."moedaId" AND m.cod_sat <> '01'`

/** Single receipts of these values that the bank tells one by one: Pix, deposits, transfers. */
const RECEIPTS = `SELECT m.id::float8 AS "currencyId", m.nome AS currency, (v.contado_em AT TIME ZONE $4)::date::text AS day, round(100 * r.valor)::float8 AS cents
  FROM "Movimentos" v JOIN "Movimento_recebimentos" r ON r."lojaId" = v."lojaId" AND r."movimentoId" = v.id
  JOIN moedas m ON m."lojaId" = v."lojaId" AND m.id = r."moedaId" AND m.cod_sat IN ('16', '17', '18')
  WHERE v."lojaId" = $1 AND v.contado_em >= ($2::date - 1)::timestamp AT TIME ZONE $4 AND v.contado_em < ($3::date + 1)::timestamp AT TIME ZONE $4
    AND v.deletado_em IS NULL AND r.deletado_em IS NULL AND r.correntista IS NOT TRUE AND r.valor = ANY ($5::numeric[])`

/** The latest classified bill of lines with the same memo and direction. */
export const MEMOS = `SELECT DISTINCT ON (e.memo_chave, c.tipo) e.memo_chave AS key, c.tipo AS direction, k.nome AS classification,
    coalesce(p.nome_fantasia, '') AS partner, c.descricao, c."classificacaoId"::float8, c."centroCustoId"::float8, c."parceiroId"::float8
  FROM "Conta_extratos" e JOIN "Conta" c ON c."lojaId" = e."lojaId" AND c.id = e."contaId"
  JOIN "Conta_classificacoes" k ON k."lojaId" = c."lojaId" AND k.id = c."classificacaoId"
  LEFT JOIN parceiros p ON p."lojaId" = c."lojaId" AND p.id = c."parceiroId"
  WHERE e."lojaId" = $1 AND e.situacao = 'CONCILIADO' AND e.memo_chave = ANY ($2) AND c."centroCustoId" IS NOT NULL
  ORDER BY e.memo_chave, c.tipo, e.conciliado_em DESC, e.id DESC`

interface BillRow extends OpenBill {
  readonly direction: ColumnOf<'Conta', 'tipo'>
}

interface MemoRow extends KnownMemo {
  readonly direction: ColumnOf<'Conta', 'tipo'>
  readonly classification: ColumnOf<'Conta_classificacoes', 'nome'>
}

interface SalesRow extends DaySales {
  readonly currency: ColumnOf<'moedas', 'nome'>
}

interface ReceiptRow extends SingleReceipt {
  readonly currency: ColumnOf<'moedas', 'nome'>
}

/** All that lines of a store may be compared with. */
export async function readMatchContext(
  q: Queries,
  lojaId: number,
  zone: string,
  lines: readonly OpenLine[],
): Promise<MatchContext> {
  const days = lines.map(({ day }) => day).toSorted()
  const [from, to] = [days[0] ?? null, days.at(-1) ?? null]
  const values = [...new Set(lines.map(({ cents }) => Math.abs(cents) / 100))]
  const credits = lines.filter(({ cents }) => cents > 0)
  const bills = await q.query<BillRow>(BILLS, [lojaId, values, from, to])
  const memos = await q.query<MemoRow>(MEMOS, [lojaId, [...new Set(lines.map(({ key }) => key))].filter(key => key !== '')])
  if (credits.length === 0) return { bills: bills.rows, memos: memos.rows, sales: [], receipts: [] }
  const span = [
    credits.map(({ day }) => day).toSorted()[0],
    credits
      .map(({ day }) => day)
      .toSorted()
      .at(-1),
  ]
  const sales = await q.query<SalesRow>(SALES, [lojaId, ...span, zone])
  const receipts = await q.query<ReceiptRow>(RECEIPTS, [lojaId, ...span, zone, credits.map(({ cents }) => cents / 100)])
  return { bills: bills.rows, memos: memos.rows, sales: sales.rows, receipts: receipts.rows }
}
