import { dayOf, parseDateTime } from '../../../../base/dates.ts'
import { paysIcmsInDas } from '../calculation/icmsCode.ts'
import type { NoteHeader } from '../calculation/noteRecord.ts'
import { holdsRule, type LawPlace, type LawRows } from '../calculation/taxLaw.ts'
import { ABROAD } from '../keys/states.ts'
import { type DraftRecord, draftText, isBlank, numberIn } from './draftValues.ts'

/** The facts of the store and of the recipient from which an invoice is calculated. */
export interface InvoiceContext {
  readonly regime: 1 | 2 | 3 | 4
  /** Of the Simples: IBS and CBS are paid beside it, by the regular regime. */
  readonly regular?: boolean
  /** Whether the recipient buys meals under contract. */
  readonly contrato?: boolean
  readonly ambiente: 1 | 2
  readonly uf: string
  readonly cred_sn_alq: number
  /** State of the recipient's first address; that of the store where there is none. */
  readonly uf_destinatario: string
  /** Rates of ICMS between the two states that day: of goods of this country, and of those of foreign content. */
  readonly icms_interestadual?: number | null
  readonly icms_importados?: number | null
  /** IBGE's code of its municipality, or of the store's. */
  readonly municipio_destinatario: string
  /** `indIEDest`, as the recipient's registration says. */
  readonly ie_destinatario: 1 | 2 | 9
}

/** Tells whether the goods leave the country. */
export const isAbroad = ({ uf_destinatario }: Pick<InvoiceContext, 'uf_destinatario'>): boolean => uf_destinatario === ABROAD

/** CST or CSOSN of what leaves the country: a note with another one is refused (rejection 527). */
export const exportCst = (regime: InvoiceContext['regime']): string => (paysIcmsInDas(regime) ? '300' : '41')

/** Returns the facts of a draft's own operation: who buys at the counter buys in the state of the store, wherever he lives. */
export const contextOf = <C extends InvoiceContext>(record: DraftRecord, context: C): C =>
  numberIn(record.identificador_operacao) === 1
    ? { ...context, uf_destinatario: context.uf, icms_interestadual: null, icms_importados: null }
    : context

/** `idDest`: inside the state, to another one, abroad. */
export const operationOf = ({ uf, uf_destinatario }: InvoiceContext): 1 | 2 | 3 =>
  uf_destinatario === ABROAD ? 3 : uf_destinatario === uf ? 1 : 2

/** Amounts of the whole invoice that are spread over its items. */
export const spreadTotals = ['total_desconto', 'total_frete', 'total_seguro', 'total_outro'] as const

/** Returns the facts of the whole draft on which its items' taxes depend. `dayAt` tells the store's day of a moment. */
export function draftHeader(record: DraftRecord, context: InvoiceContext, dayAt: (moment: string) => string): NoteHeader {
  const registration = numberIn(record.identificador_ie_dest)
  return {
    emitida_em: issueDay(record, dayAt),
    regime: context.regime,
    uf_emitente: context.uf,
    uf_destinatario: contextOf(record, context).uf_destinatario,
    consumidor: isBlank(record.consumidor) || numberIn(record.consumidor) === 1,
    identificador_ie_dest: registration === 1 || registration === 2 ? registration : 9,
    pis_cofins_sem_icms: true,
    ...Object.fromEntries(spreadTotals.map(name => [name, numberIn(record[name])])),
  }
}

/** Returns the day of a draft, by the calendar of `dayAt`; today's where it has none. */
export const issueDay = (record: DraftRecord, dayAt: (moment: string) => string): string => dayAt(momentOf(record.emitida_em))

/** Returns the day of a draft in its store's zone. */
export const draftDay = (record: DraftRecord, zone: string): string => issueDay(record, moment => dayOf(moment, zone))

/** A moment as bodies, rows and forms have it; now where there is none that can be read. */
const momentOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : (parseDateTime(draftText(value)) ?? new Date().toISOString())

/** Returns the place and day of a draft's law: its own day, or, of a return, the day of its sale. */
export function lawPlaceOf({
  law,
  header,
  context,
  sold,
}: {
  readonly law: Pick<LawRows, 'rules'>
  readonly header: NoteHeader
  readonly context: InvoiceContext
  /** Day of the sale that a return takes back. */
  readonly sold?: string | undefined
}): LawPlace {
  const { regime, emitida_em } = header
  const follows =
    sold !== undefined &&
    sold < emitida_em &&
    holdsRule(law.rules, 'DEVOLUCAO_PELA_VENDA', { day: emitida_em, regime, regular: context.regular })
  return {
    day: follows ? sold : emitida_em,
    issued: emitida_em,
    modelo: '55',
    regime,
    regular: context.regular,
    uf: context.uf_destinatario,
    municipio: context.municipio_destinatario,
  }
}
