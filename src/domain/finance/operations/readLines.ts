import { formatDate } from '../../../base/dates.ts'
import { formatMoney } from '../../../base/number.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import {
  ApiError,
  inputOfStore,
  type NumbersOf,
  objectOf,
  operation,
  type Queries,
  requireStore,
} from '../../../server/domain.ts'
import { directionOf, type OpenLine } from '../bank/matching/proposal.ts'
import { billName } from '../bank/matching/proposalWords.ts'
import { rememberedBills } from '../bank/settling/rememberedBill.ts'

interface Line extends NumbersOf<'Conta_extratos', 'moedaId' | 'contaId'>, OpenLine {
  readonly vendas_em: string | null
}

const LINE = `SELECT id::float8 AS id, data::text AS day, round(100 * valor)::float8 AS cents, coalesce(memo, '') AS memo, coalesce(memo_chave, '') AS key,
  "proposta_moedaId"::float8 AS "moedaId", proposta_dia::text AS vendas_em, "proposta_contaId"::float8 AS "contaId"
  FROM "Conta_extratos" WHERE "lojaId" = $1 AND id = $2`

async function lineOf(q: Queries, lojaId: number, id: number): Promise<Line> {
  const [line] = (await q.query<Line>(LINE, [lojaId, id])).rows
  if (!line) throw new ApiError(404, 'not-found')
  return line
}

const input = inputOfStore({ id: { type: 'integer', minimum: 1 } })

interface Choice {
  readonly id: number
  readonly text: string
  readonly partner: string
  readonly day: string
  readonly value: number
  readonly paid: boolean
}

/** Bills that a line may settle: those of its value first, then the nearest in value and day. One that is paid has to be of its value. */
const CHOICES = `SELECT c.id::float8 AS id, coalesce(c.descricao, '') AS text, coalesce(p.nome_fantasia, '') AS partner, c.pago IS TRUE AS paid,
    (CASE WHEN c.pago THEN c.pagamento ELSE c.vencimento END)::text AS day, (CASE WHEN c.pago THEN c.valor_pago ELSE c.valor END)::float8 AS value
  FROM "Conta" c LEFT JOIN parceiros p ON p."lojaId" = c."lojaId" AND p.id = c."parceiroId"
  WHERE c."lojaId" = $1 AND c.tipo = $2 AND c.perda IS NOT TRUE AND c."caixaId" IS NULL AND c."extratoId" IS NULL AND (c.pago IS NOT TRUE OR c.valor_pago = $3::numeric)
    AND abs((CASE WHEN c.pago THEN c.pagamento ELSE c.vencimento END) - $4::date) <= 180
    AND NOT EXISTS (SELECT FROM "Conta_extratos" e WHERE e."lojaId" = $1 AND e."contaId" = c.id)
  ORDER BY c.id = $5 DESC, abs((CASE WHEN c.pago THEN c.valor_pago ELSE c.valor END) - $3::numeric), abs((CASE WHEN c.pago THEN c.pagamento ELSE c.vencimento END) - $4::date), c.id
  LIMIT 50`

/** Bills to choose from for a line, the likeliest first. */
export const billsForLine = operation({
  method: 'GET',
  path: 'Conta_extratos/candidatas',
  title: 'Contas a que um lançamento do banco pode corresponder',
  gate: 'contas_ver',
  input,
  output: objectOf({
    contaId: { type: ['integer', 'null'], description: 'A mais provável' },
    contas: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' }, texto: { type: 'string' } } } },
  }),
  messages: ['not-found'],
  async run({ model, caller, input: { id }, database }) {
    const lojaId = requireStore(caller)
    const say = (code: string, params = {}): string => formatMessage(model, code, params)
    return database.read({ stores: [lojaId] }, async q => {
      const line = await lineOf(q, lojaId, id)
      const value = Math.abs(line.cents) / 100
      const { rows } = await q.query<Choice>(CHOICES, [lojaId, directionOf(line.cents), value, line.day, line.contaId])
      const [first] = rows
      const contas = rows.map(choice => ({ id: choice.id, texto: choiceText(choice, value, say) }))
      return { contaId: first?.value === value ? first.id : null, contas }
    })
  },
})

