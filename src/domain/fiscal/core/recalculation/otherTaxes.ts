import { type Amount, money, percentOf, zero } from '../calculation/amounts.ts'
import { doubleBase, operationValue, rateDifference } from '../calculation/icms.ts'
import { meets, type Place } from './findings.ts'
import { checkBase, type Item, operationFormulas } from './item.ts'

/** The taxes of an item beside ICMS and those of the reform. */
export function checkOtherTaxes(item: Item): void {
  const tax = item.place.inner('imposto')
  if (!tax) return
  const ipi = tax.inner('IPI/IPITrib')
  if (ipi) checkIpi(ipi, item)
  for (const name of ['PIS', 'COFINS'] as const) {
    const group = tax.inner(name)?.group
    if (group) checkContribution(group, name, item)
    const substituted = tax.inner(`${name}ST`)
    if (substituted) checkProduct(substituted, name)
  }
  const difference = tax.inner('ICMSUFDest')
  if (difference) checkRateDifference(difference, item)
  const service = tax.inner('ISSQN')
  if (service) checkService(service, item)
  checkRest(item, tax)
}

/** IPI (RIPI, Decree 7212/2010, art. 190): on the value with freight and expenses; what is discounted is not taken off. */
function checkIpi(group: Place, item: Item): void {
  const [vBC, pIPI] = [group.value('vBC'), group.value('pIPI')]
  const { vProd, vDesc, vFrete, vSeg, vOutro, vII } = item.values
  if (vBC && pIPI) {
    const whole = vProd.plus(vFrete).plus(vSeg).plus(vOutro)
    const formulas = [
      { ours: whole, rule: 'vProd + vFrete + vSeg + vOutro' },
      { ours: whole.minus(vDesc), rule: 'vProd − vDesc + vFrete + vSeg + vOutro' },
      { ours: vProd, rule: 'vProd' },
      { ours: vProd.minus(vDesc), rule: 'vProd − vDesc' },
      { ours: vProd.plus(vII), rule: 'vProd + vII' },
    ]
    group.checkAny('vBC', formulas, 'prices or reductions of the IPI table are not in the note')
    group.check('vIPI', percentOf(vBC, pIPI), 'vBC × pIPI / 100')
  }
  checkQuantity(group, 'vIPI', 'qUnid', 'vUnid')
}

/** PIS and COFINS by rate or by quantity. */
function checkProduct(group: Place, name: 'PIS' | 'COFINS'): void {
  const [vBC, rate] = [group.value('vBC'), group.value(`p${name}`)]
  if (vBC && rate) group.check(`v${name}`, percentOf(vBC, rate), `vBC × p${name} / 100`)
  checkQuantity(group, `v${name}`, 'qBCProd', 'vAliqProd')
}

function checkQuantity(group: Place, target: string, quantity: string, rate: string): void {
  const [q, r] = [group.value(quantity), group.value(rate)]
  if (q && r) group.check(target, money(q.times(r)), `${quantity} × ${rate}`)
}

function checkContribution(group: Place, name: 'PIS' | 'COFINS', item: Item): void {
  checkProduct(group, name)
  const vBC = group.value('vBC')
  if (!vBC || vBC.isZero()) return
  const { vICMS, vFCP } = item.values
  const formulas = operationFormulas(item).flatMap(({ ours, rule }) => [
    { ours, rule },
    { ours: ours.minus(vICMS), rule: `${rule} − vICMS` },
    { ours: ours.minus(vICMS).minus(vFCP), rule: `${rule} − vICMS − vFCP` },
  ])
  group.checkAny('vBC', formulas, 'which revenues and taxes the base leaves out (theme 69 of the STF) is not in the note')
}

/** DIFAL to consumers in other states (EC 87/2015), over one base or two. */
function checkRateDifference(group: Place, item: Item): void {
  const at = (name: string): Amount => group.value(name) ?? zero
  const [base, pDest, pInter, part] = [at('vBCUFDest'), at('pICMSUFDest'), at('pICMSInter'), at('pICMSInterPart')]
  const single = rateDifference(base, pDest, pInter, part)
  const whole = percentOf(base, pDest).minus(item.values.vICMS)
  const rule = 'vBCUFDest × (pICMSUFDest − pICMSInter) / 100'
  const double = 'vBCUFDest × pICMSUFDest / 100 − vICMS'
  group.checkAny('vICMSUFDest', [
    { ours: single.vICMSUFDest, rule: `${rule} × pICMSInterPart / 100` },
    { ours: percentOf(whole, part), rule: `(${double}) × pICMSInterPart / 100` },
  ])
  group.checkAny('vICMSUFRemet', [
    { ours: single.vICMSUFRemet, rule: `${rule} × (1 − pICMSInterPart / 100)` },
    { ours: whole.minus(percentOf(whole, part)), rule: `(${double}) × (1 − pICMSInterPart / 100)` },
  ])
  const fcpBase = group.value('vBCFCPUFDest') ?? base
  group.check('vFCPUFDest', percentOf(fcpBase, at('pFCPUFDest')), 'vBCFCPUFDest × pFCPUFDest / 100')
  const inside = [item.values.vICMS, zero].flatMap(own =>
    [pDest.plus(at('pFCPUFDest')), pDest].map(rate => ({ ours: doubleBase(operationValue(item.values), own, rate), rule: '' })),
  )
  const why = 'the destination’s state says what the base holds'
  for (const name of ['vBCUFDest', 'vBCFCPUFDest']) {
    const note = group.value(name)
    if (note && inside.some(formula => meets(note, formula))) group.findings.equal()
    else checkBase(group, name, item, { make: value => value, rule: 'B', otherwise: why })
  }
}

/** ISSQN of a note of goods and services. */
function checkService(group: Place, item: Item): void {
  const [vBC, vAliq] = [group.value('vBC'), group.value('vAliq')]
  if (vBC && vAliq) group.check('vISSQN', percentOf(vBC, vAliq), 'vBC × vAliq / 100')
  const deducted = (group.value('vDeducao') ?? zero).plus(group.value('vDescIncond') ?? zero)
  const { vProd, vDesc, vOutro } = item.values
  group.checkAny(
    'vBC',
    [
      { ours: vProd.minus(deducted), rule: 'vProd − vDeducao − vDescIncond' },
      { ours: vProd.minus(vDesc).plus(vOutro).minus(deducted), rule: 'vProd − vDesc + vOutro − vDeducao − vDescIncond' },
      { ours: vProd.minus(vDesc), rule: 'vProd − vDesc' },
    ],
    'the municipality says what the base holds',
  )
  group.checkAny(
    'vISSRet',
    [{ ours: group.value('vISSQN') ?? zero, rule: 'vISSQN' }],
    'the municipality says how much is withheld',
  )
}

/** Checks taxes that have a product of their own, or none that the note tells. */
function checkRest({ place }: Item, tax: Place): void {
  tax.inner('II')?.undecided('vII', 'the rate of the import duty is not in the note')
  tax.inner('II')?.undecided('vBC', 'the customs value is not in the note')
  place.inner('impostoDevol/IPI')?.undecided('vIPIDevol', 'the IPI of the returned note is not in this one')
  const cide = place.inner('prod/comb/CIDE')
  if (cide) checkQuantity(cide, 'vCIDE', 'qBCProd', 'vAliqProd')
  for (const credit of place.inner('prod')?.all('gCred') ?? [])
    credit.undecided('vCredPresumido', 'the state says from what its presumed credit is worked out')
}
