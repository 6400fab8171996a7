import { type Amount, amount, money, percentOf, zero } from '../calculation/amounts.ts'
import { effectiveRate, ibsCbsTax } from '../calculation/ibsCbs.ts'
import type { Formula, Place } from './findings.ts'
import { checkBase, type Item } from './item.ts'

/** IS, IBS and CBS of an item (LC 214/2025; NT 2025.002, groups UB). `government` is the reduction of `gCompraGov`. */
export function checkReform(item: Item, government: Amount): void {
  const selective = item.place.inner('imposto/IS')
  if (selective) checkSelective(selective)
  const reform = item.place.inner('imposto/IBSCBS')
  if (!reform) return
  const common = reform.inner('gIBSCBS')
  if (common) checkCommon(common, item, government)
  const singlePhase = reform.inner('gIBSCBSMono')
  if (singlePhase) checkSinglePhase(singlePhase)
  for (const tax of ['IBS', 'CBS']) {
    const credit = reform.inner(`gCredPresOper/g${tax}CredPres`)
    const ours = percentOf(reform.value('gCredPresOper/vBCCredPres') ?? zero, credit?.value('pCredPres') ?? zero)
    for (const name of ['vCredPres', 'vCredPresCondSus']) credit?.check(name, ours, 'vBCCredPres × pCredPres / 100')
  }
}

function checkSelective(group: Place): void {
  const at = (name: string): Amount => group.value(name) ?? zero
  const byRate = percentOf(at('vBCIS'), at('pIS'))
  const byQuantity = money(at('qTrib').times(at('adRemIS')))
  group.undecided('vBCIS', 'what the base holds is left to the law of each good')
  group.checkAny('vIS', [
    { ours: byRate.plus(byQuantity), rule: 'vBCIS × pIS / 100 + qTrib × adRemIS' },
    { ours: byRate, rule: 'vBCIS × pIS / 100' },
    { ours: byQuantity, rule: 'qTrib × adRemIS' },
  ])
}

/** The parts of IBS and CBS: the group, its rate, its value. */
const parts = [
  ['gIBSUF', 'pIBSUF', 'vIBSUF'],
  ['gIBSMun', 'pIBSMun', 'vIBSMun'],
  ['gCBS', 'pCBS', 'vCBS'],
] as const

function checkCommon(group: Place, item: Item, government: Amount): void {
  checkCommonBase(group, item)
  const base = group.value('vBC') ?? zero
  for (const [name, rate, value] of parts) {
    const part = group.inner(name)
    if (part) checkPart(part, base, rate, value, government)
  }
  const together = (group.value('gIBSUF/vIBSUF') ?? zero).plus(group.value('gIBSMun/vIBSMun') ?? zero)
  group.check('vIBS', together, 'vIBSUF + vIBSMun')
  const products = [
    ['gTribRegular', 'pAliqEfetRegIBSUF', 'vTribRegIBSUF'],
    ['gTribRegular', 'pAliqEfetRegIBSMun', 'vTribRegIBSMun'],
    ['gTribRegular', 'pAliqEfetRegCBS', 'vTribRegCBS'],
    ['gTribCompraGov', 'pAliqIBSUF', 'vTribIBSUF'],
    ['gTribCompraGov', 'pAliqIBSMun', 'vTribIBSMun'],
    ['gTribCompraGov', 'pAliqCBS', 'vTribCBS'],
    ['gCBS/gALCZFMCBS', 'pAliqEfetRegCBS', 'vTribRegCBS'],
  ] as const
  for (const [path, rate, value] of products) {
    const place = group.inner(path)
    place?.check(value, percentOf(base, place.value(rate) ?? zero), `vBC × ${rate} / 100`)
  }
}

