import { stateByCode } from '../keys/states.ts'
import { type Amount, amount } from './amounts.ts'
import { type ClassFault, classFaultOn, type FindTaxClass, type TaxClassRow, taxClassesOn } from './taxClass.ts'

/** Rates of IBS (state, municipality) and CBS in percent. */
export interface IbsCbsRates {
  readonly pIBSUF: Amount
  readonly pIBSMun: Amount
  readonly pCBS: Amount
}

/** The law on the taxes of a note: on its day, of its place and the issuer's regime. */
export interface TaxLaw {
  readonly findClass: FindTaxClass
  /** Tells why notes of its model may not have a class that day; undefined where they may. */
  readonly classFault: (cClassTrib: string) => ClassFault | undefined
  /** Undefined where one of them is not known: that is never taken for zero. */
  readonly rates: IbsCbsRates | undefined
  /** Those that are known, whatever the others are. */
  readonly knownRates: Partial<IbsCbsRates>
  /** Whether the note tells IBS and CBS. */
  readonly tellsIbsCbs: boolean
  /** Whether the authority refuses a note that does not. */
  readonly demandsIbsCbs: boolean
  /** Whether IBS, CBS and IS are part of what the buyer pays (`vItem`, `vNFTot`). */
  readonly addsIbsCbs: boolean
  /** Whether the price that a consumer pays holds them. */
  readonly priceHoldsIbsCbs: boolean
  readonly hasContributions: boolean
  readonly hasIpi: boolean
  readonly hasSelective: boolean
  /** The rate of ICMS between two states for goods of an origin; undefined where none is known that day. */
  readonly interstateRate: (from: string, to: string, orig: string) => Amount | undefined
  /** The rate of a class of the selective tax; undefined where there is none that day. */
  readonly selectiveRate: (cClassTribIS: string) => Amount | undefined
}

/** Of which note the law is asked. */
export interface LawPlace {
  /** Day whose taxes it tells: that of issue, or of the sale that a return takes back. 2026-11-23. */
  readonly day: string
  /** Day of issue, where that is another one: what a note has to tell is the law of that day. */
  readonly issued?: string | undefined
  readonly modelo: '55' | '65'
  /** CRT of the issuer. */
  readonly regime: number
  /** Of the Simples: IBS and CBS are paid beside it, by the regular regime. */
  readonly regular?: boolean | undefined
  /** Where the goods are consumed. */
  readonly uf: string
  /** IBGE's code. */
  readonly municipio?: string | undefined
}

interface Dated {
  /** 2026-11-23. */
  readonly vigencia_inicio: string
  readonly vigencia_fim: string | null
}

/** A row of the register of rates. */
export interface TaxRateRow extends Dated {
  readonly tributo: string
  /** BR, a state or a municipality. */
  readonly local: string
  /** Of the selective tax: its class. */
  readonly classe: string | null
  readonly aliquota: number
}

/** The Simples that pays IBS and CBS by the regular regime, as rows of rules name it. */
const regularSimples = 13

/** A row of the register of rules: `regime` 0 is for all. */
export interface TaxRuleRow extends Dated {
  readonly regra: string
  readonly regime: number
  readonly ativa: boolean
}

/** A row of the register of limits. */
export interface TaxLimitRow extends Dated {
  readonly limite: string
  /** BR or a state. */
  readonly uf: string
  readonly valor: number
}

/** The law as the registers of the platform have it. */
export interface LawRows {
  /** Of limits, those between states. */
  readonly limits: readonly TaxLimitRow[]
  readonly classes: readonly TaxClassRow[]
  readonly rates: readonly TaxRateRow[]
  readonly rules: readonly TaxRuleRow[]
}

const inForce = (day: string, { vigencia_inicio, vigencia_fim }: Dated): boolean =>
  vigencia_inicio <= day && day <= (vigencia_fim ?? day)

/** The row that holds: of the nearest place or regime, of these the one that began last. */
function holding<R extends Dated>(rows: readonly R[], day: string, nearness: (row: R) => number): R | undefined {
  const near = rows.filter(row => inForce(day, row) && nearness(row) > 0)
  return near.toSorted((a, b) => nearness(b) - nearness(a) || (a.vigencia_inicio < b.vigencia_inicio ? 1 : -1))[0]
}