function choiceText(
  { text, partner, day, value, paid }: Choice,
  wanted: number,
  say: (code: string, params?: object) => string,
): string {
  const name = billName({ text, partner }, say)
  const parts = [name, formatMoney(value), say(paid ? 'bank.choice-paid' : 'bank.choice-due', { day: formatDate(day) })]
  const more = Math.round((wanted - value) * 100) / 100
  if (more !== 0)
    parts.push(say(more > 0 ? 'bank.choice-interest' : 'bank.choice-discount', { value: formatMoney(Math.abs(more)) }))
  return parts.join(', ')
}

/** Currencies that reach the bank. */
const CURRENCIES = `SELECT id::float8 AS id, nome FROM moedas WHERE "lojaId" = $1 AND status IS NOT FALSE AND cod_sat <> '01' ORDER BY nome`

/** The proposed fields of a line that is noted as a new bill or as sales: those of the same memo the last time, else the line's own. */
export const proposedRecord = operation({
  method: 'GET',
  path: 'Conta_extratos/proposta',
  title: 'Como um lançamento do banco seria lançado',
  gate: 'contas_ver',
  input,
  output: {
    type: 'object',
    properties: {
      descricao: { type: 'string' },
      classificacaoId: { type: ['integer', 'null'] },
      centroCustoId: { type: ['integer', 'null'] },
      parceiroId: { type: ['integer', 'null'] },
      moedaId: { type: ['integer', 'null'] },
      moedas: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' }, nome: { type: 'string' } } } },
      vendas_em: { type: 'string' },
    },
    required: ['descricao', 'moedas'],
  },
  messages: ['not-found'],
  async run({ caller, input: { id }, database }) {
    const lojaId = requireStore(caller)
    return database.read({ stores: [lojaId] }, async q => {
      const line = await lineOf(q, lojaId, id)
      const known = (await rememberedBills([line], { q, caller })).get(id)
      const words = known ?? { descricao: line.memo, classificacaoId: null, centroCustoId: null, parceiroId: null }
      const { rows: moedas } = await q.query(CURRENCIES, [lojaId])
      return { ...words, moedaId: line.moedaId, moedas, vendas_em: line.vendas_em ?? line.day }
    })
  },
})

/** Bills that a dialog has room for. */
const mostParts = 20

/** Open bills that a line may pay together or in part, the likeliest first; the line is proposed to them in that order. */
export const partsOfLine = operation({
  method: 'GET',
  path: 'Conta_extratos/partes',
  title: 'Contas em aberto entre as quais um lançamento do banco se divide',
  gate: 'contas_ver',
  input,
  output: objectOf({
    lancamento: { type: 'number', description: 'O que as partes somam' },
    contas: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          contaId: { type: 'integer' },
          texto: { type: 'string' },
          aberto: { type: 'number' },
          valor: { type: 'number', description: 'Quanto se propõe pagar' },
        },
      },
    },
  }),
  messages: ['not-found'],
  async run({ model, caller, input: { id }, database }) {
    const lojaId = requireStore(caller)
    const say = (code: string, params = {}): string => formatMessage(model, code, params)
    return database.read({ stores: [lojaId] }, async q => {
      const line = await lineOf(q, lojaId, id)
      const params = [lojaId, directionOf(line.cents), Math.abs(line.cents) / 100, line.day, line.contaId]
      const open = (await q.query<Choice>(CHOICES, params)).rows.filter(({ paid }) => !paid).slice(0, mostParts)
      let left = Math.abs(line.cents)
      const contas = open.map(({ id, text, partner, day, value }) => {
        const part = Math.min(left, Math.round(value * 100))
        left -= part
        const texto = `${billName({ text, partner }, say)}, ${say('bank.choice-due', { day: formatDate(day) })}`
        return { contaId: id, texto, aberto: value, valor: part / 100 }
      })
      return { lancamento: Math.abs(line.cents) / 100, contas }
    })
  },
})
