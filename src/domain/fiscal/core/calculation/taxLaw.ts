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

/** A row of the register of rules: `regime` 0 is for all. */
export interface TaxRuleRow extends Dated {
  readonly regra: string
  readonly regime: number
  readonly ativa: boolean
}

/** The law as the registers of the platform have it. */
export interface LawRows {
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
  { day, regime }: Pick<LawPlace, 'day' | 'regime'>,
): boolean =>
  holding(
    rules.filter(row => row.regra === regra),
    day,
    row => (row.regime === regime ? 2 : row.regime === 0 ? 1 : 0),
  )?.ativa === true

/** The law of a note, by these rows. */
export function taxLawOn({ classes, rates, rules }: LawRows, place: LawPlace): TaxLaw {
  const { day, uf, municipio, modelo } = place
  const rateOf = (tributo: string, classe = ''): Amount | undefined => {
    const of = rates.filter(row => row.tributo === tributo && (row.classe ?? '') === classe)
    const row = holding(of, day, ({ local }) => (local === municipio ? 3 : local === uf ? 2 : local === 'BR' ? 1 : 0))
    return row && amount(row.aliquota)
  }
  const [pIBSUF, pIBSMun, pCBS] = [rateOf('IBS_UF'), rateOf('IBS_MUN'), rateOf('CBS')]
  const holds = (regra: string): boolean => holdsRule(rules, regra, place)
  const tellsIbsCbs = holdsRule(rules, 'IBSCBS_PREENCHER', { day: place.issued ?? day, regime: place.regime })
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
    selectiveRate: classe => (tellsIbsCbs && holds('IS') ? rateOf('IS', classe) : undefined),
  }
}
