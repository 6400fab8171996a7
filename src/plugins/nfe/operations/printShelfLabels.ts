import { Decimal } from 'decimal.js'
import { type ShelfLabel, shelfLabels } from '../../../domain/purchases/public.ts'
import {
  ApiError,
  documentTask,
  inputOfStore,
  inWorker,
  operation,
  type PaperBlock,
  requireStore,
} from '../../../server/plugin.ts'
import { printedNumber } from '../paper/printed.ts'
import { drawingRefusals, paperReply } from '../printing/drawnPaper.ts'

/** A4 sheets of 3 by 8 labels of 70 by 37 mm, as stationers sell them. */
const label = { width: 70, height: 37, columns: 3, rows: 8, top: 0.5, left: 0 }

const labelOf = ({ nome, preco, unidade, codigo }: ShelfLabel): PaperBlock[] => [
  { kind: 'words', text: nome, look: { size: 'normal', bold: true, align: 'left', lines: 2 } },
  {
    kind: 'words',
    text: `R$ ${printedNumber(new Decimal(preco), 2)}`,
    look: { size: 'huge', bold: true, align: 'left', lines: 1 },
  },
  ...(unidade
    ? [{ kind: 'words' as const, text: unidade, look: { size: 'small' as const, align: 'right' as const, lines: 1 } }]
    : []),
  { kind: 'bars', text: codigo },
]

/** Labels for the shelves of what a supplier's note brought: a PDF. */
export const printShelfLabels = operation({
  method: 'GET',
  path: 'nfes/etiquetas',
  title: 'Imprimir as etiquetas de preço de uma NF-e recebida',
  gate: 'estoque_ver',
  input: inputOfStore({ nfeId: { type: 'integer' } }),
  output: { type: 'string', format: 'binary', description: 'PDF' },
  spends: 'documents',
  messages: ['received.no-products', ...drawingRefusals],
  async run({ caller, input: { nfeId }, database, signal }) {
    const lojaId = requireStore(caller)
    const labels = await database.read({ stores: [lojaId] }, q => shelfLabels(q, lojaId, nfeId))
    if (labels.length === 0) throw new ApiError(404, 'received.no-products')
    const drawn = { title: 'Etiquetas de preço', paper: 'label' as const, label, sheets: labels.map(labelOf) }
    return paperReply({ name: `etiquetas-${nfeId}.pdf`, bytes: await inWorker(documentTask, drawn, { lojaId, signal }) })
  },
})
