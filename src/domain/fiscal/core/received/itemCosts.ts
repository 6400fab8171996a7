import { Decimal } from 'decimal.js'
import { apportion } from '../calculation/apportion.ts'
import { childrenOf, type DocumentElement, decimalAt, elementAt, textAt } from '../document/documentElement.ts'

const zero = new Decimal(0)

/**
 * Returns the cost of each item of a note for its buyer, in cents: its share of the note's total (rules VB01-10 and W16-10), with tax that was
 * relieved and deducted taken off. Cents of rounding by which the note's total differs are spread by value, so that costs add up to `vNF`. Where the
 * note contradicts itself by more, the items keep their own amounts: that is told as a difference.
 */
export function itemCosts(info: DocumentElement): Decimal[] {
  const items = childrenOf(info, 'det')
  const total = decimalAt(info, 'total/ICMSTot/vNF') ?? zero
  const plain = items.map(item => costOf(item, false))
  // Before the note had a word for it, states did either: the total tells.
  const deducted = items.map(item => costOf(item, true))
  const costs = (total.eq(sumOf(deducted)) ? deducted : plain).map(cost => Decimal.max(cost, 0))
  const left = total.minus(sumOf(costs))
  if (left.isZero() || left.abs().gt(new Decimal('0.01').times(items.length))) return costs
  const weights = costs.some(cost => cost.gt(0)) ? costs : items.map(item => decimalAt(item, 'prod/vProd') ?? zero)
  const shares = apportion(left.abs(), weights)
  return costs.map((cost, at) => (left.gt(0) ? cost.plus(shares[at] ?? 0) : cost.minus(shares[at] ?? 0)))
}

const sumOf = (values: readonly Decimal[]): Decimal => values.reduce((sum, each) => sum.plus(each), zero)

/** Fields that an item adds, below `det`; those of ICMS stand in the group of its situation. */
const added = [
  'prod/vFrete',
  'prod/vSeg',
  'prod/vOutro',
  'imposto/IPI/IPITrib/vIPI',
  'imposto/II/vII',
  'impostoDevol/IPI/vIPIDevol',
]
const addedOfIcms = ['vICMSST', 'vFCPST', 'vICMSMonoReten']

function costOf(item: DocumentElement, deductsUnsaid: boolean): Decimal {
  const at = (from: DocumentElement | undefined, path: string): Decimal => decimalAt(from, path) ?? zero
  const icms = elementAt(item, 'imposto/ICMS')?.children[0]
  const substituted = ['PIS', 'COFINS'].map(name =>
    textAt(item, `imposto/${name}ST/indSoma${name}ST`) === '1' ? at(item, `imposto/${name}ST/v${name}`) : zero,
  )
  const says = textAt(icms, 'indDeduzDeson')
  const relieved = says === '1' || (deductsUnsaid && says === undefined) ? at(icms, 'vICMSDeson') : zero
  // An item that does not count in the total is paid with another item.
  const goods = textAt(item, 'prod/indTot') === '0' ? zero : at(item, 'prod/vProd')
  return goods
    .minus(at(item, 'prod/vDesc'))
    .minus(relieved)
    .plus(sumOf([...added.map(path => at(item, path)), ...addedOfIcms.map(name => at(icms, name)), ...substituted]))
}
