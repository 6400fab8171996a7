import type { Queries } from '../../../server/domain.ts'
import { wrapDocument } from '../../fiscal/public.ts'

/** A month of a store's documents: `mes` as AAAA-MM, by the store's clock. */
export interface DocumentMonth {
  readonly lojaId: number
  readonly mes: string
  readonly zone: string
}

/** A document as it lies in the archive. */
export interface ArchivedDocument {
  readonly path: string
  readonly text: string
}

/** Documents that are read at once. */
const PAGE = 200

/**
 * A key says when its note was issued; of voided numbers the day of the authority's answer counts. What comes to a note later (a cancellation or a
 * correction of the next month, a supplier's note that arrives in it) is news of that month as well: the archive of its own was sent before.
 */
const ofMonth = `t."lojaId" = $1 AND t.estado = 'ACEITO' AND (
  (t.tipo <> 'INUTILIZACAO' AND substr(t.chave, 3, 4) = $2) OR (t.tipo <> 'NOTA' AND to_char(t.decidida_em AT TIME ZONE $3, 'YYMM') = $2))`

const paramsOf = ({ lojaId, mes, zone }: DocumentMonth): readonly unknown[] => [lojaId, `${mes.slice(2, 4)}${mes.slice(5)}`, zone]

/** Documents that the authority accepted, a page at a time: of many notes only those at hand are kept. */
export async function* monthDocuments(q: Queries, month: DocumentMonth): AsyncGenerator<ArchivedDocument[]> {
  for (let last = 0; ; ) {
    const { rows } = await q.query<StoredDocument>(
      `SELECT t.id::float8 AS id, t.tipo, t.modelo, coalesce(t.ambiente, 1) AS ambiente, t.chave, t.documento, t.resposta
       FROM "NFe_transmissaos" t WHERE ${ofMonth} AND t.id > $4 ORDER BY t.id LIMIT ${PAGE}`,
      [...paramsOf(month), last],
    )
    if (rows.length === 0) return
    last = rows.at(-1)?.id ?? last
    yield rows.map(row => ({ path: pathOf(row), text: wrapDocument(row.tipo, row.documento, row.resposta) }))
  }
}

interface StoredDocument {
  readonly id: number
  readonly tipo: string
  readonly modelo: string
  readonly ambiente: number
  readonly chave: string
  readonly documento: string
  readonly resposta: string | null
}

/** Folders of an archive; what homologation took has no fiscal value and lies apart. */
function pathOf({ id, tipo, modelo, ambiente, chave }: StoredDocument): string {
  const folder = tipo === 'NOTA' ? (modelo === '55' ? 'nfe' : 'nfce') : (folders[tipo] ?? 'eventos')
  const name = folder === 'eventos' ? `${chave}-${tipo.toLowerCase()}-${id}` : chave
  return `${ambiente === 2 && tipo !== 'RECEBIDA' ? 'homologacao/' : ''}${folder}/${name}.xml`
}

const folders: Readonly<Record<string, string>> = { RECEBIDA: 'recebidas', INUTILIZACAO: 'inutilizacoes' }

/** What the documents of a month add up to. */
export interface MonthTotal {
  readonly tipo: string
  readonly modelo: string
  readonly ambiente: number
  readonly cancelada: boolean
  readonly quantidade: number
  /** With two places. */
  readonly valor: string
}

/** Counts and values by kind: of cancelled notes apart. */
export async function monthTotals(q: Queries, month: DocumentMonth): Promise<MonthTotal[]> {
  const { rows } = await q.query<MonthTotal>(
    `SELECT tipo, modelo, ambiente, cancelada, count(*)::int AS quantidade, round(coalesce(sum(valor), 0), 2)::text AS valor FROM (
       SELECT t.tipo, t.modelo, CASE WHEN t.tipo = 'RECEBIDA' THEN 1 ELSE coalesce(t.ambiente, 1) END AS ambiente,
         t.tipo = 'NOTA' AND EXISTS (SELECT 1 FROM "NFe_transmissaos" c WHERE c."lojaId" = t."lojaId" AND c.chave = t.chave
           AND c.tipo = 'CANCELAMENTO' AND c.estado = 'ACEITO') AS cancelada,
         CASE WHEN t.tipo IN ('NOTA', 'RECEBIDA') THEN substring(t.documento from '<vNF>([0-9]+[.]?[0-9]*)</vNF>')::numeric END AS valor
       FROM "NFe_transmissaos" t WHERE ${ofMonth}) d
     GROUP BY tipo, modelo, ambiente, cancelada ORDER BY ambiente, tipo, modelo, cancelada`,
    paramsOf(month),
  )
  return rows
}
