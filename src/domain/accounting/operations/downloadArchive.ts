import { ApiError, inputOfStore, OperationReply, operation, requireStore } from '../../../server/domain.ts'
import { completeDemo, daysOfMonth } from '../../fiscal/public.ts'
import { archiveName, monthFile } from '../archive/monthFile.ts'
import { zipMonth } from '../archive/zipMonth.ts'

/** A month's documents as one file, made of what is stored now: a late cancellation is in it. */
export const downloadArchive = operation({
  method: 'GET',
  path: 'Contador_arquivo/download',
  title: 'Baixar os documentos fiscais de um mês',
  gate: 'cadastros_ver || contador_ver',
  input: inputOfStore({ arquivoId: { type: 'integer' } }),
  output: { type: 'string', format: 'binary', description: 'ZIP' },
  messages: ['not-found', 'accountant.no-documents'],
  async run({ caller, input: { arquivoId }, database, writing }) {
    const lojaId = requireStore(caller)
    const { mes } = await database.read({ stores: [lojaId] }, q => monthFile(q, lojaId, arquivoId))
    await completeDemo(writing.service, lojaId, daysOfMonth(lojaId, mes))
    const found = await database.read({ stores: [lojaId] }, async q => {
      return { mes, zipped: await zipMonth(q, { lojaId, mes, zone: caller.zone }) }
    })
    if (!found.zipped) throw new ApiError(404, 'accountant.no-documents')
    return new OperationReply(found.zipped.bytes, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${archiveName(found.mes)}"`,
    })
  },
})
