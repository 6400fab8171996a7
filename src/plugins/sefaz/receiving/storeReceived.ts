import type { StoredText } from '../../../domain/fiscal/public.ts'
import { type KeptNote, keepReceivedNote } from '../../../domain/purchases/public.ts'
import type { Queries } from '../../../server/plugin.ts'
import { passReceivingPoint } from './crashPoints.ts'
import type { NoteFile } from './readNoteFile.ts'

/** Where the XML of a received note is fetched. */
const receivedXmlAddress = (lojaId: number, nfeId: number): string => `/api/nfes/downloadXML?lojaId=${lojaId}&nfeId=${nfeId}`

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

/** The XML of a received note, as it came. */
export async function receivedXml(q: Queries, lojaId: number, nfeId: number): Promise<{ key: string; text: string } | undefined> {
  const { rows } = await q.query<{ chave: string; documento: string }>(
    `SELECT chave, documento FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND "nfeId" = $2 AND tipo = 'RECEBIDA' ORDER BY id DESC LIMIT 1`,
    [lojaId, nfeId],
  )
  const [found] = rows
  return found && { key: found.chave, text: `<?xml version="1.0" encoding="UTF-8"?>${found.documento}` }
}

/** The same as its papers read it. */
export const receivedDocument = async (q: Queries, lojaId: number, nfeId: number): Promise<StoredText | undefined> =>
  (await receivedXml(q, lojaId, nfeId))?.text
