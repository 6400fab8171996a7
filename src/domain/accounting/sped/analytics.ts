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
}

export const nothing = new ExactDecimal(0)

/** Their sum; most amounts of notes are nothing, and adding that is no work. */
export const plus = (one: Decimal, other: Decimal): Decimal => {
  if (other.isZero()) return one
  return one.isZero() ? other : one.plus(other)
}

const amounts = ['operacao', 'base', 'icms', 'baseSt', 'icmsSt', 'reducao'] as const

/** Sums of a document by situation, operation and rate: a C190 each. */
export function sumAnalytics(items: readonly AnalyticItem[]): AnalyticItem[] {
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

/** The debits and credits of a period: the sums of all C190 by their operations. */
export class TaxBalance {
  debitos = nothing
  creditos = nothing

  add({ cfop, icms }: AnalyticItem): void {
    if (cfop >= '5') this.debitos = plus(this.debitos, icms)
    else this.creditos = plus(this.creditos, icms)
  }
}

/** Writes the sums of a document, into the balance of the period too. */
export function writeAnalytics(lines: SpedLines, balance: TaxBalance, items: readonly AnalyticItem[]): void {
  for (const sum of sumAnalytics(items)) {
    balance.add(sum)
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
      VL_IPI: nothing,
    })
  }
}

/** Sum of one amount over the items. */
export const totalOf = (items: readonly AnalyticItem[], name: (typeof amounts)[number]): Decimal =>
  items.reduce((sum, item) => plus(sum, item[name]), nothing)