/** Tells whether a rule holds on a day for a regime. */
export const holdsRule = (
  rules: readonly TaxRuleRow[],
  regra: string,
  { day, regime, regular }: Pick<LawPlace, 'day' | 'regime' | 'regular'>,
): boolean =>
  holding(
    rules.filter(row => row.regra === regra),
    day,
    row => (regular && row.regime === regularSimples ? 3 : row.regime === regime ? 2 : row.regime === 0 ? 1 : 0),
  )?.ativa === true

/** Whether goods go from one state to another. */
export function isInterstate(from: string, to: string): boolean {
  const states = Object.values(stateByCode)
  return from !== to && states.includes(from) && states.includes(to)
}

/** Goods with more than 40 % of foreign content: `orig` 1, 2, 3 and 8. */
const foreignOrigins = ['1', '2', '3', '8']

export const isForeignOrigin = (orig: string): boolean => foreignOrigins.includes(orig)

/** States with a reduced rate send at it to those without; goods of foreign content have a rate of their own everywhere. */
export function interstateRates(limits: readonly TaxLimitRow[], day: string): TaxLaw['interstateRate'] {
  const rateOf = (limite: string, uf = 'BR'): Amount | undefined => {
    const row = holding(
      limits.filter(each => each.limite === limite && each.uf === uf),
      day,
      () => 1,
    )
    return row && amount(row.valor)
  }
  return (from, to, orig) => {
    if (!isInterstate(from, to)) return undefined
    if (isForeignOrigin(orig)) return rateOf('ICMS_INTERESTADUAL_IMPORTADOS')
    const reduced = rateOf('ICMS_INTERESTADUAL_REDUZIDA', from)
    return reduced && !rateOf('ICMS_INTERESTADUAL_REDUZIDA', to) ? reduced : rateOf('ICMS_INTERESTADUAL')
  }
}

/** The law of a note, by these rows. */
export function taxLawOn({ classes, rates, rules, limits }: LawRows, place: LawPlace): TaxLaw {
  const { day, uf, municipio, modelo } = place
  const rateOf = (tributo: string, classe = ''): Amount | undefined => {
    const of = rates.filter(row => row.tributo === tributo && (row.classe ?? '') === classe)
    const row = holding(of, day, ({ local }) => (local === municipio ? 3 : local === uf ? 2 : local === 'BR' ? 1 : 0))
    return row && amount(row.aliquota)
  }
  const [pIBSUF, pIBSMun, pCBS] = [rateOf('IBS_UF'), rateOf('IBS_MUN'), rateOf('CBS')]
  const holds = (regra: string): boolean => holdsRule(rules, regra, place)
  const tellsIbsCbs = holdsRule(rules, 'IBSCBS_PREENCHER', { ...place, day: place.issued ?? day })
  const addsIbsCbs = tellsIbsCbs && holds('IBSCBS_SOMAR')
  return {
    findClass: taxClassesOn(classes, day, modelo),
    classFault: classFaultOn(classes, day, modelo),
    rates: pIBSUF && pIBSMun && pCBS && { pIBSUF, pIBSMun, pCBS },
    knownRates: { ...(pIBSUF ? { pIBSUF } : {}), ...(pIBSMun ? { pIBSMun } : {}), ...(pCBS ? { pCBS } : {}) },
    tellsIbsCbs,
    demandsIbsCbs: holdsRule(rules, 'IBSCBS_EXIGIR', { day: place.issued ?? day, regime: place.regime }),
    addsIbsCbs,
    priceHoldsIbsCbs: addsIbsCbs && modelo === '65' && holds('IBSCBS_NO_PRECO'),
    hasContributions: holds('PIS_COFINS'),
    hasIpi: holds('IPI'),
    hasSelective: holds('IS'),
    interstateRate: interstateRates(limits, day),
    selectiveRate: classe => (tellsIbsCbs && holds('IS') ? rateOf('IS', classe) : undefined),
  }
}
