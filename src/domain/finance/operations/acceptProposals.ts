import { ApiError, inputOfStore, operation, runWrite, tableOf, type UnitOfWork } from '../../../server/domain.ts'
import { type HeldLine, holdLines, holdOpenLine } from '../bank/settling/heldLines.ts'
import { holdBills, payBill } from '../bank/settling/payBill.ts'
import { rememberedBills } from '../bank/settling/rememberedBill.ts'
import { billOfLine, type SettledLine, settleLines } from '../bank/settling/settleLines.ts'
import { settledOutput, settledReply } from './settledReply.ts'

/** Lines of a long page. */
const MOST = 500

/** Settles lines by what is proposed for them, as it still holds. Of several, those without a certain proposal stay and are counted. */
export const acceptProposals = operation({
  method: 'POST',
  path: 'Conta_extratos/aceitar',
  title: 'Aceitar o que se propõe para lançamentos do banco',
  gate: 'contas_ver',
  input: inputOfStore(
    {
      ids: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: MOST },
      contaId: { type: 'integer', description: 'A conta proposta que se viu, de um lançamento só: outra não é aceita' },
    },
    ['ids'],
  ),
  output: settledOutput,
  messages: [
    'not-found',
    'bank.line-done',
    'bank.line-ignored',
    'bank.no-proposal',
    'bank.choose-one',
    'bank.proposal-changed',
    'bank.bill-gone',
    'bank.none-to-accept',
  ],
  async run({ model, input: { ids, contaId }, writing }) {
    return runWrite(writing, tableOf(model, 'Conta_extratos').register, async work => {
      const [only] = ids
      const single = ids.length === 1 && only !== undefined
      const lines = single
        ? [await holdOpenLine(only, work)]
        : (await holdLines(ids, work)).filter(({ state }) => state === 'CONCILIAR')
      const settled = await acceptedOf(lines, work, { single, seen: contaId })
      if (settled.length === 0) throw new ApiError(422, 'bank.none-to-accept')
      await settleLines(settled, work)
      return settledReply(
        settled.map(({ line }) => line),
        new Set(ids).size - settled.length,
        work,
      )
    })
  },
})

interface How {
  /** Told why it cannot be, where it is one. */
  readonly single: boolean
  readonly seen: number | undefined
}

async function acceptedOf(lines: readonly HeldLine[], work: UnitOfWork, { single, seen }: How): Promise<SettledLine[]> {
  const bills = await holdBills(
    lines.flatMap(({ proposal, proposedBill }) => (proposal === 'CONTA' && proposedBill !== null ? [proposedBill] : [])),
    work,
  )
  const known = await rememberedBills(
    lines.filter(({ proposal }) => proposal === 'NOVA'),
    work,
  )
  const accept = (line: HeldLine): SettledLine => {
    const { proposal, proposedBill, proposedCurrency, proposedDay } = line
    if (seen !== undefined && seen !== proposedBill) throw new ApiError(409, 'bank.proposal-changed')
    if (proposal === 'CONTA') return { line, ...payBill(line, bills.get(proposedBill ?? 0), false) }
    const words = known.get(line.id)
    if (proposal === 'NOVA' && words) return { line, settlement: { fez: 'CRIOU' }, bill: billOfLine(line, words) }
    if (proposal === 'VENDAS' && proposedCurrency !== null && proposedDay !== null)
      return { line, settlement: { fez: 'VENDAS', moedaId: proposedCurrency, vendas_em: proposedDay } }
    throw new ApiError(422, proposal === 'VARIAS' ? 'bank.choose-one' : 'bank.no-proposal')
  }
  return lines.flatMap(line => {
    try {
      return [accept(line)]
    } catch (error) {
      if (single || !(error instanceof ApiError)) throw error
      return []
    }
  })
}
