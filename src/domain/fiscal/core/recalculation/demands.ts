import { type Amount, amount } from '../calculation/amounts.ts'
import { icmsCodeRejection } from '../calculation/icmsCode.ts'
import type { IbsCbsRates, TaxLaw } from '../calculation/taxLaw.ts'
import { childrenOf, type DocumentElement, decimalAt, elementAt, textAt } from '../document/documentElement.ts'
import { ABROAD } from '../keys/states.ts'
import type { Operations } from '../operations/operationTable.ts'
import { type Broken, type Demand, forbidden, type DemandedItem as Item, missing, of, wrong } from './demand.ts'
import { foreignDemands, foreignItemDemands } from './foreignDemands.ts'

/** By what a note is judged. */
export interface DemandedBy {
  readonly law: TaxLaw
  /** Those of its day; undefined where the table is not at hand. */
  readonly operations?: Operations | undefined
  /** Whether IBS and CBS are demanded of whoever tells them, as in homologation, or only of whom the authority refuses without. */
  readonly strict?: boolean
}

/** Finds what a note (`infNFe`) breaks: of its items in their order, then of its totals. */
export function noteDemands(info: DocumentElement, by: DemandedBy): Demand[] {
  const items = childrenOf(info, 'det').map((det, at): Item => ({ det, at: at + 1 }))
  const facts = { info, by, said: (path: string) => textAt(info, path) ?? '' }
  return [...foreignDemands(info), ...items.flatMap(item => itemDemands(item, facts)), ...totalDemands(items, facts)]
}

interface Facts {
  readonly info: DocumentElement
  readonly by: DemandedBy
  readonly said: (path: string) => string
}

function itemDemands(item: Item, facts: Facts): Demand[] {
  return [
    ...regimeDemands(item, facts),
    ...operationDemands(item, facts),
    ...foreignItemDemands(item, facts.info),
    ...endedDemands(item, facts),
    ...reformDemands(item, facts),
    ...rateDemands(item, facts),
  ]
}

/** The code of ICMS is of the issuer's regime. */
function regimeDemands(item: Item, { said }: Facts): Demand[] {
  const group = elementAt(item.det, 'imposto/ICMS')?.children[0]
  const [crt, cst, csosn] = [said('emit/CRT'), textAt(group, 'CST'), textAt(group, 'CSOSN')]
  const rejection = icmsCodeRejection(cst ?? csosn ?? '', Number(crt))
  return [
    ...of(item, 'imposto/ICMS', rejection === '590', () =>
      wrong('590', `CST ${cst}`, 'CSOSN', 'issuer of the Simples or the MEI (CRT 1, 4)'),
    ),
    ...of(item, 'imposto/ICMS', rejection === '591', () =>
      wrong('591', `CSOSN ${csosn}`, 'CST', 'issuer of the normal regime or above the sublimit (CRT 2, 3)'),
    ),
  ]
}

/** The operation exists, and is of the note's direction and place. */
function operationDemands(item: Item, { said, by }: Facts): Demand[] {
  const cfop = textAt(item.det, 'prod/CFOP') ?? ''
  const [leaves, place] = [said('ide/tpNF') === '1', said('ide/idDest')]
  const rules: readonly (readonly [broken: boolean, code: string | undefined, rule: string])[] = [
    [leaves && /^[123]/.test(cfop), '518', 'outgoing goods leave under 5, 6 or 7'],
    [!leaves && /^[567]/.test(cfop), '519', 'incoming goods enter under 1, 2 or 3'],
    [/^[37]/.test(cfop) && said('dest/enderDest/UF') !== ABROAD, '520', 'only goods from or to other countries have 3 or 7'],
    [/^[37]/.test(cfop) && place !== '3', '731', 'goods from or to other countries are idDest 3'],
    [place === '1' && !/^[15]/.test(cfop), '523', 'within the state goods have 1 or 5'],
    [/^[26]/.test(cfop) && place !== '2', '732', 'goods from or to other states are idDest 2'],
    [/^[15]/.test(cfop) && place !== '1', '733', 'within the state goods are idDest 1'],
    [by.operations !== undefined && !by.operations.has(cfop), undefined, 'there is no such CFOP'],
  ]
  const [first] = rules.filter(([broken]) => broken)
  return first ? of(item, 'prod/CFOP', true, () => wrong(first[1], cfop, 'another CFOP', first[2])) : []
}

/** Taxes that do not exist on the note's day. */
function endedDemands(item: Item, { by: { law } }: Facts): Demand[] {
  const valued = (tax: 'PIS' | 'COFINS') => {
    const group = elementAt(item.det, `imposto/${tax}`)?.children[0]
    return decimalAt(group, `v${tax}`)?.isZero() === false
  }
  return [
    ...(['PIS', 'COFINS'] as const).flatMap(tax =>
      of(item, `imposto/${tax}`, !law.hasContributions && valued(tax), () =>
        forbidden(undefined, `${tax} has ended (ADCT, art. 126)`),
      ),
    ),
    ...of(item, 'imposto/IS', !law.hasSelective && elementAt(item.det, 'imposto/IS') !== undefined, () =>
      forbidden(undefined, 'the selective tax has not begun (ADCT, art. 126)'),
    ),
  ]
}

