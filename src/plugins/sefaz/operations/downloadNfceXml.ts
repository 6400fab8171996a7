import { completeDemo } from '../../../domain/fiscal/public.ts'
import { ApiError, inputOfStore, OperationReply, operation, requireStore } from '../../../server/plugin.ts'
import { storedXml } from '../transmission/storedXml.ts'

/** The XML of a note, of its cancellation or of a voided number, with the authority's proof. */
export const downloadNfceXml = operation({
  method: 'GET',
  path: 'nfces/downloadXML',
  title: 'Baixar o XML de uma NFC-e',
  gate: 'pdv_relatorios || contador_ver',
  input: inputOfStore(
    {
      nfceId: { type: 'integer' },
      tipo: {
        type: 'string',
        enum: ['cancelamento', 'inutilizacao'],
        description: 'Sem ele, o da nota ou do número inutilizado',
      },
    },
    ['nfceId'],
  ),
  output: { type: 'string' },
  messages: ['nfce.xml-missing'],
  async run({ caller, input: { nfceId, tipo }, database, writing }) {
    const lojaId = requireStore(caller)
    await completeDemo(writing.service, lojaId, { id: nfceId })
    const found = await database.read({ stores: [lojaId] }, async q => {
      if (tipo === 'cancelamento') return storedXml(q, lojaId, nfceId, 'CANCELAMENTO')
      const note = tipo ? undefined : await storedXml(q, lojaId, nfceId, 'NOTA')
      return note ?? storedXml(q, lojaId, nfceId, 'INUTILIZACAO')
    })
    if (!found) throw new ApiError(404, 'nfce.xml-missing')
    return new OperationReply(found.text, {
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': `attachment; filename="${found.name}"`,
    })
  },
})