/** The operation's value less the taxes that IBS and CBS replace; which of them is still argued about (NT 2025.002, UB16-10). */
function checkCommonBase(group: Place, item: Item): void {
  const tax = item.place
  const at = (path: string): Amount => tax.value(`imposto/${path}`) ?? zero
  const contribution = (name: string): Amount => tax.inner(`imposto/${name}`)?.group?.value(`v${name}`) ?? zero
  const taxes = contribution('PIS').plus(contribution('COFINS'))
  const state = item.values.vICMS.plus(item.values.vFCP)
  const destination = at('ICMSUFDest/vICMSUFDest').plus(at('ICMSUFDest/vFCPUFDest'))
  const less = taxes.plus(state).plus(destination).plus(at('ISSQN/vISSQN'))
  const more = item.values.vII.plus(at('IS/vIS'))
  checkBase(group, 'vBC', item, {
    make: value => value.plus(more).minus(less),
    rule: 'B + vII + vIS − vPIS − vCOFINS − vICMS − vFCP − vICMSUFDest − vFCPUFDest − vISSQN',
    otherwise: 'which taxes the base leaves out is not enforced, and not in the note',
  })
}

function checkPart(part: Place, base: Amount, rate: string, value: string, government: Amount): void {
  const full = part.value(rate) ?? zero
  const reduction = part.value('gRed/pRedAliq')
  const reduced = effectiveRate(full, reduction ?? zero)
  const afterAll = effectiveRate(full, reduction ?? zero, government)
  const formulas: Formula[] = [{ ours: afterAll, rule: `${rate} × (1 − pRedAliq / 100)`, tolerance: zero }]
  if (!government.isZero()) formulas.push({ ours: reduced, rule: `${rate} × (1 − pRedAliq / 100)`, tolerance: zero })
  part.inner('gRed')?.checkAny('pAliqEfet', formulas)
  const used = part.value('gRed/pAliqEfet') ?? afterAll
  const deferred = part.value('gDif/pDif')
  if (deferred)
    part.inner('gDif')?.checkAny('vDif', [
      { ours: money(base.times(used).times(deferred).div(amount(10_000))), rule: `vBC × pAliqEfet × pDif / 10000` },
      { ours: money(base.times(full).times(deferred).div(amount(10_000))), rule: `vBC × ${rate} × pDif / 10000` },
    ])
  const back = part.inner('gDevTrib')
  const share = back?.value('pDevTrib')
  if (share) back?.check('vDevTrib', percentOf(percentOf(base, used), share), `vBC × ${rate} × pDevTrib / 10000`)
  else back?.undecided('vDevTrib', 'what is given back to the consumer is not in the note')
  const ours = ibsCbsTax(base, used, part.value('gDif/vDif') ?? zero, part.value('gDevTrib/vDevTrib') ?? zero)
  part.check(value, ours, `vBC × ${reduction ? 'pAliqEfet' : rate} / 100 − vDif − vDevTrib`)
}

/** Fuel: by quantity. */
function checkSinglePhase(group: Place): void {
  for (const tax of ['IBS', 'CBS']) {
    for (const [kind, suffix] of [
      ['Padrao', ''],
      ['Reten', 'Reten'],
      ['Ret', 'Ret'],
    ] as const) {
      const place = group.inner(`gMono${kind}`)
      const [quantity, rate] = [`qBCMono${suffix}`, `adRem${tax}${suffix}`]
      const [q, r] = [place?.value(quantity), place?.value(rate)]
      if (q && r) place?.check(`v${tax}Mono${suffix}`, money(q.times(r)), `${quantity} × ${rate}`)
    }
    const own = group.value(`gMonoPadrao/v${tax}Mono`) ?? zero
    const withheld = group.value(`gMonoReten/v${tax}MonoReten`) ?? zero
    const deferred = group.value(`gMonoDif/v${tax}MonoDif`) ?? zero
    const share = group.value(`gMonoDif/pDif${tax}`)
    if (share) group.inner('gMonoDif')?.check(`v${tax}MonoDif`, percentOf(own, share), `v${tax}Mono × pDif${tax} / 100`)
    const ours = own.plus(withheld).minus(deferred)
    group.check(`vTot${tax}MonoItem`, ours, `v${tax}Mono + v${tax}MonoReten − v${tax}MonoDif`)
  }
}
