import { receivedDocuments } from '../../../domain/fiscal/public.ts'
import { ApiError, OperationReply, operation, requireStore } from '../../../server/plugin.ts'
import { paperOfNote } from '../danfe/notePapers.ts'

interface Input {
  readonly nfeId: number
}

/** The DANFE of a supplier's note, drawn from its XML. */
export const printReceivedNote = operation<Input>({
  method: 'GET',
  path: 'nfes/danfe',
  title: 'Imprimir o DANFE de uma NF-e recebida',
  gate: 'estoque_ver',
  input: {
    type: 'object',
    properties: { lojaId: { type: 'integer' }, nfeId: { type: 'integer' } },
    required: ['nfeId'],
  },
  output: { type: 'string', format: 'binary', description: 'PDF' },
  spends: 'documents',
  messages: ['received.xml-missing'],
  async run({ caller, input: { nfeId }, database, writing }) {
    const lojaId = requireStore(caller)
    const reader = receivedDocuments.of(writing.service)
    const document = await database.read({ stores: [lojaId] }, async q => reader?.read(q, lojaId, nfeId))
    const paper = document && (await paperOfNote(document))
    if (!paper) throw new ApiError(404, 'received.xml-missing')
    return new OperationReply(paper.bytes, {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${paper.name}"`,
    })
  },
})
