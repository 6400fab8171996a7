import { ApiError, inputOfStore, OperationReply, operation, requireStore } from '../../../server/plugin.ts'
import { receivedXml } from '../receiving/storeReceived.ts'

/** The XML of a supplier's note, as it came. */
export const downloadReceivedXml = operation({
  method: 'GET',
  path: 'nfes/downloadXML',
  title: 'Baixar o XML de uma NF-e recebida',
  gate: 'estoque_ver || contador_ver',
  input: inputOfStore({ nfeId: { type: 'integer' } }),
  output: { type: 'string' },
  messages: ['received.xml-missing'],
  async run({ caller, input: { nfeId }, database }) {
    const lojaId = requireStore(caller)
    const found = await database.read({ stores: [lojaId] }, q => receivedXml(q, lojaId, nfeId))
    if (!found) throw new ApiError(404, 'received.xml-missing')
    return new OperationReply(found.text, {
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': `attachment; filename="${found.key}.xml"`,
    })
  },
})
