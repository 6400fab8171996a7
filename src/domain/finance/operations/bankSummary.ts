import { formatDate } from '../../../base/dates.ts'
import { formatMoney } from '../../../base/number.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import { type ColumnOf, inTransaction, objectOf, operation, requireStore, tableOf } from '../../../server/domain.ts'
import { proposeLines } from '../bank/matching/proposeLines.ts'

interface Sums {
  readonly name: ColumnOf<'Conta_bancos', 'nome'>
  readonly from: string
  readonly to: string
  readonly statement: number
  readonly settled: number
  readonly waiting: number
  readonly open: number
  readonly balance: number | null
  readonly balanceDay: string | null
}

/** Accounts that are told one by one: the others are counted. */
const MOST_TOLD = 4

const SUMS = `SELECT b.nome AS name, min(e.data)::text AS "from", max(e.data)::text AS "to", sum(e.valor)::float8 AS statement,
    coalesce(sum(e.valor) FILTER (WHERE e.situacao = 'CONCILIADO'), 0)::float8 AS settled, count(*) FILTER (WHERE e.situacao = 'CONCILIAR')::float8 AS waiting,
    coalesce(sum(e.valor) FILTER (WHERE e.situacao = 'CONCILIAR'), 0)::float8 AS open, b.saldo::float8 AS balance, b.saldo_em::text AS "balanceDay"
  FROM "Conta_extratos" e JOIN "Conta_bancos" b ON b."lojaId" = e."lojaId" AND b.id = e."bancoId"
  WHERE e."lojaId" = $1 GROUP BY b.id, b.nome, b.saldo, b.saldo_em ORDER BY max(e.data) DESC, b.nome`

/** Statement against what is reconciled, an account a sentence. */
export const bankSummary = operation({
  method: 'GET',
  path: 'Conta_extratos/resumo',
  title: 'Extrato e conciliado, por conta bancária',
  gate: 'contas_ver',
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output: objectOf({ texto: { type: 'string' } }),
  messages: ['bank.summary', 'bank.summary-more'],
  async run({ model, caller, database }) {
    const lojaId = requireStore(caller)
    const { rows } = await database.read({ stores: [lojaId] }, q => q.query<Sums>(SUMS, [lojaId]))
    const texts = rows.slice(0, MOST_TOLD).map(sums => {
      const { name, from, to, statement, settled, waiting, open, balance, balanceDay } = sums
      const told = formatMessage(model, 'bank.summary', {
        account: name,
        from: formatDate(from),
        to: formatDate(to),
        statement: formatMoney(statement),
        settled: formatMoney(settled),
        open: formatMoney(open),
        count: waiting,
      })
      if (balance === null || balanceDay === null) return told
      return `${told} ${formatMessage(model, 'bank.summary-balance', { balance: formatMoney(balance), day: formatDate(balanceDay) })}`
    })
    const count = rows.length - texts.length
    return { texto: [...texts, ...(count > 0 ? [formatMessage(model, 'bank.summary-more', { count })] : [])].join(' ') }
  },
})

/** Thinks of all lines that wait anew: sales may have come since, or bills that an import brought. */
export const proposeAgain = operation({
  method: 'POST',
  path: 'Conta_extratos/propor',
  title: 'Procurar de novo a que correspondem os lançamentos do banco',
  gate: 'contas_ver',
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output: objectOf({ mudaram: { type: 'integer' } }),
  messages: [],
  run: ({ model, writing }) =>
    inTransaction(writing, tableOf(model, 'Conta_extratos').register, async work => ({
      mudaram: await proposeLines(work, 'all'),
    })),
})
