import { type Amount, percentOf, zero } from '../calculation/amounts.ts'
import { substitutionBase, substitutionTax } from '../calculation/icms.ts'
import type { Formula, Place } from './findings.ts'
import { checkBase, type Item, operationFormulas } from './item.ts'

/** The block of the tax substitution, in any group: base, tax, and the FCP on top. */
export function checkSubstitution(group: Place, item: Item): void {
  if (group.value('vBCST') === undefined) return
  checkSubstitutionBase(group, item)
  checkSubstitutionTax(group, item)
  checkSubstitutionFcp(group)
}

/** How `modBCST` finds the base where it is no margin. */
const otherMethods: Readonly<Record<string, string>> = {
  '0': 'a price that the state sets',
  '1': 'a negative list of the state',
  '2': 'a positive list of the state',
  '3': 'a neutral list of the state',
  '5': 'a price of the state (pauta)',
}

function checkSubstitutionBase(group: Place, item: Item): void {
  const method = group.text('modBCST') ?? ''
  const known = otherMethods[method]
  if (known) {
    group.undecided('vBCST', `modBCST ${method}: ${known}`)
    return
  }
  const margin = group.value('pMVAST') ?? zero
  const reduction = group.value('pRedBCST') ?? zero
  // Without a margin the base may hold the destination's tax, as some states want it for goods that the buyer uses.
  const open = margin.isZero() || group.element.name === 'ICMSPart'
  checkBase(group, 'vBCST', item, {
    make: value => substitutionBase(value, margin, reduction),
    rule: '(B) × (1 + pMVAST / 100) × (1 − pRedBCST / 100)',
    otherwise: open ? 'a base without margin is made as the destination’s state wants it' : undefined,
    rate: group.text(reduction.isZero() ? 'pMVAST' : 'pRedBCST'),
  })
}

function checkSubstitutionTax(group: Place, item: Item): void {
  const [vBCST, pICMSST] = [group.value('vBCST'), group.value('pICMSST')]
  if (!vBCST || !pICMSST) {
    group.undecided('vICMSST', 'base or rate are missing')
    return
  }
  const own = group.value('vICMSOp') ?? group.value('vICMS')
  if (own && !(own.isZero() && isFilledFreely(group))) {
    const rule = 'vBCST × pICMSST / 100 − vICMS'
    const formulas: Formula[] = [{ ours: substitutionTax(vBCST, pICMSST, own), rule }]
    // Deferred tax, and values that CST 90 and CSOSN 900 fill freely, may be left out of the deduction.
    if (group.value('vICMSOp')) formulas.push({ ours: substitutionTax(vBCST, pICMSST, group.value('vICMS') ?? zero), rule })
    if (isFilledFreely(group)) formulas.push({ ours: percentOf(vBCST, pICMSST), rule: 'vBCST × pICMSST / 100' })
    group.checkAny('vICMSST', formulas, whyOtherTax(group, item, percentOf(vBCST, pICMSST), own))
    return
  }
  checkTaxWithoutOwn(group, item, vBCST, pICMSST)
}

/** Why the substitution's tax may be another one; undefined where the rule decides it. */
function whyOtherTax(group: Place, { note }: Item, whole: Amount, own: Amount): string | undefined {
  if (note.finNFe !== '1') return 'the note repeats or corrects another one'
  if (group.element.name === 'ICMSPart') return 'the tax is split between two states'
  const deducted = whole.minus(group.value('vICMSST') ?? zero)
  const isPart = deducted.greaterThanOrEqualTo('-0.01') && deducted.lessThanOrEqualTo(own.plus('0.01'))
  // As for staple food in Minas Gerais: who reduces the base lets less of the own tax be deducted.
  if (isPart && group.value('pRedBCST')?.greaterThan(0) && group.value('pRedBC') === undefined)
    return 'where the base is reduced, the state says how much of the own tax is deducted'
  return undefined
}

/** CST 30 and CSOSN 201, 202, 203: the tax of the own operation is deducted, but is not in the note. */
function checkTaxWithoutOwn(group: Place, item: Item, vBCST: Amount, pICMSST: Amount): void {
  const { from, to, finNFe, law } = item.note
  const inter = law?.interstateRate(from, to, group.text('orig') ?? '0')
  const rate = inter ?? pICMSST
  const formulas = operationFormulas(item).map(({ ours, rule }) => ({
    ours: substitutionTax(vBCST, pICMSST, percentOf(ours, rate)),
    rule: `vBCST × pICMSST / 100 − (${rule}) × ${rate.toFixed()} / 100`,
  }))
  // The law fixes the rate between states; within one, and for what is exempt, the state says what may be deducted.
  const decided = inter !== undefined && group.text('CSOSN') !== undefined && finNFe === '1' && !isFilledFreely(group)
  group.checkAny('vICMSST', formulas, decided ? undefined : 'the tax of the own operation, which is deducted, is not in the note')
}

const isFilledFreely = (group: Place): boolean => group.text('CST') === '90' || group.text('CSOSN') === '900'

function checkSubstitutionFcp(group: Place): void {
  const [base, rate, vBCST] = [group.value('vBCFCPST'), group.value('pFCPST'), group.value('vBCST')]
  if (vBCST) group.checkAny('vBCFCPST', [{ ours: vBCST, rule: 'vBCST' }], 'a state may set another base for the FCP')
  if (!base || !rate) return
  const own = group.value('vFCP') ?? zero
  group.checkAny(
    'vFCPST',
    [
      { ours: substitutionTax(base, rate, own), rule: 'vBCFCPST × pFCPST / 100 − vFCP' },
      { ours: percentOf(base, rate), rule: 'vBCFCPST × pFCPST / 100' },
    ],
    group.value('vBC') ? undefined : 'the FCP of the own operation, which is deducted, is not in the note',
  )
}
