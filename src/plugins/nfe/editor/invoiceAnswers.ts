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
  /** By recipient and day. */
  readonly contexts: Map<string, InvoiceContext>
  /** By product; without facts where it is not there. */
  readonly facts: Map<number, ProductFacts>
  /** The last number of a series; 0 where it has none. */
  readonly numbers: Map<number, number>
  /** Series of the last note; 1 where there is none. */
  serie: number | undefined
  /** The law by recipient and day: rates may be those of its place. */
  readonly laws: Map<string, LawRows>
}

export const createInvoiceAnswers = (): InvoiceAnswers => ({
  contexts: new Map(),
  facts: new Map(),
  numbers: new Map(),
  serie: undefined,
  laws: new Map(),
})

/** For whom a note is, 0 while that is nobody, and its day: the store's regime is that of the day. */
export interface ContextAsked {
  readonly recipient: number
  readonly day: string
}

export const contextKey = ({ recipient, day }: ContextAsked): string => `context ${recipient} ${day}`

/** Returns the call for the facts that follow from recipient and day, asked once for each. */
export const contextCall = ({ recipient, day }: ContextAsked): CalculationCall => ({
  key: contextKey({ recipient, day }),
  path: 'NFe_emissaos/calculo',
  query: { dia: day, ...(recipient > 0 ? { destinatarioId: recipient } : {}) },
  failure: recipient > 0 ? 'nfe.partner-failed' : 'nfe.context-failed',
  needed: true,
})

/** Most products of one call. */
const most = 200

export const productsCall = (products: readonly number[], dia: string): CalculationCall => {
  const produtos = [...new Set(products)].slice(0, most).join()
  return {
    key: `products ${produtos} ${dia}`,
    path: 'NFe_emissaos/calculo',
    query: { produtos, dia },
    failure: 'nfe.product-failed',
  }
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
export function takeAnswer(answers: InvoiceAnswers, { key }: CalculationCall, reply: unknown): void {
  const [about, of = ''] = key.split(' ')
  const [last] = Array.isArray(reply) ? recordsIn(reply) : []
  if (about === 'series') answers.serie = isBlank(last?.serie) ? 1 : numberIn(last?.serie)
  if (about === 'number') answers.numbers.set(Number(of), numberIn(last?.numero))
  if (!isContextReply(reply)) return
  if (about === 'context') {
    answers.contexts.set(key, reply.loja)
    answers.laws.set(key, reply.lei)
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
