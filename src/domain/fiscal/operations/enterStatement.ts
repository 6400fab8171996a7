import { formatMoney } from '../../../base/number.ts'
import { shareOut } from '../../../base/shareOut.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import {
  ApiError,
  changeRecords,
  inTransaction,
  lockOwnFields,
  nextVersion,
  noteChange,
  operation,
  requireStore,
  tableOf,
  type UnitOfWork,
  validationError,
} from '../../../server/domain.ts'
import { draftText } from '../core/public.ts'

/** Days of a statement: marketplaces settle by week or month. */
const MOST_DAYS = 31

/** A sale of the marketplace; amounts in cents. */
interface ChannelSale extends Record<string, unknown> {
  readonly id: string
  readonly valor: string
  /** Told by the order itself. */
  readonly retido: string | null
  /** Its note is authorised or on its way: the base in it stands. */
  readonly nota: boolean
}

const SALES = `SELECT m.id, round((m.total_bruto - m.total_desconto) * 100)::bigint::text AS valor, round(m.total_retido * 100)::bigint::text AS retido,
    EXISTS (SELECT FROM "NFCes" n WHERE n."lojaId" = $1 AND n."movimentoId" = m.id AND (n.situacao = 'AUTORIZADA' OR EXISTS
      (SELECT FROM "NFe_transmissaos" t WHERE t."lojaId" = $1 AND t."nfceId" = n.id AND t.estado = 'PENDENTE')))
    OR EXISTS (SELECT FROM "NFe_emissaos" e WHERE e."lojaId" = $1 AND e."movimentoId" = m.id AND e.situacao IN ('PROCESSAMENTO', 'AUTORIZADA')) AS nota
  FROM "Movimentos" m
  WHERE m."lojaId" = $1 AND m.canal_venda = $2 AND m."tipoMovimentoId" = 1 AND m.deletado_em IS NULL AND coalesce(m."deletadoPorId", 0) = 0
    AND m.total_bruto > m.total_desconto AND m.aberto_em >= $3::date::timestamp AT TIME ZONE $5 AND m.aberto_em < ($4::date + 1)::timestamp AT TIME ZONE $5
  ORDER BY m.id FOR UPDATE OF m`

/**
 * Enters what a marketplace kept by its statement of some days (LC 214/2025, art. 274, II): sales whose orders did not tell it and that have no note yet get
 * their share, by the value of their goods, and the rate that follows holds for later sales. Notes that stand keep their bases.
 */
export const enterStatement = operation({
  method: 'POST',
  path: 'intermediadores/extrato',
  title: 'Lançar o extrato de um marketplace',
  gate: 'cadastros_ver',
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      id: { type: 'integer', description: 'O intermediador' },
      inicio: { type: 'string', format: 'date', description: 'Primeiro dia do extrato' },
      fim: { type: 'string', format: 'date', description: `Último dia, até ${MOST_DAYS} dias depois` },
      retido: {
        type: 'number',
        minimum: 0,
        maximum: 9999999999.99,
        description: 'O que ele ficou das vendas desses dias: entrega e intermediação',
      },
    },
    required: ['id', 'inicio', 'fim', 'retido'],
  },
  output: {
    type: 'object',
    properties: {
      vendas: { type: 'integer', description: 'Vendas do canal nesses dias' },
      atualizadas: { type: 'integer', description: 'Sem nota, que receberam a sua parte' },
      retencao: { type: 'number', description: 'Percentual que vale daqui em diante' },
      resposta: { type: 'string' },
    },
    required: ['vendas', 'atualizadas', 'retencao', 'resposta'],
  },
  messages: ['not-found', ...['days', 'empty', 'too-high', 'told-more', 'entered'].map(code => `intermediary.statement-${code}`)],
  run: async ({ model, caller, input, writing }) => {
    const { id, inicio, fim } = input
    const days = (Date.parse(fim) - Date.parse(inicio)) / 86_400_000
    if (!(days >= 0 && days < MOST_DAYS))
      throw validationError([{ path: 'fim', code: 'intermediary.statement-days', params: { count: MOST_DAYS } }])
    const table = tableOf(model, 'intermediadores')
    return inTransaction(writing, table.register, async work => {
      const lojaId = requireStore(caller)
      const [own] = await lockOwnFields(table, [id], work)
      if (!own) throw new ApiError(404, 'not-found')
      const params = [lojaId, own.canal_venda, inicio, fim, caller.zone]
      const { rows } = await work.q.query<ChannelSale>(SALES, params)
      const shares = shareStatement(rows, BigInt(Math.round(input.retido * 100)))
      const open = shares.parts.filter(({ sale }) => !sale.nota)
      await putShares(lojaId, open, work)
      const retencao = shares.rate ?? Number(draftText(own.retencao) || 0)
      if (shares.rate !== undefined) await changeRecords(table, [id], { retencao }, work, { history: true })
      const said = { count: rows.length, open: open.length, rate: retencao.toLocaleString('pt-BR') }
      return {
        vendas: rows.length,
        atualizadas: open.length,
        retencao,
        resposta: formatMessage(model, 'intermediary.statement-entered', said),
      }
    })
  },
})

interface Share {
  readonly sale: ChannelSale
  /** In cents. */
  readonly part: bigint
}

/** Leaves to each sale that told nothing its part of the statement, by their value, and tells the rate that this comes to (percent, two decimals). */
function shareStatement(
  sales: readonly ChannelSale[],
  kept: bigint,
): { readonly parts: readonly Share[]; readonly rate?: number } {
  if (sales.length === 0) throw validationError([{ path: 'inicio', code: 'intermediary.statement-empty' }])
  const told = sales.reduce((sum, { retido }) => sum + BigInt(retido ?? 0), 0n)
  const silent = sales.filter(({ retido }) => retido === null)
  const value = silent.reduce((sum, { valor }) => sum + BigInt(valor), 0n)
  const rest = kept - told
  const refuse = (code: string, cents: bigint) =>
    validationError([
      { path: 'retido', code: `intermediary.statement-${code}`, params: { total: formatMoney(Number(cents) / 100) } },
    ])
  if (rest < 0n) throw refuse('told-more', told)
  if (rest > value) throw refuse('too-high', value + told)
  if (silent.length === 0) return { parts: [] }
  const parts = shareOut(
    rest,
    silent.map(({ valor }) => BigInt(valor)),
  )
  const rate = Number((rest * 20_000n + value) / (2n * value)) / 100
  return { parts: silent.map((sale, at) => ({ sale, part: parts[at] ?? 0n })), rate }
}

const PUT = `UPDATE "Movimentos" m SET total_retido = u.retido / 100.0, ${nextVersion('m.')}
  FROM unnest($2::bigint[], $3::bigint[]) AS u(id, retido) WHERE m."lojaId" = $1 AND m.id = u.id`

async function putShares(lojaId: number, shares: readonly Share[], work: UnitOfWork): Promise<void> {
  if (shares.length === 0) return
  const table = tableOf(work.model, 'Movimentos')
  const ids = shares.map(({ sale }) => Number(sale.id))
  const sales = await lockOwnFields(table, ids, work, 'all')
  await noteChange(table, sales, work, async () => {
    await work.q.query(PUT, [lojaId, ids, shares.map(({ part }) => part.toString())])
  })
}
