import { formatMessage } from '../../../../model/formatMessage.ts'
import type { Model } from '../../../../model/model.ts'
import { type Queries, type RowOf, requireStore, tableOf, type UnitOfWork } from '../../../../server/domain.ts'
import { readMatchContext } from './matchContext.ts'
import { matchLines } from './matchLines.ts'
import type { OpenLine, Proposal } from './proposal.ts'
import { proposalText } from './proposalWords.ts'

/** Which lines are to be thought of anew: these, those that a bill was proposed to, those of a value. */
export interface ProposalScope {
  readonly lines: readonly number[]
  readonly bills: readonly number[]
  /** Amounts in reais, with their sign. */
  readonly values: readonly number[]
}

/** Lines beside those that changed, and more of them for each value: shops have fewer of one value, and each bill that is saved thinks of them anew. */
const MOST_OTHERS = 1000
const MOST_OF_VALUE = 20

/** With a line all others of its value: what is certain of one is not of the next. Of very many the latest. */
const LINES = `SELECT e.id::float8 AS id, e.data::text AS day, round(100 * e.valor)::float8 AS cents, coalesce(e.memo, '') AS memo, coalesce(e.memo_chave, '') AS key
  FROM "Conta_extratos" e
  WHERE e."lojaId" = $1 AND e.situacao = 'CONCILIAR' AND (e.valor = ANY ($4::numeric[]) OR e.valor IN (
    SELECT o.valor FROM "Conta_extratos" o
    WHERE o."lojaId" = $1 AND o.situacao = 'CONCILIAR' AND (o.id = ANY ($2::bigint[]) OR o."proposta_contaId" = ANY ($3::bigint[]))))
  ORDER BY e.id = ANY ($2::bigint[]) OR e."proposta_contaId" = ANY ($3::bigint[]) DESC NULLS LAST, e.data DESC, e.id LIMIT $5`

const ALL = `SELECT id::float8 AS id, data::text AS day, round(100 * valor)::float8 AS cents, coalesce(memo, '') AS memo, coalesce(memo_chave, '') AS key
  FROM "Conta_extratos" WHERE "lojaId" = $1 AND situacao = 'CONCILIAR' ORDER BY id`

const KEEP = `UPDATE "Conta_extratos" e SET proposta = u.proposta, proposta_texto = u.texto, "proposta_contaId" = u.conta, "proposta_moedaId" = u.moeda, proposta_dia = u.dia
  FROM jsonb_to_recordset($2::jsonb) u(id bigint, proposta text, texto text, conta bigint, moeda bigint, dia date)
  WHERE e."lojaId" = $1 AND e.id = u.id
    AND (e.proposta, e.proposta_texto, e."proposta_contaId", e."proposta_moedaId", e.proposta_dia) IS DISTINCT FROM (u.proposta, u.texto, u.conta, u.moeda, u.dia)
  RETURNING e.id::text`

/** Thinks of waiting lines anew and keeps what is proposed for them; gives how many changed. Nothing is settled by it. */
export async function proposeLines(work: UnitOfWork, scope: ProposalScope | 'all'): Promise<number> {
  const lojaId = requireStore(work.caller)
  const { register } = tableOf(work.model, 'Conta_extratos')
  const changed = await keepProposals({ q: work.q, model: work.model, lojaId, zone: work.caller.zone }, scope)
  for (const id of changed) work.changes.push({ register, lojaId, id })
  return changed.length
}

/** Where lines are thought of. */
export interface ProposalContext {
  readonly q: Queries
  readonly model: Model
  readonly lojaId: number
  readonly zone: string
}

/** The same without telling anybody: gives the lines that changed. */
export async function keepProposals(
  { q, model, lojaId, zone }: ProposalContext,
  scope: ProposalScope | 'all',
): Promise<string[]> {
  const lines = await linesOf(q, lojaId, scope)
  if (lines.length === 0) return []
  const proposals = matchLines(lines, await readMatchContext(q, lojaId, zone, lines))
  const say = (code: string, params = {}): string => formatMessage(model, code, params)
  const rows = [...proposals].map(([id, proposal]) => ({
    id,
    proposta: proposal.kind,
    texto: proposalText(proposal, say).slice(0, 500),
    ...referencesOf(proposal),
  }))
  const kept = await q.query<RowOf<'Conta_extratos', 'id'>>(KEEP, [lojaId, JSON.stringify(rows)])
  return kept.rows.map(({ id }) => id)
}

async function linesOf(q: Queries, lojaId: number, scope: ProposalScope | 'all'): Promise<readonly OpenLine[]> {
  if (scope === 'all') return (await q.query<OpenLine>(ALL, [lojaId])).rows
  const { lines, bills, values } = scope
  const most = lines.length + bills.length + MOST_OTHERS + MOST_OF_VALUE * values.length
  return (await q.query<OpenLine>(LINES, [lojaId, lines, bills, values, most])).rows.toSorted((a, b) => a.id - b.id)
}

function referencesOf(proposal: Proposal): { conta: number | null; moeda: number | null; dia: string | null } {
  const bill = proposal.kind === 'CONTA' ? proposal.fit.bill : proposal.kind === 'VARIAS' ? proposal.fits[0]?.bill : undefined
  const sales = proposal.kind === 'VENDAS' ? proposal.sales : undefined
  return { conta: bill?.id ?? null, moeda: sales?.currencyId ?? null, dia: sales?.day ?? null }
}
