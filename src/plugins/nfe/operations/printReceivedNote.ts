import { receivedDocuments } from '../../../domain/fiscal/public.ts'
import { ApiError, inputOfStore, operation, requireStore } from '../../../server/plugin.ts'
import { drawingRefusals, drawnPaper, paperReply } from '../printing/drawnPaper.ts'

/** The DANFE of a supplier's note, drawn from its XML. */
export const printReceivedNote = operation({
  method: 'GET',
  path: 'nfes/danfe',
  title: 'Imprimir o DANFE de uma NF-e recebida',
  gate: 'estoque_ver || contador_ver',
  input: inputOfStore({ nfeId: { type: 'integer' } }),
  output: { type: 'string', format: 'binary', description: 'PDF' },
  spends: 'documents',
  messages: ['received.xml-missing', ...drawingRefusals],
  async run({ caller, input: { nfeId }, database, signal, writing }) {
    const lojaId = requireStore(caller)
    const reader = receivedDocuments.of(writing.service)
    const note = await database.read({ stores: [lojaId] }, async q => reader?.read(q, lojaId, nfeId))
    const paper = note && (await drawnPaper({ of: 'note', note }, { lojaId, signal }))
    if (!paper) throw new ApiError(404, 'received.xml-missing')
    return paperReply(paper)
  },
})
