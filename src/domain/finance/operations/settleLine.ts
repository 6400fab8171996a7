import { type OperationContext, objectOf, operation, runWrite, tableOf, type UnitOfWork } from '../../../server/domain.ts'
import { type HeldLine, holdOpenLine } from '../bank/settling/heldLines.ts'
import { holdBills, payBill } from '../bank/settling/payBill.ts'
import { billOfLine, type SettledLine, settleLines } from '../bank/settling/settleLines.ts'
import { splitLine } from '../bank/settling/splitLine.ts'
import { settledOutput, settledReply } from './settledReply.ts'

const line = { lojaId: { type: 'integer' }, id: { type: 'integer', description: 'O lançamento do banco' } }

const lineMessages = ['not-found', 'bank.line-done', 'bank.line-ignored', 'bank.line-of-statement']

/** Settles a line by the bill that somebody chose. What it has more or less than the bill is interest or discount. */
export const settleByBill = operation({
  method: 'POST',
  path: 'Conta_extratos/conciliar',
  title: 'Conciliar um lançamento do banco com uma conta',
  gate: 'contas_ver',
  input: { type: 'object', properties: { ...line, contaId: { type: 'integer' } }, required: ['id', 'contaId'] },
  output: settledOutput,
  messages: [
    ...lineMessages,
    'bank.bill-gone',
    'bank.bill-lost',
    'bank.bill-pays',
    'bank.bill-receives',
    'bank.bill-other-value',
  ],
  run: running =>
    settleOne(running, async (held, work) => {
      const { contaId } = running.input
      return payBill(held, (await holdBills([contaId], work)).get(contaId), true)
    }),
})

/** Settles a line by several bills, or by a part of one: what is left of it stays open. */
export const settleByParts = operation({
  method: 'POST',
  path: 'Conta_extratos/dividir',
  title: 'Dividir um lançamento do banco entre contas',
  gate: 'contas_ver',
  input: {
    type: 'object',
    properties: {
      ...line,
      contas: {
        type: 'array',
        minItems: 1,
        maxItems: 50,
        items: objectOf({
          contaId: { type: 'integer' },
          valor: {
            type: ['number', 'null'],
            minimum: 0,
            maximum: 9999999999.99,
            description: 'Quanto do lançamento paga esta conta',
          },
        }),
      },
    },
    required: ['id', 'contas'],
  },
  output: settledOutput,
  messages: [
    ...lineMessages,
    ...['bill-gone', 'bill-lost', 'bill-pays', 'bill-receives', 'split-sum', 'split-more', 'split-twice'].map(
      code => `bank.${code}`,
    ),
  ],
  run: ({ model, input: { id, contas }, writing }) =>
    runWrite(writing, tableOf(model, 'Conta_extratos').register, async work => {
      const held = await holdOpenLine(id, work)
      const parts = contas.map(({ contaId, valor }) => ({ contaId, valor: valor ?? 0 }))
      await splitLine(held, parts, work)
      return settledReply([held], 0, work)
    }),
})

/** Settles a line by a new bill, paid on its day. */
export const settleByNewBill = operation({
  method: 'POST',
  path: 'Conta_extratos/lancar',
  title: 'Lançar uma conta paga a partir de um lançamento do banco',
  gate: 'contas_ver',
  input: {
    type: 'object',
    properties: {
      ...line,
      descricao: { type: 'string', maxLength: 255 },
      classificacaoId: { type: 'integer' },
      centroCustoId: { type: 'integer' },
      parceiroId: { type: 'integer' },
    },
    required: ['id', 'classificacaoId', 'centroCustoId'],
  },
  output: settledOutput,
  messages: lineMessages,
  run: running =>
    settleOne(running, async held => {
      const { descricao = '', classificacaoId, centroCustoId, parceiroId = null } = running.input
      const words = { descricao: descricao.trim() || held.memo, classificacaoId, centroCustoId, parceiroId }
      return { settlement: { fez: 'CRIOU' }, bill: billOfLine(held, words) }
    }),
})

/** Settles a line as what sales brought: they are counted already, and no bill is made. */
export const settleBySales = operation({
  method: 'POST',
  path: 'Conta_extratos/vendas',
  title: 'Reconhecer um lançamento do banco como recebimento de vendas',
  gate: 'contas_ver',
  input: {
    type: 'object',
    properties: { ...line, moedaId: { type: 'integer' }, vendas_em: { type: 'string', format: 'date' } },
    required: ['id', 'moedaId'],
  },
  output: settledOutput,
  messages: lineMessages,
  run: running =>
    settleOne(running, async held => {
      const { moedaId, vendas_em = held.day } = running.input
      return { settlement: { fez: 'VENDAS', moedaId, vendas_em } }
    }),
})

async function settleOne<I extends { readonly id: number }>(
  { model, input: { id }, writing }: OperationContext<I>,
  how: (held: HeldLine, work: UnitOfWork) => Promise<Omit<SettledLine, 'line'>>,
) {
  return runWrite(writing, tableOf(model, 'Conta_extratos').register, async work => {
    const held = await holdOpenLine(id, work)
    await settleLines([{ line: held, ...(await how(held, work)) }], work)
    return settledReply([held], 0, work)
  })
}
