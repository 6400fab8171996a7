import { dayOf } from '../../../base/dates.ts'
import { foldText } from '../../../base/text.ts'
import type { RowOf } from '../../../server/domain.ts'
import { readMatchContext } from '../bank/matching/matchContext.ts'
import { memoKey } from '../bank/matching/memoWords.ts'
import { keepProposals, type ProposalContext } from '../bank/matching/proposeLines.ts'

interface DemoBill {
  readonly text: string
  readonly partner: string
  readonly day: string
  readonly cents: number
}

/** Bills that went through the bank in the last three weeks, some of which nobody noted as paid. */
const BILLS = `SELECT coalesce(c.descricao, '') AS text, coalesce(p.nome_fantasia, '') AS partner, (CASE WHEN c.pago THEN c.pagamento ELSE c.vencimento END)::text AS day,
    round(100 * CASE WHEN c.pago THEN c.valor_pago ELSE c.valor END * CASE c.tipo WHEN 'PAGAR' THEN -1 ELSE 1 END)::float8 AS cents
  FROM "Conta" c LEFT JOIN parceiros p ON p."lojaId" = c."lojaId" AND p.id = c."parceiroId"
  WHERE c."lojaId" = $1 AND c.perda IS NOT TRUE AND c."caixaId" IS NULL
    AND (CASE WHEN c.pago THEN c.pagamento ELSE c.vencimento END) BETWEEN $2::date - 21 AND $2::date - 1
  ORDER BY c.pago IS TRUE, 3, c.id LIMIT 14`

interface DemoLine {
  readonly day: string
  readonly cents: number
  readonly memo: string
}

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

/** A statement of a store's last weeks: bills, acquirers' payments for the sales, and fees that are nobody's bill yet. */
export async function loadBankStatement(context: ProposalContext, now: Date): Promise<void> {
  const { q, lojaId, zone } = context
  const today = dayOf(now.toISOString(), zone)
  const { rows: bills } = await q.query<DemoBill>(BILLS, [lojaId, today])
  const span = { id: 0, cents: 1, memo: '', key: '' }
  const { sales } = await readMatchContext(q, lojaId, zone, [
    { ...span, day: dayBefore(today, 9) },
    { ...span, day: today },
  ])
  const paid = sales.filter(({ day, delay }) => delay === 1 && day >= dayBefore(today, 8) && day < dayBefore(today, 1))
  const lines: DemoLine[] = [
    ...bills.map(({ text, partner, day, cents }) => ({
      day,
      cents,
      memo: `${cents < 0 ? 'PAGTO BOLETO' : 'PIX RECEBIDO'} ${partner || text}`,
    })),
    ...paid.map(({ currency, day, net }) => ({ day: dayBefore(day, -1), cents: net, memo: `STONE PAGAMENTOS ${currency}` })),
    { day: dayBefore(today, 15), cents: -4_990, memo: 'TARIFA PACOTE SERVICOS' },
    { day: dayBefore(today, 3), cents: -1_250, memo: 'TARIFA EMISSAO BOLETO' },
    { day: dayBefore(today, 4), cents: -38_700, memo: 'PIX ENVIADO J C REFRIGERACAO' },
  ]
  const rows = lines.map(({ day, cents, memo }, at) => {
    const shown = foldText(memo).toUpperCase().slice(0, 80)
    return {
      data: day,
      valor: cents / 100,
      memo: shown,
      chave: memoKey(shown),
      fitid: `DEMO${at + 1}`,
      tipo: cents < 0 ? 'DEBIT' : 'CREDIT',
    }
  })
  const account = await q.query<RowOf<'Conta_bancos', 'id'>>(
    `INSERT INTO "Conta_bancos" ("lojaId", nome, tipo, identificacao) VALUES ($1, 'Itaú 12345-6', 'CORRENTE', '341 / 12345-6') RETURNING id`,
    [lojaId],
  )
  await q.query(
    `INSERT INTO "Conta_extratos" ("lojaId", "bancoId", data, valor, memo, memo_chave, fitid, tipo, situacao, valor_conciliado)
     SELECT $1, $2, r.data, r.valor, r.memo, r.chave, r.fitid, r.tipo, 'CONCILIAR', 0
     FROM jsonb_to_recordset($3::jsonb) r(data date, valor numeric, memo text, chave text, fitid text, tipo text) ORDER BY r.data`,
    [lojaId, account.rows[0]?.id, JSON.stringify(rows)],
  )
  await keepProposals(context, 'all')
}
