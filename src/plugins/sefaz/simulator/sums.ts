import Decimal from 'decimal.js'
import { all, type Element, find, textAt } from './element.ts'
import { type Verdict, verdict } from './reasons.ts'

/** The tolerated difference between a formula and the note: one cent. */
const tolerance = new Decimal('0.01')

const number = (text: string): Decimal => new Decimal(text || 0)
const at = (element: Element | undefined, path: string): Decimal => number(textAt(element, path))
const apart = (a: Decimal, b: Decimal, allowed = tolerance): boolean => a.minus(b).abs().greaterThan(allowed)
const sum = (values: readonly Decimal[]): Decimal => values.reduce((total, one) => total.plus(one), new Decimal(0))

/** The one group inside of another: ICMS/ICMS00, PIS/PISAliq … */
const inside = (det: Element, tax: string): Element | undefined => {
  const children = find(det, `imposto/${tax}`)?.children ?? []
  return children.find(child => child.children.length > 0)
}

/** Sums that a note must hold: item by item, then the totals, then the payments. The first that is wrong is the answer. */
export function checkSums(note: Element): Verdict | undefined {
  const items = all(note, 'det')
  return first(items.map(checkItem)) ?? checkTotals(note, items) ?? checkPayments(note)
}

const first = (found: readonly (Verdict | undefined)[]): Verdict | undefined => found.find(one => one !== undefined)

function checkItem(det: Element): Verdict | undefined {
  const where = `nItem: ${det.attributes.nItem}`
  const prod = find(det, 'prod')
  if (apart(at(prod, 'qCom').times(at(prod, 'vUnCom')), at(prod, 'vProd'))) return verdict('629', where)
  if (apart(at(prod, 'qTrib').times(at(prod, 'vUnTrib')), at(prod, 'vProd'))) return verdict('630', where)
  return checkIcms(inside(det, 'ICMS'), where) ?? checkOtherTaxes(det, where) ?? checkReform(det, where)
}

const percentOf = (group: Element | undefined, base: string, rate: string): Decimal =>
  at(group, base).times(at(group, rate)).div(100)

/** A value that is base times rate, where the group has all three. */
const wrongProduct = (group: Element | undefined, base: string, rate: string, value: string): boolean =>
  [base, rate, value].every(name => find(group, name)) && apart(percentOf(group, base, rate), at(group, value))

function checkIcms(group: Element | undefined, where: string): Verdict | undefined {
  const deferred = find(group, 'vICMSOp')
  if (deferred) {
    if (wrongProduct(group, 'vBC', 'pICMS', 'vICMSOp')) return verdict('528', where)
    if (find(group, 'vICMS') && apart(at(group, 'vICMSOp').minus(at(group, 'vICMSDif')), at(group, 'vICMS')))
      return verdict('528', where)
  } else if (wrongProduct(group, 'vBC', 'pICMS', 'vICMS')) return verdict('528', where)
  if (wrongProduct(group, 'vBCFCP', 'pFCP', 'vFCP') || (!find(group, 'vBCFCP') && wrongProduct(group, 'vBC', 'pFCP', 'vFCP')))
    return verdict('999', `${where}, vFCP`)
  // Tax held back for others is that of the higher base less the tax due already; a law may grant more.
  if (find(group, 'vICMSST') && at(group, 'vICMSST').greaterThan(percentOf(group, 'vBCST', 'pICMSST').plus(tolerance)))
    return verdict('999', `${where}, vICMSST`)
  if (wrongProduct(group, 'vBCEfet', 'pICMSEfet', 'vICMSEfet')) return verdict('999', `${where}, vICMSEfet`)
  return undefined
}

function checkOtherTaxes(det: Element, where: string): Verdict | undefined {
  for (const tax of ['PIS', 'COFINS'] as const) {
    const group = inside(det, tax)
    const byQuantity = find(group, 'qBCProd')
    const due = byQuantity ? at(group, 'qBCProd').times(at(group, 'vAliqProd')) : percentOf(group, 'vBC', `p${tax}`)
    if (find(group, `v${tax}`) && apart(due, at(group, `v${tax}`))) return verdict('999', `${where}, v${tax}`)
  }
  const ipi = find(det, 'imposto/IPI/IPITrib')
  const due = find(ipi, 'qUnid') ? at(ipi, 'qUnid').times(at(ipi, 'vUnid')) : percentOf(ipi, 'vBC', 'pIPI')
  return ipi && apart(due, at(ipi, 'vIPI')) ? verdict('999', `${where}, vIPI`) : undefined
}

/** IBS and CBS of an item (NT 2025.002): each is its base times the rate that is left after a reduction, less what is put off or given back. */
function checkReform(det: Element, where: string): Verdict | undefined {
  const group = find(det, 'imposto/IBSCBS/gIBSCBS')
  if (!group) return undefined
  const parts = [
    ['gIBSUF', 'pIBSUF', 'vIBSUF'],
    ['gIBSMun', 'pIBSMun', 'vIBSMun'],
    ['gCBS', 'pCBS', 'vCBS'],
  ] as const
  for (const [name, rate, value] of parts) {
    const part = find(group, name)
    const reduced = find(part, 'gRed')
    const percent = reduced ? at(reduced, 'pAliqEfet') : at(part, rate)
    const due = at(group, 'vBC').times(percent).div(100).minus(at(part, 'gDif/vDif')).minus(at(part, 'gDevTrib/vDevTrib'))
    if (part && apart(due, at(part, value))) return verdict('999', `${where}, ${value}`)
  }
  const both = at(group, 'gIBSUF/vIBSUF').plus(at(group, 'gIBSMun/vIBSMun'))
  return find(group, 'vIBS') && apart(both, at(group, 'vIBS')) ? verdict('999', `${where}, vIBS`) : undefined
}

