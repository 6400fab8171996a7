import { shelfLabels } from '../../../domain/purchases/public.ts'
import { ApiError, inWorker, operation, requireStore, threadTask } from '../../../server/plugin.ts'
import type { drawLabels } from '../labels/drawLabels.ts'
import { drawingRefusals, paperReply } from '../printing/drawnPaper.ts'

const labelTask = threadTask<typeof drawLabels>({
  module: new URL('../labels/drawLabels.ts', import.meta.url),
  name: 'drawLabels',
})

/** Labels for the shelves of what a supplier's note brought: a PDF. */
export const printShelfLabels = operation({
  method: 'GET',
  path: 'nfes/etiquetas',
  title: 'Imprimir as etiquetas de preço de uma NF-e recebida',
  gate: 'estoque_ver',
  input: {
    type: 'object',
    properties: { lojaId: { type: 'integer' }, nfeId: { type: 'integer' } },
    required: ['nfeId'],
  },
  output: { type: 'string', format: 'binary', description: 'PDF' },
  spends: 'documents',
  messages: ['received.no-products', ...drawingRefusals],
  async run({ caller, input: { nfeId }, database, signal }) {
    const lojaId = requireStore(caller)
    const labels = await database.read({ stores: [lojaId] }, q => shelfLabels(q, lojaId, nfeId))
    if (labels.length === 0) throw new ApiError(404, 'received.no-products')
    return paperReply({ name: `etiquetas-${nfeId}.pdf`, bytes: await inWorker(labelTask, labels, { lojaId, signal }) })
  },
})