/** CST whose items have values of IBS and CBS, those that have none, and fuel, which has its own. */
const valuedCst = new Set(['000', '200'])
const valuelessCst = new Set(['400', '410'])
const singlePhaseCst = '620'

function reformDemands(item: Item, { by: { law, strict } }: Facts): Demand[] {
  const reform = elementAt(item.det, 'imposto/IBSCBS')
  if (!reform)
    return of(item, 'imposto/IBSCBS', strict ? law.tellsIbsCbs : law.demandsIbsCbs, () =>
      missing('1115', 'demanded of the issuer’s regime from this day on (UB12-10)'),
    )
  const [cst, cClassTrib] = [textAt(reform, 'CST') ?? '', textAt(reform, 'cClassTrib') ?? '']
  const common = elementAt(reform, 'gIBSCBS') !== undefined
  const single = elementAt(reform, 'gIBSCBSMono') !== undefined
  const fault = law.classFault(cClassTrib)
  const path = 'imposto/IBSCBS'
  return [
    ...of(item, `${path}/cClassTrib`, !cClassTrib.startsWith(cst), () =>
      wrong(undefined, cClassTrib, `${cst}…`, 'begins with its CST'),
    ),
    ...of(item, `${path}/cClassTrib`, fault !== undefined, () =>
      wrong(undefined, cClassTrib, 'another class', faults[fault ?? 'unknown']),
    ),
    ...of(item, `${path}/gIBSCBS`, valuedCst.has(cst) && !common, () => missing('1022', `demanded with CST ${cst}`)),
    ...of(item, `${path}/gIBSCBS`, valuelessCst.has(cst) && common, () => forbidden(undefined, `CST ${cst} has no values`)),
    ...of(item, `${path}/gIBSCBSMono`, cst === singlePhaseCst && !single, () => missing('1116', 'demanded with CST 620')),
  ]
}

const faults = {
  unknown: 'the table of classes has it not',
  'not-in-force': 'not in force on the day of the note',
  'other-model': 'not for notes of this model',
} as const

/** Parts of IBS and CBS, their rates, and the rejection of a rate that the law does not have: one while they are tried beside the contributions, one after. */
const parts: readonly (readonly [group: string, rate: keyof IbsCbsRates, code: (law: TaxLaw) => string | undefined])[] = [
  ['gIBSUF', 'pIBSUF', law => (law.hasContributions ? '1026' : '1027')],
  ['gIBSMun', 'pIBSMun', () => '1036'],
  ['gCBS', 'pCBS', () => undefined],
]

function rateDemands(item: Item, { by: { law }, said }: Facts): Demand[] {
  const reform = elementAt(item.det, 'imposto/IBSCBS')
  const group = elementAt(reform, 'gIBSCBS')
  const cClassTrib = textAt(reform, 'cClassTrib') ?? ''
  const taxClass = law.findClass(cClassTrib)
  if (!group || !taxClass?.taxed || !law.tellsIbsCbs) return []
  const day = said('ide/dhEmi').slice(0, 10)
  return parts.flatMap(([name, rate, code]) => {
    const [told, known] = [decimalAt(group, `${name}/${rate}`), law.knownRates[rate]]
    const reduction = decimalAt(group, `${name}/gRed/pRedAliq`)
    const due: Amount = amount(name === 'gCBS' ? taxClass.pRedCBS : taxClass.pRedIBS)
    const path = `imposto/IBSCBS/gIBSCBS/${name}`
    return [
      ...of(item, `${path}/${rate}`, told !== undefined && known !== undefined && !told.equals(known), () =>
        wrong(code(law), told?.toFixed(4) ?? '', known?.toFixed(4) ?? '', `${rate} on ${day}`),
      ),
      ...of(item, `${path}/gRed/pRedAliq`, !(reduction ?? amount(0)).equals(due), () =>
        wrong(undefined, reduction?.toFixed(4) ?? '', due.toFixed(4), `reduction of cClassTrib ${cClassTrib}`),
      ),
    ]
  })
}

/** The parts beside the totals of IBS and CBS, and when these may stand. */
function totalDemands(items: readonly Item[], { info, by: { law } }: Facts): Demand[] {
  const total = elementAt(info, 'total')
  if (!law.tellsIbsCbs || !elementAt(total, 'IBSCBSTot')) return []
  const valued = items.some(({ det }) => elementAt(det, 'imposto/IBSCBS/gIBSCBS') ?? elementAt(det, 'imposto/IBSCBS/gIBSCBSMono'))
  const at = (path: string, broken: boolean, what: () => Broken): Demand[] =>
    broken ? [{ path: `total/${path}`, ...what() }] : []
  return [
    ...at('IBSCBSTot', !valued, () => forbidden('1118', 'only where an item has gIBSCBS')),
    ...at('vNFTot', textAt(total, 'vNFTot') === undefined, () => missing('1004', 'demanded beside IBSCBSTot')),
    ...items.flatMap(item =>
      of(item, 'vItem', textAt(item.det, 'vItem') === undefined, () => missing('1004', 'demanded beside IBSCBSTot (VB01-10)')),
    ),
  ]
}
