import {
  ApiError,
  inputOfStore,
  lockRecords,
  objectOf,
  operation,
  removeRecords,
  runWrite,
  tableOf,
  writeOneRecord,
} from '../../../server/domain.ts'
import { holdLines } from '../bank/settling/heldLines.ts'
import { joinLine } from '../bank/settling/joinLine.ts'
import { saveLines } from '../bank/settling/settleLines.ts'

/** Takes a reconciliation back, however long ago it was: with it goes the payment that it noted, or the bill that it made, where these are as it left them. */
export const reopenLine = operation({
  method: 'POST',
  path: 'Conta_extratos/desfazer',
  title: 'Desfazer a conciliação de um lançamento do banco',
  gate: 'contas_ver',
  input: inputOfStore({ id: { type: 'integer' } }),
  output: objectOf({
    id: { type: 'integer' },
    contaId: { type: ['integer', 'null'], description: 'A conta que voltou a ficar em aberto' },
  }),
  messages: ['not-found', 'bank.line-open'],
  async run({ model, input: { id }, writing }) {
    const table = tableOf(model, 'Conta')
    return runWrite(writing, tableOf(model, 'Conta_extratos').register, async work => {
      const [line] = await holdLines([id], work)
      if (line?.state !== 'CONCILIADO') throw new ApiError(422, 'bank.line-open')
      const [bill] = line.bill === null ? [] : await lockRecords(table, [line.bill], work)
      const nothing = { contaId: null, moedaId: null, vendas_em: null, fez: null, conciliado_por: null, conciliado_em: null }
      await saveLines([{ id, situacao: 'CONCILIAR', ...nothing }], work)
      if (line.did === 'DIVIDIU') return { id, contaId: await joinLine(id, work) }
      const asItWas =
        bill?.pago === true && bill.pagamento === line.day && Math.round(Number(bill.valor_pago) * 100) === Math.abs(line.cents)
      if (!bill || !asItWas || line.did === 'LIGOU') return { id, contaId: null }
      if (line.did === 'CRIOU') {
        await removeRecords([bill.id], table, work)
        return { id, contaId: null }
      }
      await writeOneRecord({ id: bill.id, pago: false }, table, work)
      return { id, contaId: Number(bill.id) }
    })
  },
})
