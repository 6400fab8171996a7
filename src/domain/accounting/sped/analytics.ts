import type { Decimal } from 'decimal.js'
import { ExactDecimal } from '../../../base/decimal.ts'
import type { SpedLines } from './spedFile.ts'

/** The share of an item in the sums of its document. */
export interface AnalyticItem {
  readonly cst: string
  readonly cfop: string
  readonly aliquota: Decimal
  readonly operacao: Decimal
  readonly base: Decimal
  readonly icms: Decimal
  readonly baseSt: Decimal
  readonly icmsSt: Decimal
  readonly reducao: Decimal
  readonly ipi: Decimal
}

export const nothing = new ExactDecimal(0)

/** Their sum; most amounts of notes are nothing, and adding that is no work. */
export const plus = (one: Decimal, other: Decimal): Decimal => {
  if (other.isZero()) return one
  return one.isZero() ? other : one.plus(other)
}

const amounts = ['operacao', 'base', 'icms', 'baseSt', 'icmsSt', 'reducao', 'ipi'] as const

/** Sums of a document by situation, operation and rate: a C190 each. */
function sumAnalytics(items: readonly AnalyticItem[]): AnalyticItem[] {
  const sums = new Map<string, AnalyticItem>()
  for (const item of items) {
    const key = `${item.cst} ${item.cfop} ${item.aliquota.toFixed(2)}`
    const before = sums.get(key)
    sums.set(
      key,
      before ? { ...before, ...Object.fromEntries(amounts.map(name => [name, plus(before[name], item[name])])) } : item,
    )
  }
  return [...sums.values()]
}

/** Takes the sums of documents: the balance of a period. */
export interface SumTaker {
  add(sum: AnalyticItem, uf: string): void
}

/** Writes the sums of a document, into the balance of the period too; `uf` is the state of the other side. */
export function writeAnalytics(lines: SpedLines, balance: SumTaker, items: readonly AnalyticItem[], uf: string): void {
  for (const sum of sumAnalytics(items)) {
    balance.add(sum, uf)
    lines.add('C190', {
      CST_ICMS: sum.cst,
      CFOP: sum.cfop,
      ALIQ_ICMS: sum.aliquota,
      VL_OPR: sum.operacao,
      VL_BC_ICMS: sum.base,
      VL_ICMS: sum.icms,
      VL_BC_ICMS_ST: sum.baseSt,
      VL_ICMS_ST: sum.icmsSt,
      VL_RED_BC: sum.reducao,
      VL_IPI: sum.ipi,
    })
  }
}

/** Sum of one amount over the items. */
export const totalOf = (items: readonly AnalyticItem[], name: (typeof amounts)[number]): Decimal =>
  items.reduce((sum, item) => plus(sum, item[name]), nothing)
