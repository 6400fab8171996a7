import { money, zero } from '../calculation/amounts.ts'
import type { LawPlace, TaxLaw } from '../calculation/taxLaw.ts'
import { lastDayOfKey } from '../keys/lastDayOfKey.ts'
import { stateByCode } from '../keys/states.ts'
import type { Place } from './findings.ts'
import { checkReform } from './ibsCbsGroup.ts'
import { checkIcms } from './icmsGroup.ts'
import { checkNoteKey } from './identity.ts'
import { type Item, type NoteFacts, readItem } from './item.ts'
import { checkOtherTaxes } from './otherTaxes.ts'
import { checkPayments, checkSugarCane } from './payments.ts'
import { checkIcmsTotal, checkItemTotal, checkNoteTotal, checkReformTotal, checkServiceTotal } from './totals.ts'

/** Tells the law of a note. */
export type LawBook = (place: LawPlace) => TaxLaw

/**
 * Works an `infNFe` out again: its key, the fields of each item, totals, payments. What is found goes to the place's findings. Without the law, nothing
 * is said of rates, nor of what it demands.
 */
export function recalculateNote(note: Place, lawBook?: LawBook): void {
  checkNoteKey(note)
  const facts = readFacts(note, lawBook)
  const items = note.all('det').map(place => readItem(place, facts))
  for (const [at, { place }] of items.entries())
    note.findings.text(
      place.pathOf('@nItem'),
      place.element.attributes.nItem ?? '',
      `${at + 1}`,
      'items in their order (rejection 927)',
    )
  const government = note.value('ide/gCompraGov/pRedutor') ?? zero
  for (const item of items) {
    checkProduct(item)
    if (item.place.inner('imposto/ICMS')) checkIcms(item)
    checkOtherTaxes(item)
    checkReform(item, government)
    checkItemTotal(item)
  }
  const total = note.inner('total')
  const icmsTotal = total?.inner('ICMSTot')
  const services = total?.inner('ISSQNtot')
  if (icmsTotal) checkIcmsTotal(icmsTotal, items)
  if (icmsTotal) checkNoteTotal(icmsTotal, services, items)
  if (services) checkServiceTotal(services, items)
  if (total) checkReformTotal(total, items, facts)
  checkPayments(note)
  const cane = note.inner('cana')
  if (cane) checkSugarCane(cane)
}

function readFacts(note: Place, lawBook: LawBook | undefined): NoteFacts {
  const from = note.text('emit/enderEmit/UF') ?? stateByCode[note.text('ide/cUF') ?? ''] ?? ''
  const day = (note.text('ide/dhEmi') ?? '').slice(0, 10)
  const to = note.text('dest/enderDest/UF') ?? from
  return {
    finNFe: note.text('ide/finNFe') ?? '1',
    day,
    law: lawBook?.({
      day: note.text('ide/finNFe') === '4' ? returnedDay(note, day) : day,
      issued: day,
      modelo: note.text('ide/mod') === '65' ? '65' : '55',
      regime: Number(note.text('emit/CRT') ?? 3),
      uf: to,
      municipio: note.text('dest/enderDest/cMun') ?? note.text('emit/enderEmit/cMun'),
    }),
    from,
    to,
  }
}

/** A return takes back taxes of an earlier day: about that of the key that it names. */
const returnedDay = (note: Place, day: string): string => {
  const sold = lastDayOfKey(note.text('ide/NFref/refNFe') ?? '') ?? day
  return sold < day ? sold : day
}

/** `vProd` from both pairs of quantity and price (rules I11-10 and I17-10). */
function checkProduct({ place, note }: Item): void {
  const prod = place.inner('prod')
  if (!prod) return
  // Complements and adjustments carry a value, often without a quantity.
  const why = ['2', '3', '5', '6'].includes(note.finNFe) ? 'a note that corrects another one may have a value alone' : undefined
  for (const [quantity, price] of [
    ['qCom', 'vUnCom'],
    ['qTrib', 'vUnTrib'],
  ] as const) {
    const [q, p] = [prod.value(quantity), prod.value(price)]
    if (q && p) prod.checkAny('vProd', [{ ours: money(q.times(p)), rule: `${quantity} × ${price}` }], why)
  }
}
