import { wrapDocument } from '../../../domain/fiscal/public.ts'
import type { Queries, RowOf } from '../../../server/plugin.ts'
import { ownerColumns, type TransmissionKind, type TransmissionRegister } from './transmissions.ts'

/** A document with the authority's proof of it, as others want it. */
export interface StoredXml {
  readonly name: string
  readonly text: string
}

/** The XML of a record's note, of an event on it or of voided numbers, the last one accepted; undefined where there is none. */
export async function storedXml(
  q: Queries,
  lojaId: number,
  recordId: number,
  tipo: TransmissionKind,
  register: TransmissionRegister = 'NFCes',
): Promise<StoredXml | undefined> {
  const { rows } = await q.query<RowOf<'NFe_transmissaos', 'resposta'> & { chave: string; documento: string }>(
    `SELECT chave, documento, resposta FROM "NFe_transmissaos"
     WHERE "lojaId" = $1 AND "${ownerColumns[register]}" = $2 AND tipo = $3 AND estado = 'ACEITO' ORDER BY id DESC LIMIT 1`,
    [lojaId, recordId, tipo],
  )
  const found = rows[0]
  if (!found) return undefined
  return { name: `${found.chave}.xml`, text: wrapDocument(tipo, found.documento, found.resposta) }
}
