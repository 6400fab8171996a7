import { ApiError, inputOfStore, OperationReply, operation, requireStore } from '../../../server/plugin.ts'
import { storedXml } from '../transmission/storedXml.ts'
import type { TransmissionKind } from '../transmission/transmissions.ts'

const kinds = { cancelamento: 'CANCELAMENTO', correcao: 'CORRECAO', inutilizacao: 'INUTILIZACAO' } as const

/** The XML of an outgoing invoice, of an event on it or of voided numbers, with the authority's proof. */
export const downloadInvoiceXml = operation({
  method: 'GET',
  path: 'NFe_emissaos/downloadXML',
  title: 'Baixar o XML de uma NF-e emitida',
  gate: 'estoque_ver || contador_ver',
  input: inputOfStore(
    {
      nfeId: { type: 'integer' },
      tipo: { type: 'string', enum: Object.keys(kinds), description: 'Sem ele, o da nota ou dos números inutilizados' },
    },
    ['nfeId'],
  ),
  output: { type: 'string' },
  messages: ['nfce.xml-missing'],
  async run({ caller, input: { nfeId, tipo }, database }) {
    const lojaId = requireStore(caller)
    const found = await database.read({ stores: [lojaId] }, async q => {
      const of = (kind: TransmissionKind) => storedXml(q, lojaId, nfeId, kind, 'NFe_emissaos')
      return tipo ? of(kinds[tipo]) : ((await of('NOTA')) ?? of('INUTILIZACAO'))
    })
    if (!found) throw new ApiError(404, 'nfce.xml-missing')
    return new OperationReply(found.text, {
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': `attachment; filename="${found.name}"`,
    })
  },
})
