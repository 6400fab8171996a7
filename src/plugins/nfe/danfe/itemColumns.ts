import type { Danfe, PaperItem } from './danfe.ts'
import { type PageCanvas, room } from './pageCanvas.ts'

/** A column of the items: its head, and what an item says in it. */
export interface ItemColumn {
  readonly head: readonly string[]
  readonly width: number
  readonly align: 'left' | 'center' | 'right'
  cells(item: PaperItem): readonly string[]
}

/** Columns and the size of their letters: as large as leaves the description its room. */
export interface ItemTable {
  readonly columns: readonly ItemColumn[]
  readonly size: number
}

interface ColumnPlan extends Omit<ItemColumn, 'width'> {
  readonly most?: number
}

export const padding = 2
const sizes = [7, 6.5, 6, 5.5, 5, 4.5]
const headSize = 5
const leastDescription = 125

const one =
  (read: (item: PaperItem) => string) =>
  (item: PaperItem): readonly string[] => [read(item)]

const planOf = (simples: boolean): readonly ColumnPlan[] => [
  { head: ['CÓDIGO'], align: 'left', most: 62, cells: one(item => item.codigo) },
  { head: ['DESCRIÇÃO DO PRODUTO/SERVIÇO'], align: 'left', cells: item => item.descricao },
  { head: ['NCM/SH'], align: 'center', cells: one(item => item.ncm) },
  { head: [simples ? 'O/CSOSN' : 'O/CST'], align: 'center', cells: one(item => item.cst) },
  { head: ['CFOP'], align: 'center', cells: one(item => item.cfop) },
  { head: ['UN'], align: 'center', cells: item => item.unidade },
  { head: ['QUANT.'], align: 'right', cells: item => item.quantidade },
  { head: ['VALOR', 'UNIT.'], align: 'right', cells: item => item.unitario },
  { head: ['VALOR', 'TOTAL'], align: 'right', cells: one(item => item.total) },
  { head: ['VALOR', 'DESC.'], align: 'right', cells: one(item => item.desconto) },
  { head: ['B. CÁLC.', 'ICMS'], align: 'right', cells: one(item => item.baseIcms) },
  { head: ['VALOR', 'ICMS'], align: 'right', cells: one(item => item.valorIcms) },
  { head: ['VALOR', 'IPI'], align: 'right', cells: one(item => item.valorIpi) },
  { head: ['ALÍQ.', 'ICMS'], align: 'right', cells: one(item => item.aliquotaIcms) },
  { head: ['ALÍQ.', 'IPI'], align: 'right', cells: one(item => item.aliquotaIpi) },
]

/** Each column is as wide as its widest text; what is left is the description's. */
export function planItems(canvas: PageCanvas, { itens, simples }: Danfe): ItemTable {
  const plan = planOf(simples)
  for (const size of sizes) {
    const widths = plan.map((column, at) => (at === 1 ? 0 : widthOf(canvas, column, itens, size)))
    const left = room - widths.reduce((sum, width) => sum + width, 0)
    if (left >= leastDescription || size === sizes.at(-1))
      return { size, columns: plan.map((column, at) => ({ ...column, width: at === 1 ? left : (widths[at] ?? 0) })) }
  }
  throw new Error('One size is the last')
}

function widthOf(canvas: PageCanvas, { head, cells, most }: ColumnPlan, items: readonly PaperItem[], size: number): number {
  let widest = Math.max(...head.map(text => canvas.widthOf(text, headSize, 'bold')))
  for (const item of items) for (const text of cells(item)) widest = Math.max(widest, canvas.widthOf(text, size))
  return Math.min(widest, most ?? widest) + padding * 2
}

/** Lines of an item in each column. */
export const linesOfItem = (canvas: PageCanvas, { columns, size }: ItemTable, item: PaperItem): readonly (readonly string[])[] =>
  columns.map(({ cells, width }) => cells(item).flatMap(text => canvas.wrap(text, width - padding * 2 + 0.01, size)))
