import { wrapDocument } from '../../../domain/fiscal/public.ts'
import type { Queries } from '../../../server/plugin.ts'
import type { TransmissionKind } from './transmissions.ts'

/** A document with the authority's proof of it, as others want it. */
export interface StoredXml {
  readonly name: string
  readonly text: string
}

/** The XML of a record's note, cancellation or voided number; undefined where none is accepted. */
export async function storedXml(
  q: Queries,
  lojaId: number,
  nfceId: number,
  tipo: TransmissionKind,
): Promise<StoredXml | undefined> {
  const { rows } = await q.query<{ chave: string; documento: string; resposta: string | null }>(
    `SELECT chave, documento, resposta FROM "NFe_transmissaos"
     WHERE "lojaId" = $1 AND "nfceId" = $2 AND tipo = $3 AND estado = 'ACEITO' ORDER BY id DESC LIMIT 1`,
    [lojaId, nfceId, tipo],
  )
  const found = rows[0]
  if (!found) return undefined
  return { name: `${found.chave}.xml`, text: wrapDocument(tipo, found.documento, found.resposta) }
}
