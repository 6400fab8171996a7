import type { StoredText } from '../../../domain/fiscal/public.ts'
import { type KeptNote, keepReceivedNote } from '../../../domain/purchases/public.ts'
import { nextVersion, type Queries, type RowOf } from '../../../server/plugin.ts'
import type { KeyState } from '../services/noteServices.ts'
import { situationOf } from './askNoteStates.ts'
import { passReceivingPoint } from './crashPoints.ts'
import type { NoteFile } from './readNoteFile.ts'

/** Where the XML of a received note is fetched. */
export const receivedXmlAddress = (lojaId: number, nfeId: number): string =>
  `/api/nfes/downloadXML?lojaId=${lojaId}&nfeId=${nfeId}`

/** Keeps a note and its XML as it came; one that is there already stays as it is, unless it was doubtful and this one is not. */
export async function storeReceived(q: Queries, lojaId: number, { note, text, doubt }: NoteFile): Promise<KeptNote> {
  const kept = await keepReceivedNote(q, lojaId, { note, doubt }, id => receivedXmlAddress(lojaId, id))
  if (kept.stood) return kept
  passReceivingPoint('received-kept')
  if (kept.replaced)
    await q.query(`DELETE FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND "nfeId" = $2 AND tipo = 'RECEBIDA'`, [lojaId, kept.id])
  await q.query(
    `INSERT INTO "NFe_transmissaos" ("lojaId", "nfeId", tipo, modelo, estado, ambiente, chave, documento, decidida_em)
     VALUES ($1, $2, 'RECEBIDA', '55', 'ACEITO', $3, $4, $5, now())`,
    [lojaId, kept.id, note.ambiente, note.chNFe, text],
  )
  passReceivingPoint('received-stored')
  return kept
}

/** Keeps that the authority says a note is denied or cancelled, in its words; gives whether that is new. */
export async function keepSituation(q: Queries, lojaId: number, id: number, state: KeyState | undefined): Promise<boolean> {
  const situation = situationOf(state)
  if (state === undefined || situation === undefined) return false
  const { rowCount } = await q.query(
    `UPDATE nfes SET "cSitNFe" = $3, "cStat" = $4, "xMotivo" = $5, ${nextVersion()}
     WHERE "lojaId" = $1 AND id = $2 AND "cSitNFe" IS DISTINCT FROM $3`,
    [lojaId, id, situation, state.cStat.slice(0, 10), state.xMotivo.slice(0, 255)],
  )
  return rowCount > 0
}

/** The XML of a received note, as it came. */
export async function receivedXml(q: Queries, lojaId: number, nfeId: number): Promise<{ key: string; text: string } | undefined> {
  const { rows } = await q.query<RowOf<'NFe_transmissaos', 'chave' | 'documento'>>(
    `SELECT chave, documento FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND "nfeId" = $2 AND tipo = 'RECEBIDA' ORDER BY id DESC LIMIT 1`,
    [lojaId, nfeId],
  )
  const [found] = rows
  if (!found?.chave || !found.documento) return undefined
  return { key: found.chave, text: `<?xml version="1.0" encoding="UTF-8"?>${found.documento}` }
}

/** The same as its papers read it. */
export const receivedDocument = async (q: Queries, lojaId: number, nfeId: number): Promise<StoredText | undefined> =>
  (await receivedXml(q, lojaId, nfeId))?.text