/** Totals of ICMSTot that are the plain sum of one field of the items. */
const totals: readonly (readonly [total: string, code: string, of: (det: Element) => Decimal])[] = [
  ['vBC', '531', det => at(inside(det, 'ICMS'), 'vBC')],
  ['vICMS', '532', det => at(inside(det, 'ICMS'), 'vICMS')],
  ['vICMSDeson', '795', det => at(inside(det, 'ICMS'), 'vICMSDeson')],
  ['vBCST', '533', det => at(inside(det, 'ICMS'), 'vBCST')],
  ['vST', '534', det => at(inside(det, 'ICMS'), 'vICMSST')],
  ['vFCP', '861', det => at(inside(det, 'ICMS'), 'vFCP')],
  ['vFCPST', '862', det => at(inside(det, 'ICMS'), 'vFCPST')],
  ['vFCPSTRet', '863', det => at(inside(det, 'ICMS'), 'vFCPSTRet')],
  ['vFCPUFDest', '798', det => at(det, 'imposto/ICMSUFDest/vFCPUFDest')],
  ['vICMSUFDest', '799', det => at(det, 'imposto/ICMSUFDest/vICMSUFDest')],
  ['vICMSUFRemet', '800', det => at(det, 'imposto/ICMSUFDest/vICMSUFRemet')],
  [
    'vProd',
    '564',
    det => (textAt(det, 'prod/indTot') === '1' && !find(det, 'imposto/ISSQN') ? at(det, 'prod/vProd') : new Decimal(0)),
  ],
  ['vFrete', '535', det => at(det, 'prod/vFrete')],
  ['vSeg', '536', det => at(det, 'prod/vSeg')],
  ['vDesc', '537', det => at(det, 'prod/vDesc')],
  ['vII', '601', det => at(det, 'imposto/II/vII')],
  ['vIPI', '538', det => at(det, 'imposto/IPI/IPITrib/vIPI')],
  ['vPIS', '602', det => (find(det, 'imposto/ISSQN') ? new Decimal(0) : at(inside(det, 'PIS'), 'vPIS'))],
  ['vCOFINS', '603', det => (find(det, 'imposto/ISSQN') ? new Decimal(0) : at(inside(det, 'COFINS'), 'vCOFINS'))],
  ['vOutro', '604', det => at(det, 'prod/vOutro')],
]

function checkTotals(note: Element, items: readonly Element[]): Verdict | undefined {
  const total = find(note, 'total/ICMSTot')
  // A credit of Simples is not part of the tax: those groups have no vBC and vICMS, so nothing is to be left out here.
  for (const [name, code, of] of totals) if (apart(sum(items.map(of)), at(total, name))) return verdict(code)
  if (find(total, 'vTotTrib')) {
    const approximate = sum(items.map(det => at(det, 'imposto/vTotTrib')))
    if (!approximate.isZero() && apart(approximate, at(total, 'vTotTrib'))) return verdict('685')
  }
  const ded = sum(
    items.map(det =>
      textAt(inside(det, 'ICMS'), 'indDeduzDeson') === '1' ? at(inside(det, 'ICMS'), 'vICMSDeson') : new Decimal(0),
    ),
  )
  const t = (name: string): Decimal => at(total, name)
  const due = t('vProd')
    .minus(t('vDesc'))
    .minus(ded)
    .plus(sum(['vST', 'vFCPST', 'vICMSMonoReten', 'vFrete', 'vSeg', 'vOutro', 'vII', 'vIPI', 'vIPIDevol'].map(t)))
    .plus(at(note, 'total/ISSQNtot/vServ'))
  if (apart(due, t('vNF'))) return verdict('610')
  return checkReformTotals(note, items)
}

function checkReformTotals(note: Element, items: readonly Element[]): Verdict | undefined {
  const total = find(note, 'total/IBSCBSTot')
  const pairs = [
    ['vBCIBSCBS', 'vBC'],
    ['gIBS/gIBSUF/vIBSUF', 'gIBSUF/vIBSUF'],
    ['gIBS/gIBSMun/vIBSMun', 'gIBSMun/vIBSMun'],
    ['gCBS/vCBS', 'gCBS/vCBS'],
  ] as const
  const wrong = pairs.find(
    ([ours, theirs]) =>
      find(total, ours) && apart(sum(items.map(det => at(det, `imposto/IBSCBS/gIBSCBS/${theirs}`))), at(total, ours)),
  )
  if (wrong) return verdict('999', wrong[0])
  const written = find(note, 'total/vNFTot')
  return written && apart(sum(items.map(det => at(det, 'vItem'))), at(note, 'total/vNFTot')) ? verdict('1005') : undefined
}

/** Returns the total to pay: with IS, IBS and CBS from the year on in which they are. */
const paidTotal = (note: Element): Decimal =>
  find(note, 'total/vNFTot') && textAt(note, 'ide/dhEmi') >= '2027' ? at(note, 'total/vNFTot') : at(note, 'total/ICMSTot/vNF')

function checkPayments(note: Element): Verdict | undefined {
  const pay = find(note, 'pag')
  const paid = sum(all(pay, 'detPag').map(one => at(one, 'vPag')))
  const due = paidTotal(note)
  const nothingPaid = all(pay, 'detPag').some(one => textAt(one, 'tPag') === '90')
  if (nothingPaid) return undefined
  if (paid.lessThan(due)) return verdict('865')
  const change = at(pay, 'vTroco')
  if (paid.greaterThan(due) && change.isZero()) return verdict('866')
  return apart(paid.minus(due), change, new Decimal(0)) ? verdict('869') : undefined
}
