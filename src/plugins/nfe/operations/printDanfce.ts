import { storedNotes } from '../../../domain/fiscal/public.ts'
import { ApiError, OperationReply, operation, requireStore } from '../../../server/plugin.ts'
import { hasPaper } from '../danfce/danfce.ts'
import type { RollWidth } from '../danfce/drawDanfce.ts'
import { readDanfce } from '../danfce/readDanfce.ts'

interface Input {
  readonly nfceId: number
  readonly largura?: RollWidth
}

/** The paper of a consumer's note as a PDF for a roll. */
export const printDanfce = operation<Input>({
  method: 'GET',
  path: 'nfces/danfce',
  title: 'Imprimir o DANFE de uma NFC-e',
  gate: 'pdv_relatorios',
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      nfceId: { type: 'integer' },
      largura: { type: 'integer', enum: [58, 80], description: 'Largura da bobina em milímetros: 80 quando falta' },
    },
    required: ['nfceId'],
  },
  output: { type: 'string', format: 'binary', description: 'PDF' },
  spends: 'documents',
  messages: ['nfce.xml-missing', 'nfce.paper-missing'],
  async run({ caller, input: { nfceId, largura = 80 }, database, writing }) {
    const lojaId = requireStore(caller)
    const reader = storedNotes.of(writing.service)
    const stored = await database.read({ stores: [lojaId] }, async q => reader?.read(q, lojaId, nfceId))
    if (!stored) throw new ApiError(404, 'nfce.xml-missing')
    const danfce = readDanfce(stored.document, stored.cancellation)
    if (!danfce || !hasPaper(danfce)) throw new ApiError(404, 'nfce.paper-missing')
    // What draws PDFs is loaded by the first who prints.
    const { drawDanfce } = await import('../danfce/drawDanfce.ts')
    return new OperationReply(await drawDanfce(danfce, largura), {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="danfe-nfce-${danfce.serie}-${danfce.numero}.pdf"`,
    })
  },
})
