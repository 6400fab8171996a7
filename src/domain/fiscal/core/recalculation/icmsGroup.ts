import { type Amount, percentOf, reducedBy, zero } from '../calculation/amounts.ts'
import { deferredTax, exemptedTax } from '../calculation/icms.ts'
import type { Place } from './findings.ts'
import { checkBase, type Item, operationFormulas, roundingOf } from './item.ts'
import { checkSubstitution } from './substitution.ts'

/** ICMS of an item: whatever its CST or CSOSN, the fields that its group has (rules of MOC 7.0, annex I, groups N02 to N10h). */
export function checkIcms(item: Item): void {
  const group = item.place.inner('imposto/ICMS')?.group
  if (!group) return
  checkOwnBase(group, item)
  checkOwnTax(group)
  checkOwnFcp(group)
  checkExempted(group, item)
  checkSubstitution(group, item)
  checkWithheld(group)
  checkEffective(group, item)
  checkSinglePhase(group, item)
  checkSimplesCredit(group, item)
}

/** Codes whose base is the operation's value; of the others a state decides. */
const decidedBases = new Set(['00', '10', '20', '70'])

function checkOwnBase(group: Place, item: Item): void {
  const pRedBC = group.value('pRedBC')
  const code = group.text('CST') ?? group.text('CSOSN') ?? ''
  const modBC = group.text('modBC')
  const otherwise =
    modBC !== undefined && modBC !== '3'
      ? `modBC ${modBC}: the base is a margin or a price that the state sets`
      : decidedBases.has(code) && group.element.name !== 'ICMSPart'
        ? undefined
        : `${code} takes the base that its benefit or regime gives`
  checkBase(group, 'vBC', item, {
    make: value => (pRedBC ? reducedBy(value, pRedBC) : value),
    rule: pRedBC ? '(B) × (1 − pRedBC / 100)' : 'B',
    otherwise,
    rate: pRedBC && group.text('pRedBC'),
  })
}

function checkOwnTax(group: Place): void {
  const [vBC, pICMS] = [group.value('vBC'), group.value('pICMS')]
  if (!vBC || !pICMS) {
    group.undecided('vICMS', 'base or rate are missing')
    return
  }
  const pDif = group.value('pDif') ?? zero
  const { vICMSOp, vICMSDif } = deferredTax(vBC, pICMS, pDif)
  const op = group.value('vICMSOp')
  group.check('vICMSOp', vICMSOp, 'vBC × pICMS / 100')
  group.check('vICMSDif', percentOf(op ?? vICMSOp, pDif), 'vICMSOp × pDif / 100')
  const due = (op ?? vICMSOp).minus(group.value('vICMSDif') ?? vICMSDif)
  if (op || group.value('pDif')) group.check('vICMS', due, 'vICMSOp − vICMSDif')
  else if (group.text('CST') === '51')
    group.checkAny('vICMS', [{ ours: vICMSOp, rule: 'vBC × pICMS / 100' }], 'how much of the tax is deferred is not in the note')
  else {
    // Between two states, each has its part of the base.
    const why = group.element.name === 'ICMSPart' ? 'the tax is split between two states' : undefined
    group.checkAny('vICMS', [{ ours: vICMSOp, rule: 'vBC × pICMS / 100' }], why)
  }
}

function checkOwnFcp(group: Place): void {
  const [vBC, pFCP] = [group.value('vBC'), group.value('pFCP')]
  const base = group.value('vBCFCP') ?? vBC
  if (vBC) group.checkAny('vBCFCP', [{ ours: vBC, rule: 'vBC' }], 'a state may set another base for the FCP')
  if (!base || !pFCP) return
  const whole = percentOf(base, pFCP)
  const dif = group.value('pFCPDif')
  group.check('vFCP', whole, `${group.value('vBCFCP') ? 'vBCFCP' : 'vBC'} × pFCP / 100`)
  if (dif) group.check('vFCPDif', percentOf(group.value('vFCP') ?? whole, dif), 'vFCP × pFCPDif / 100')
  group.check('vFCPEfet', (group.value('vFCP') ?? whole).minus(group.value('vFCPDif') ?? zero), 'vFCP − vFCPDif')
}

function checkExempted(group: Place, item: Item): void {
  const [vBC, pICMS, pRedBC] = [group.value('vBC'), group.value('pICMS'), group.value('pRedBC')]
  group.undecided('vICMSSTDeson', 'the benefit of the substitution is not in the note')
  if (!vBC || !pICMS || !pRedBC) {
    group.undecided('vICMSDeson', 'the rate that the benefit spares is not in the note')
    return
  }
  const [first] = operationFormulas(item)
  const [plain, inside] = exemptedTax(first?.ours ?? zero, vBC, pICMS, pRedBC)
  const tolerance = roundingOf(percentOf(first?.ours ?? zero, pICMS), group.text('pRedBC'))
  group.checkAny(
    'vICMSDeson',
    [
      { ours: plain, rule: '(B − vBC) × pICMS / 100', tolerance },
      { ours: inside, rule: 'B × (1 − pICMS × (1 − pRedBC)) / (1 − pICMS) − B', tolerance },
    ],
    'each state has its own formula for the exempted tax',
  )
}

