import { type Amount, amount, zero } from '../calculation/amounts.ts'
import { type CalculatedNote, calculateNote, itemPaid, totalItems } from '../calculation/calculateNote.ts'
import type { ItemAmounts, NoteHeader, NoteItem } from '../calculation/noteRecord.ts'
import type { TaxLaw } from '../calculation/taxLaw.ts'

/** Items as the note has them, and what was worked out of them. */
export interface PricedNote {
  readonly itens: readonly NoteItem[]
  readonly calculo: CalculatedNote
}

const cent = amount('0.01')
/** Taxes that take the cents which no price gives: each is at most a cent away from its rate, as the authority takes it. */
const settling = ['cbs_v', 'ibs_uf_v', 'ibs_mun_v'] as const

/**
 * Works the items of a sale out. Where the price that a consumer pays holds IS, IBS and CBS, the goods are worth what is left of it: each item's value
 * is found so that it and its taxes are what was paid, to the cent.
 */
export function priceOut(header: NoteHeader, items: readonly NoteItem[], law: TaxLaw): PricedNote {
  const calculo = calculateNote(header, items, law)
  if (!law.priceHoldsIbsCbs || calculo.problems.length > 0) return { itens: items, calculo }
  const found = items.map((item, at) => priceItem(header, item, law, calculo.items[at]))
  const amounts = found.map(({ amounts }) => amounts)
  return {
    itens: found.map(({ item }) => item),
    calculo: { items: amounts, totals: totalItems(amounts, law), problems: [] },
  }
}

function priceItem(
  header: NoteHeader,
  item: NoteItem,
  law: TaxLaw,
  gross: ItemAmounts | undefined,
): { readonly item: NoteItem; readonly amounts: ItemAmounts } {
  if (!gross) throw new Error('An item was not worked out')
  const paid = itemPaid(gross, { addsIbsCbs: false })
  const worthOf = (value: Amount): ReturnType<typeof worth> => worth(header, { ...item, ...priceOf(item, value) }, law)
  // Taxes grow with the value: the first guess is some cents away at most.
  const goods = paid
    .times(paid)
    .div(notZero(itemPaid(gross, law)))
    .toDecimalPlaces(2)
  let value = amount(gross.valor_total).minus(paid).plus(goods)
  let best = worthOf(value)
  while (best.paid.greaterThan(paid) && value.greaterThan(0)) {
    value = value.minus(cent)
    best = worthOf(value)
  }
  for (let next = worthOf(value.plus(cent)); !next.paid.greaterThan(paid); next = worthOf(value.plus(cent))) {
    if (next.paid.equals(best.paid)) break
    value = value.plus(cent)
    best = next
  }
  return { item: best.item, amounts: settle(best.amounts, paid.minus(best.paid)) }
}

const notZero = (value: Amount): Amount => (value.isZero() ? amount(1) : value)

const priceOf = ({ quantidade }: NoteItem, value: Amount): Pick<NoteItem, 'valor_unitario'> => ({
  valor_unitario: quantidade === 0 ? 0 : value.div(quantidade).toDecimalPlaces(10).toNumber(),
})

function worth(header: NoteHeader, item: NoteItem, law: TaxLaw) {
  const { items } = calculateNote({ ...header }, [item], law)
  const [amounts] = items
  if (!amounts) throw new Error('An item was not worked out')
  return { item, amounts, paid: itemPaid(amounts, law) }
}

/** Puts the cents that are left on taxes that the item has. */
function settle(amounts: ItemAmounts, left: Amount): ItemAmounts {
  const next = { ...amounts }
  let rest = left
  for (const name of settling) {
    if (!rest.greaterThan(zero) || next[name] === 0) continue
    next[name] = amount(next[name]).plus(cent).toNumber()
    rest = rest.minus(cent)
  }
  return next
}
