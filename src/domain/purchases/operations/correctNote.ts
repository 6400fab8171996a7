import { inTransaction, OperationReply, operation, readForCaller, requireStore, tableOf } from '../../../server/domain.ts'
import { correctEntry } from '../correcting/correctEntry.ts'
import { passEntryPoint } from '../receiving/crashPoints.ts'
import { enterNote, entryOutput, entryProperties } from './enterNote.ts'

/** Corrects an entry that was made: products, factors, prices and codes of its items, and its bills as long as none is paid. */
export const correctNote = operation({
  method: 'POST',
  path: 'nfes/corrigirEntrada',
  title: 'Corrigir a entrada de uma NF-e recebida',
  gate: 'estoque_ver',
  input: {
    type: 'object',
    properties: { ...entryProperties, id: { type: 'integer', description: 'A nota; sem ela, a dos itens' } },
  },
  output: entryOutput,
  largest: 2_000_000,
  messages: [...(enterNote.messages ?? []), 'received.not-entered', 'received.bills-paid'],
  async run({ model, caller, input, database, writing }) {
    const lojaId = requireStore(caller)
    const id = await inTransaction(writing, tableOf(model, 'nfes').register, work => correctEntry(lojaId, input, work))
    passEntryPoint('correction-stands')
    return new OperationReply(await database.read({ stores: [lojaId] }, q => readForCaller(q, { model, caller }, 'nfes', id)), {})
  },
})
