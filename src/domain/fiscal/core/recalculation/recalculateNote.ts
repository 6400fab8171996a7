import { money, zero } from '../calculation/amounts.ts'
import type { LawPlace, TaxLaw } from '../calculation/taxLaw.ts'
import { stateByCode } from '../keys/states.ts'
import type { Operations } from '../operations/operationTable.ts'
import { type DemandedBy, noteDemands } from './demands.ts'
import type { Place } from './findings.ts'
import { checkReform } from './ibsCbsGroup.ts'
import { checkIcms } from './icmsGroup.ts'
import { checkNoteKey } from './identity.ts'
import { type Item, type NoteFacts, readItem } from './item.ts'
import { lawPlaceOfNote } from './lawPlaceOfNote.ts'
import { checkOtherTaxes } from './otherTaxes.ts'
import { checkPayments, checkSugarCane } from './payments.ts'
import { checkIcmsTotal, checkItemTotal, checkNoteTotal, checkReformTotal, checkServiceTotal } from './totals.ts'

/** Tells the law of a note. */
export type LawBook = (place: LawPlace) => TaxLaw

/**
 * Works an `infNFe` out again: its key, the fields of each item, totals, payments. What is found goes to the place's findings. Without the law, nothing
 * is said of rates, nor of what it demands.
 */
export function recalculateNote(note: Place, lawBook?: LawBook, operationsOf?: (day: string) => Operations): void {
  checkNoteKey(note)
  const place = lawPlaceOfNote(note.element)
  const law = lawBook?.(place)
  const facts = readFacts(note, law)
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
  if (law) checkDemands(note, { law, operations: operationsOf?.(place.issued ?? place.day) })
  checkPayments(note)
  const cane = note.inner('cana')
  if (cane) checkSugarCane(cane)
}

function readFacts(note: Place, law: TaxLaw | undefined): NoteFacts {
  const { issued = '', uf } = lawPlaceOfNote(note.element)
  return {
    finNFe: note.text('ide/finNFe') ?? '1',
    day: issued,
    law,
    from: note.text('emit/enderEmit/UF') ?? stateByCode[note.text('ide/cUF') ?? ''] ?? '',
    to: uf,
  }
}

/** Tells what the law of the day demands and the note has not, or has and must not have. */
function checkDemands(place: Place, by: DemandedBy): void {
  for (const { code, path, note, ours, rule } of noteDemands(place.element, by))
    place.findings.different({ path: place.pathOf(path), note, ours, rule: code ? `${rule} (rejection ${code})` : rule })
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
