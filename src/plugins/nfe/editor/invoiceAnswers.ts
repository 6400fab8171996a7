import { isRecord, recordsIn } from '../../../base/record.ts'
import type { CalculationCall } from '../../../browser/plugin.ts'
import {
  type InvoiceContext,
  isBlank,
  type LawPlace,
  type LawRows,
  numberIn,
  type ProductFacts,
  type TaxLaw,
  taxLawOn,
} from '../../../domain/fiscal/core/public.ts'

/** The server's answers about a note's store, recipient, products and numbers. */
export interface InvoiceAnswers {
  /** By the recipient's key; 0 while there is none. */
  readonly grounds: Map<number, InvoiceContext>
  /** By product; without facts where it is not there. */
  readonly facts: Map<number, ProductFacts>
  /** The last number of a series; 0 where it has none. */
  readonly numbers: Map<number, number>
  /** Series of the last note; 1 where there is none. */
  serie: number | undefined
  /** The law by the recipient's key: rates may be those of its place. */
  readonly laws: Map<number, LawRows>
}

export const createInvoiceAnswers = (): InvoiceAnswers => ({
  grounds: new Map(),
  facts: new Map(),
  numbers: new Map(),
  serie: undefined,
  laws: new Map(),
})

/** Returns the call for the facts that follow from the recipient, asked once for each. */
export const contextCall = (recipient: number): CalculationCall => ({
  key: `context ${recipient}`,
  path: 'NFe_emissaos/calculo',
  query: recipient > 0 ? { destinatarioId: recipient } : {},
  failure: recipient > 0 ? 'nfe.partner-failed' : 'nfe.context-failed',
  needed: true,
})

/** Most products of one call. */
const most = 200

export const productsCall = (products: readonly number[]): CalculationCall => {
  const some = [...new Set(products)].slice(0, most).join()
  return { key: `products ${some}`, path: 'NFe_emissaos/calculo', query: { produtos: some }, failure: 'nfe.product-failed' }
}

/** The last note of a series, or of all series: numbers are kept apart by environment, and ranges that are voided are no notes. */
export const lastNoteCall = (store: number | string | null, ambiente: number, serie?: number): CalculationCall => ({
  key: serie === undefined ? 'series' : `number ${serie}`,
  path: 'NFe_emissaos',
  query: {
    filter: JSON.stringify({
      where: {
        lojaId: store,
        modelo: 55,
        ambiente,
        ...(serie === undefined ? {} : { serie }),
        or: [{ inutilizacao: false }, { inutilizacao: null }],
      },
      fields: ['id', 'serie', 'numero'],
      order: 'id DESC',
      limit: 1,
    }),
  },
  failure: 'nfe.number-failed',
})

interface ContextReply {
  readonly loja: InvoiceContext
  readonly produtos: Readonly<Record<string, ProductFacts>>
  readonly lei: LawRows
}

const isContextReply = (reply: unknown): reply is ContextReply =>
  isRecord(reply) && isRecord(reply.loja) && isRecord(reply.produtos) && isRecord(reply.lei)

/** Puts an answer where it is looked for. */
export function takeAnswer(answers: InvoiceAnswers, { key, query }: CalculationCall, reply: unknown): void {
  const [about, of = ''] = key.split(' ')
  const [last] = Array.isArray(reply) ? recordsIn(reply) : []
  if (about === 'series') answers.serie = isBlank(last?.serie) ? 1 : numberIn(last?.serie)
  if (about === 'number') answers.numbers.set(Number(of), numberIn(last?.numero))
  if (!isContextReply(reply)) return
  if (about === 'context') {
    answers.grounds.set(numberIn(query.destinatarioId), reply.loja)
    answers.laws.set(numberIn(query.destinatarioId), reply.lei)
  } else for (const product of of.split(',')) answers.facts.set(Number(product), reply.produtos[product] ?? {})
}

/** The law by place and day: the same as long as these are, so that what was worked out by it stays. */
export function createLawFinder(): (rows: LawRows, place: LawPlace) => TaxLaw {
  const known = new WeakMap<LawRows, Map<string, TaxLaw>>()
  return (rows, place) => {
    const byPlace = known.get(rows) ?? new Map<string, TaxLaw>()
    known.set(rows, byPlace)
    const key = JSON.stringify(place)
    const law = byPlace.get(key) ?? taxLawOn(rows, place)
    byPlace.set(key, law)
    return law
  }
}
