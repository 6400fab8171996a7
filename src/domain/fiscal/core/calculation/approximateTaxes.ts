import { type Amount, amount, percentOf, sumOf } from './amounts.ts'
import { apportion } from './apportion.ts'

/** The rates of a product in a state's IBPT table: in percent, until when they hold, and their source. */
export interface ApproximateRates {
  readonly nacional: number
  readonly importado: number
  readonly estadual: number
  readonly municipal: number
  /** Last day of validity: 2026-03-31. */
  readonly vigenciafim: string | null
  readonly chave: string | null
  readonly versao: string | null
  readonly fonte: string | null
}

/** An item as far as its approximate taxes depend on it. */
export interface ApproximateItem {
  readonly valor_item: number
  /** `orig`: 0 to 8. */
  readonly origem: string
  /** Without rates nothing is said of the item. */
  readonly rates: ApproximateRates | undefined
}

/** The taxes in its prices that a note tells (Lei 12.741/2012). */
export interface ApproximateTaxes {
  /** `vTotTrib` of each item. */
  readonly itens: readonly (number | undefined)[]
  /** `vTotTrib` of the note. */
  readonly total: number
  /** For `infCpl`: empty where no item has rates. */
  readonly texto: string
  /** Last day of the table, where it lies before the note's. */
  readonly vencida_em: string | undefined
}

/** `orig` of goods that the seller or another one imported. */
const imported = new Set(['1', '2', '6', '7'])

/** Works them out for a note of a day: each item's to cents, half up, and the text that names amounts, source and validity. */
export function approximateTaxes(items: readonly ApproximateItem[], day: string): ApproximateTaxes {
  const parts = items.map(partsOf)
  const known = parts.filter(part => part !== undefined)
  const rates = items.map(item => item.rates).filter(each => each !== undefined)
  const sums = [0, 1, 2].map(at => sumOf(known.map(part => part[at] ?? amount(0))))
  const expired = rates.map(({ vigenciafim }) => vigenciafim ?? day).filter(until => until < day)
  return {
    itens: parts.map(part => part && sumOf(part).toNumber()),
    total: sumOf(sums).toNumber(),
    texto: known.length === 0 ? '' : `${amountsText(sums)}${sourcesText(rates, day)}`,
    vencida_em: expired.sort().at(-1),
  }
}

/** The federal, the state's and the city's part of an item's taxes: to cents, and together what the three rates together give. */
function partsOf({ valor_item, origem, rates }: ApproximateItem): readonly Amount[] | undefined {
  if (!rates) return undefined
  const each = [imported.has(origem) ? rates.importado : rates.nacional, rates.estadual, rates.municipal].map(amount)
  return apportion(percentOf(amount(valor_item), sumOf(each)), each)
}

const reais = (value: Amount | undefined): string => `R$ ${(value ?? amount(0)).toFixed(2).replace('.', ',')}`

const amountsText = ([federal, estadual, municipal]: readonly Amount[]): string =>
  `Tributos aproximados (Lei 12.741/2012): ${reais(federal)} federais, ${reais(estadual)} estaduais e ${reais(municipal)} municipais.`

/** Every table that was used, once; of rates that somebody typed nobody knows a source. */
function sourcesText(rates: readonly ApproximateRates[], day: string): string {
  const sources = rates.flatMap(({ fonte, versao, chave, vigenciafim }) => {
    const until = vigenciafim === null ? [] : [`${vigenciafim < day ? 'vencida em' : 'válida até'} ${dayText(vigenciafim)}`]
    const named = [[fonte, versao].filter(Boolean).join(' '), chave ? `chave ${chave}` : ''].filter(part => part !== '')
    return named.length === 0 ? [] : [[...named, ...until].join(', ')]
  })
  return sources.length === 0 ? '' : ` Fonte: ${[...new Set(sources)].join('; ')}.`
}

const dayText = (day: string): string => day.split('-').reverse().join('/')
