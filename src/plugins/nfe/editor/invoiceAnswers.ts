import { isRecord, recordsIn } from '../../../base/record.ts'
import type { CalculationCall } from '../../../browser/plugin.ts'
import {
  type DraftGround,
  type FindTaxClass,
  findTaxClass,
  isBlank,
  numberIn,
  type ProductFacts,
  type TaxClassRow,
  taxClassesOn,
} from '../../../domain/fiscal/core/public.ts'

/** What the server has answered about a note's store, recipient, products and numbers. */
export interface InvoiceAnswers {
  /** By the recipient's key; 0 while there is none. */
  readonly grounds: Map<number, DraftGround>
  /** By product; without facts where it is not there. */
  readonly facts: Map<number, ProductFacts>
  /** The last number of a series; 0 where it has none. */
  readonly numbers: Map<number, number>
  /** Series of the last note; 1 where there is none. */
  serie: number | undefined
  classes: readonly TaxClassRow[]
}

export const createInvoiceAnswers = (): InvoiceAnswers => ({
  grounds: new Map(),
  facts: new Map(),
  numbers: new Map(),
  serie: undefined,
  classes: [],
})

/** What follows from the recipient, asked once for each. */
export const groundCall = (recipient: number): CalculationCall => ({
  key: `ground ${recipient}`,
  path: 'NFe_emissaos/calculo',
  query: recipient > 0 ? { destinatarioId: recipient } : {},
  failure: recipient > 0 ? 'nfe.partner-failed' : 'nfe.ground-failed',
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

interface GroundReply {
  readonly loja: DraftGround
  readonly produtos: Readonly<Record<string, ProductFacts>>
  readonly classes: readonly TaxClassRow[]
}

const isGroundReply = (reply: unknown): reply is GroundReply =>
  isRecord(reply) && isRecord(reply.loja) && isRecord(reply.produtos) && Array.isArray(reply.classes)

/** Puts an answer where it is looked for. */
export function takeAnswer(answers: InvoiceAnswers, { key, query }: CalculationCall, reply: unknown): void {
  const [about, of = ''] = key.split(' ')
  const [last] = Array.isArray(reply) ? recordsIn(reply) : []
  if (about === 'series') answers.serie = isBlank(last?.serie) ? 1 : numberIn(last?.serie)
  if (about === 'number') answers.numbers.set(Number(of), numberIn(last?.numero))
  if (!isGroundReply(reply)) return
  if (about === 'ground') {
    answers.grounds.set(numberIn(query.destinatarioId), reply.loja)
    answers.classes = reply.classes
  } else for (const product of of.split(',')) answers.facts.set(Number(product), reply.produtos[product] ?? {})
}

/** Classes of IBS and CBS by day: the same as long as the day is, so that what was worked out with them stays. */
export function createClassFinder({ classes }: Pick<InvoiceAnswers, 'classes'>): (regime: number, day: string) => FindTaxClass {
  const byDay = new Map<string, FindTaxClass>()
  return (regime, day) => {
    if (regime !== 3) return findTaxClass
    const known = byDay.get(day) ?? taxClassesOn(classes, day, '55')
    byDay.set(day, known)
    return known
  }
}