const ofPurchase = 'comes from the purchase, on which the tax was withheld'

/** CST 60, CSOSN 500 and ICMSST: what an earlier seller withheld. */
function checkWithheld(group: Place): void {
  group.undecided('vBCSTRet', ofPurchase)
  group.undecided('vICMSSubstituto', ofPurchase)
  group.undecided('vBCFCPSTRet', ofPurchase)
  group.undecided('vBCSTDest', ofPurchase)
  group.undecided('vICMSSTDest', ofPurchase)
  const product = (base: string, rate: string): Amount => percentOf(group.value(base) ?? zero, group.value(rate) ?? zero)
  const fcp = group.value('vFCPSTRet') ?? zero
  const whole = product('vBCSTRet', 'pST')
  const own = group.value('vICMSSubstituto') ?? zero
  group.checkAny(
    'vICMSSTRet',
    [
      { ours: whole.minus(own), rule: 'vBCSTRet × pST / 100 − vICMSSubstituto' },
      { ours: whole.minus(own).minus(fcp), rule: 'vBCSTRet × pST / 100 − vICMSSubstituto − vFCPSTRet' },
    ],
    ofPurchase,
  )
  group.checkAny('vFCPSTRet', [{ ours: product('vBCFCPSTRet', 'pFCPSTRet'), rule: 'vBCFCPSTRet × pFCPSTRet / 100' }], ofPurchase)
}

/** The tax that the final sale would carry. */
function checkEffective(group: Place, item: Item): void {
  const [pRedBCEfet, vBCEfet, pICMSEfet] = [group.value('pRedBCEfet'), group.value('vBCEfet'), group.value('pICMSEfet')]
  checkBase(group, 'vBCEfet', item, {
    make: value => (pRedBCEfet ? reducedBy(value, pRedBCEfet) : value),
    rule: '(B) × (1 − pRedBCEfet / 100)',
    otherwise: 'the state says what the effective base holds',
    rate: group.text('pRedBCEfet'),
  })
  if (vBCEfet && pICMSEfet) group.check('vICMSEfet', percentOf(vBCEfet, pICMSEfet), 'vBCEfet × pICMSEfet / 100')
}

/** CST 02, 15, 53 and 61: fuel, taxed once, by quantity (LC 192/2022). */
function checkSinglePhase(group: Place, item: Item): void {
  const quantity = (name: string): Amount | undefined => group.value(name) ?? item.place.value('prod/qTrib')
  const product = (target: string, base: string, rate: string, reduction?: Amount): void => {
    const [q, r] = [quantity(base), group.value(rate)]
    if (!q || !r) {
      group.undecided(target, 'quantity or rate are missing')
      return
    }
    const ours = reducedBy(q.times(r), reduction ?? zero)
    const why = group.value(base) ? undefined : 'without its quantity: part of the item may be taxed otherwise'
    group.checkAny(target, [{ ours, rule: `${base} × ${rate}${reduction ? ' × (1 − pRedAdRem / 100)' : ''}` }], why)
  }
  product('vICMSMonoReten', 'qBCMonoReten', 'adRemICMSReten', group.value('pRedAdRem'))
  product('vICMSMonoRet', 'qBCMonoRet', 'adRemICMSRet')
  if (group.value('vICMSMonoOp') === undefined) {
    product('vICMSMono', 'qBCMono', 'adRemICMS')
    return
  }
  product('vICMSMonoOp', 'qBCMono', 'adRemICMS')
  const op = group.value('vICMSMonoOp') ?? zero
  group.check('vICMSMonoDif', percentOf(op, group.value('pDif') ?? zero), 'vICMSMonoOp × pDif / 100')
  group.check('vICMSMono', op.minus(group.value('vICMSMonoDif') ?? zero), 'vICMSMonoOp − vICMSMonoDif')
}

/** CSOSN 101, 201 and 900: the credit that a seller of the Simples Nacional passes on (LC 123/2006, art. 23). */
function checkSimplesCredit(group: Place, item: Item): void {
  const [rate, vBC] = [group.value('pCredSN'), group.value('vBC')]
  if (!rate) return
  const onOwnBase = vBC && { ours: percentOf(vBC, rate), rule: 'vBC × pCredSN / 100' }
  if (onOwnBase && group.value('vCredICMSSN')?.minus(onOwnBase.ours).abs().lessThanOrEqualTo('0.01')) {
    group.findings.equal()
    return
  }
  checkBase(group, 'vCredICMSSN', item, {
    make: value => percentOf(value, rate),
    rule: '(B) × pCredSN / 100',
    otherwise: group.text('CSOSN') === '900' ? 'CSOSN 900 takes what was filled' : undefined,
  })
}
