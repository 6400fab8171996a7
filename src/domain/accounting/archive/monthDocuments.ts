import type { Queries, RowOf } from '../../../server/domain.ts'
import {
  daysOfMonth,
  type FiscalDocument,
  type MissingXml,
  missingXml,
  readDocuments,
  wrapDocument,
} from '../../fiscal/public.ts'

/** A month of a store's documents: `mes` as AAAA-MM, by the store's clock. */
export interface DocumentMonth {
  readonly lojaId: number
  readonly mes: string
  readonly zone: string
}

/** The documents of a month, and the events of them and of others that the authority took in it. */
export interface MonthSet {
  readonly documents: readonly FiscalDocument[]
  readonly events: readonly MonthEvent[]
  readonly missing: readonly MissingXml[]
}

/** A cancellation, a correction, a manifestation, or numbers that were voided. */
export interface MonthEvent {
  readonly id: number
  readonly tipo: string
  readonly chave: string
  readonly ambiente: 1 | 2
}

/**
 * Reads what a month consists of. Documents count in the month of their issue; what comes to a note later (a cancellation or a correction of the next
 * month) is news of that month as well: the archive of its own was sent before. Of voided numbers the day of the authority's answer counts.
 */
export async function readMonth(q: Queries, { lojaId, mes, zone }: DocumentMonth): Promise<MonthSet> {
  const documents = await readDocuments(q, daysOfMonth(lojaId, mes))
  const { rows: events } = await q.query<MonthEvent & Record<string, unknown>>(
    `SELECT t.id::float8 AS id, t.tipo, coalesce(t.chave, '') AS chave, coalesce(t.ambiente, 1)::int AS ambiente FROM "NFe_transmissaos" t
     WHERE t."lojaId" = $1 AND t.estado = 'ACEITO' AND t.tipo NOT IN ('NOTA', 'RECEBIDA')
       AND ((t.tipo <> 'INUTILIZACAO' AND substr(t.chave, 3, 4) = $2) OR to_char(t.decidida_em AT TIME ZONE $3, 'YYMM') = $2) ORDER BY t.id`,
    [lojaId, `${mes.slice(2, 4)}${mes.slice(5)}`, zone],
  )
  return { documents, events, missing: missingXml(documents) }
}

/** Nothing happened in it. */
export const isEmptyMonth = ({ documents, events }: MonthSet): boolean => documents.length + events.length === 0

/** A document as it lies in the archive. */
export interface ArchivedDocument {
  readonly path: string
  readonly text: string
}

/** Documents that are read at once. */
const PAGE = 200

/** The XML of a month, a page at a time: of many notes only those at hand are kept. Each has a name of its own. */
export async function* monthXml(q: Queries, lojaId: number, month: MonthSet): AsyncGenerator<ArchivedDocument[]> {
  const places = placesOf(month)
  for (let at = 0; at < places.length; at += PAGE) {
    const page = places.slice(at, at + PAGE)
    const { rows } = await q.query<RowOf<'NFe_transmissaos', 'resposta'> & { id: number; tipo: string; documento: string }>(
      `SELECT id::float8 AS id, tipo, documento, resposta FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND id = ANY ($2::bigint[])`,
      [lojaId, page.map(({ id }) => id)],
    )
    const found = new Map(rows.map(row => [row.id, row]))
    yield page.flatMap(({ id, path }) => {
      const row = found.get(id)
      return row ? [{ path, text: wrapDocument(row.tipo, row.documento, row.resposta) }] : []
    })
  }
}

/** Folders of an archive; what homologation took has no fiscal value and lies apart, and so does what nobody proved. */
function placesOf({ documents, events }: MonthSet): { readonly id: number; readonly path: string }[] {
  const taken = new Set<string>()
  const named = (id: number, name: string): { id: number; path: string } => {
    const path = taken.has(name) ? `${name}-${id}.xml` : `${name}.xml`
    taken.add(name)
    return { id, path }
  }
  const apart = (ambiente: 1 | 2): string => (ambiente === 2 ? 'homologacao/' : '')
  return [
    ...documents.flatMap(document =>
      document.xml === null ? [] : [named(document.xml, `${apart(document.ambiente)}${folderOf(document)}/${document.chave}`)],
    ),
    ...events.map(({ id, tipo, chave, ambiente }) =>
      tipo === 'INUTILIZACAO'
        ? named(id, `${apart(ambiente)}inutilizacoes/${chave}`)
        : named(id, `${apart(ambiente)}eventos/${chave}-${tipo.toLowerCase()}-${id}`),
    ),
  ]
}

const folders = { 'NFC-e': 'nfce', 'NF-e': 'nfe', RECEBIDA: 'recebidas' } as const

const folderOf = ({ documento, situacao }: FiscalDocument): string =>
  situacao === 'DUVIDOSA' ? 'recebidas/nao-comprovadas' : folders[documento]
