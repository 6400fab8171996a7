import { type Amount, sumOf, zero } from '../calculation/amounts.ts'
import type { Place } from './findings.ts'

/** Fields of `retTrib`, by name: each field of a file is looked for among all of them. */
const withheldFields = ['vRetPIS', 'vRetCOFINS', 'vRetCSLL', 'vBCIRRF', 'vIRRF', 'vBCRetPrev', 'vRetPrev'] as const

/** `pag` and `cobr` (rules YA and Y): what is paid, given back, and owed in instalments. */
export function checkPayments(note: Place): void {
  const vNF = note.value('total/ICMSTot/vNF')
  const pag = note.inner('pag')
  if (pag && vNF) checkPaid(pag, vNF, note)
  const bill = note.inner('cobr')
  if (bill) checkBill(bill)
  for (const withheld of note.inner('transp')?.all('retTransp') ?? []) {
    const [base, rate] = [withheld.value('vBCRet'), withheld.value('pICMSRet')]
    if (base && rate) withheld.check('vICMSRet', base.times(rate).div(100), 'vBCRet × pICMSRet / 100')
  }
  const retTrib = note.inner('total/retTrib')
  for (const name of withheldFields) retTrib?.undecided(name, 'what is withheld follows from the contract')
}

const isWithinCent = (one: Amount, other: Amount): boolean => one.minus(other).abs().lessThanOrEqualTo('0.01')

function checkPaid(pag: Place, vNF: Amount, note: Place): void {
  const payments = pag.all('detPag')
  const paid = sumOf(payments.map(payment => payment.value('vPag') ?? zero))
  // 90: nothing is paid, as for returns and adjustments.
  if (payments.every(payment => payment.text('tPag') === '90') && paid.isZero()) return
  const isConsumer = note.text('ide/mod') === '65'
  const why = isConsumer ? undefined : 'part of it may be paid otherwise, later or to others'
  const totals = [vNF, note.value('total/vNFTot') ?? vNF]
  if (pag.value('vTroco')) {
    const change = totals.map(total => ({ ours: paid.minus(total), rule: 'Σ vPag − vNF' }))
    pag.checkAny('vTroco', change, why)
    return
  }
  const path = pag.pathOf('detPag/vPag')
  if (totals.some(total => isWithinCent(total, paid))) pag.findings.equal()
  else if (why) pag.findings.notDecidable(path, why)
  else pag.findings.different({ path, note: paid.toFixed(2), ours: vNF.toFixed(2), rule: 'Σ vPag = vNF + vTroco' })
}

function checkBill(bill: Place): void {
  const fat = bill.inner('fat')
  const [vOrig, vLiq] = [fat?.value('vOrig'), fat?.value('vLiq')]
  if (vOrig) fat?.check('vLiq', vOrig.minus(fat.value('vDesc') ?? zero), 'vOrig − vDesc')
  const instalments = bill.all('dup')
  if (instalments.length === 0 || !vLiq) return
  const sum = sumOf(instalments.map(each => each.value('vDup') ?? zero))
  if (isWithinCent(sum, vLiq)) bill.findings.equal()
  else
    bill.findings.different({ path: bill.pathOf('dup/vDup'), note: sum.toFixed(2), ours: vLiq.toFixed(2), rule: 'Σ vDup = vLiq' })
}

/** `cana`: a producer's deliveries of sugar cane. */
export function checkSugarCane(cane: Place): void {
  const month = sumOf(cane.all('forDia').map(day => day.value('qtde') ?? zero))
  cane.check('qTotMes', month, 'Σ qtde')
  cane.check('qTotGer', (cane.value('qTotMes') ?? month).plus(cane.value('qTotAnt') ?? zero), 'qTotMes + qTotAnt')
  const deducted = sumOf(cane.all('deduc').map(each => each.value('vDed') ?? zero))
  cane.check('vTotDed', deducted, 'Σ vDed')
  cane.check('vLiqFor', (cane.value('vFor') ?? zero).minus(cane.value('vTotDed') ?? deducted), 'vFor − vTotDed')
}
