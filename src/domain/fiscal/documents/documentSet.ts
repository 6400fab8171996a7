import type { Queries } from '../../../server/domain.ts'

/** Days of a store, AAAA-MM-DD, both included, by the store's clock. */
export interface DocumentDays {
  readonly lojaId: number
  readonly de: string
  readonly ate: string
}

/** The kind of a document, as the set tells it. */
export type DocumentKind = 'NFC-e' | 'NF-e' | 'RECEBIDA'

/** A document of the set: a record, whether or not its XML is kept. */
export interface FiscalDocument {
  readonly documento: DocumentKind
  /** Number of the record: of NFCes, NFe_emissaos or nfes. */
  readonly id: number
  readonly modelo: '55' | '65'
  readonly serie: number | null
  readonly numero: number | null
  readonly chave: string | null
  readonly emitida_em: string
  /** The other side: recipient or supplier. */
  readonly nome: string | null
  /** With two places. */
  readonly valor: string
  readonly situacao: string
  readonly ambiente: 1 | 2
  /** Whether it is of the environment in which the store works. */
  readonly vale: boolean
  /** Numbers of `NFe_transmissaos`; null where there is no XML. */
  readonly xml: number | null
  readonly xml_cancelamento: number | null
}

const columns = `d.documento, d.id::float8 AS id, d.modelo, d.serie, d.numero, d.chave, d.emitida_em, d.nome, round(coalesce(d.valor, 0), 2)::text AS valor,
  d.situacao, d.ambiente, d.vale, d.xml::float8 AS xml, d.xml_cancelamento::float8 AS xml_cancelamento`

const set = (reader: 'f_documentos' | 'f_nfes_entradas'): string =>
  `fiscais.${reader}($1::bigint, fiscais.f_inicio($1::bigint, $2::date), fiscais.f_fim($1::bigint, $3::date)) d`

/** States in which the authority knows of a document: what is a draft, waits or was refused is none. */
const issued = `d.situacao IN ('AUTORIZADA', 'CANCELADA', 'DENEGADA', 'DUVIDOSA')`

/**
 * Fiscal documents of some days that the authority knows of, in the order of their kinds and numbers: of both environments (`vale` tells which count), the
 * cancelled among them. `documentFunctions` says what the set is; reports read the same.
 */
export async function readDocuments(q: Queries, { lojaId, de, ate }: DocumentDays): Promise<FiscalDocument[]> {
  const { rows } = await q.query<FiscalDocument & Record<string, unknown>>(
    `SELECT ${columns} FROM ${set('f_documentos')} WHERE ${issued} ORDER BY d.documento, d.ambiente, d.serie, d.numero, d.id`,
    [lojaId, de, ate],
  )
  return rows
}

/** Suppliers' notes that were entered in these days and count: a note is told where its goods came in. */
export async function readEntered(q: Queries, { lojaId, de, ate }: DocumentDays): Promise<FiscalDocument[]> {
  const { rows } = await q.query<FiscalDocument & Record<string, unknown>>(
    `SELECT ${columns} FROM ${set('f_nfes_entradas')} WHERE d.vale ORDER BY d.id`,
    [lojaId, de, ate],
  )
  return rows
}

/** Which XML of a document is missing. */
export interface MissingXml extends FiscalDocument {
  readonly falta: 'nota' | 'cancelamento'
}

/** Documents whose XML, or that of their cancellation, is not kept here: each is to be told by name wherever XML is handed on. */
export const missingXml = (documents: readonly FiscalDocument[]): MissingXml[] =>
  documents.flatMap((document): MissingXml[] => {
    if (document.xml === null) return [{ ...document, falta: 'nota' }]
    const uncancelled =
      document.documento !== 'RECEBIDA' && document.situacao === 'CANCELADA' && document.xml_cancelamento === null
    return uncancelled ? [{ ...document, falta: 'cancelamento' }] : []
  })

/** Returns the name of a document for people: `NFC-e 1/123`. */
export const documentName = ({ documento, serie, numero, chave, nome }: FiscalDocument): string => {
  const number = numero === null ? (chave ?? 'sem número') : `${serie ?? 0}/${numero}`
  return documento === 'RECEBIDA' ? `NF-e ${number} de ${nome ?? 'fornecedor sem nome'}` : `${documento} ${number}`
}

/** Days of a month: `AAAA-MM`. */
export const daysOfMonth = (lojaId: number, mes: string): DocumentDays => {
  const last = new Date(Date.UTC(Number(mes.slice(0, 4)), Number(mes.slice(5)), 0)).getUTCDate()
  return { lojaId, de: `${mes}-01`, ate: `${mes}-${last}` }
}
