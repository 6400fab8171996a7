import { completeDemo, storedNotes } from '../../../domain/fiscal/public.ts'
import { ApiError, inputOfStore, operation, requireStore } from '../../../server/plugin.ts'
import { drawingRefusals, drawnPaper, paperReply } from '../printing/drawnPaper.ts'

/** The paper of a consumer's note as a PDF for a roll. */
export const printDanfce = operation({
  method: 'GET',
  path: 'nfces/danfce',
  title: 'Imprimir o DANFE de uma NFC-e',
  gate: 'pdv_relatorios || contador_ver',
  input: inputOfStore(
    {
      nfceId: { type: 'integer' },
      largura: { type: 'integer', enum: [58, 80], description: 'Largura da bobina em milímetros: 80 quando falta' },
    },
    ['nfceId'],
  ),
  output: { type: 'string', format: 'binary', description: 'PDF' },
  spends: 'documents',
  messages: ['nfce.xml-missing', 'nfce.paper-missing', ...drawingRefusals],
  async run({ caller, input: { nfceId, largura: width = 80 }, database, signal, writing }) {
    const lojaId = requireStore(caller)
    await completeDemo(writing.service, lojaId, { id: nfceId })
    const reader = storedNotes.of(writing.service)
    const stored = await database.read({ stores: [lojaId] }, async q => reader?.read(q, lojaId, nfceId))
    if (!stored) throw new ApiError(404, 'nfce.xml-missing')
    const { document: note, cancellation } = stored
    const paper = await drawnPaper({ of: 'roll', note, cancellation, width }, { lojaId, signal })
    if (!paper) throw new ApiError(404, 'nfce.paper-missing')
    return paperReply(paper)
  },
})
