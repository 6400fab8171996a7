import { createHash, createSign } from 'node:crypto'
import { goodsTotal, type NoteDocument } from '../../../domain/fiscal/core/public.ts'
import type { SigningKey } from '../signature/signDocument.ts'
import type { StoreCsc } from '../transmission/storeKeys.ts'

/** The facts of a note in its QR code. */
export interface QrCodeNote {
  readonly key: string
  readonly note: Pick<NoteDocument, 'ambiente' | 'tipo_emissao' | 'emitida_em' | 'destinatario' | 'calculo' | 'law'>
  /** `DigestValue` of its signature. */
  readonly digest: string
}

/**
 * The address in a consumer note's QR code (manual of the DANFE NFC-e, NT 2025.001): version 2 with the store's code of security, version 3
 * without one, signed with its certificate where the note was issued offline.
 */
export function qrCodeAddress(place: string, of: QrCodeNote, csc: StoreCsc | undefined, signing: SigningKey): string {
  return `${place}?p=${csc ? withSecret(of, csc) : withoutSecret(of, signing)}`
}

/** Day of issue and total of a note that is read before the authority knows it. */
const offlineFields = ({ note }: QrCodeNote): string[] => [note.emitida_em.slice(8, 10), goodsTotal(note).toFixed(2)]

function withSecret(of: QrCodeNote, { id, secret }: StoreCsc): string {
  const { key, note, digest } = of
  const offline = note.tipo_emissao === 9 ? [...offlineFields(of), Buffer.from(digest).toString('hex')] : []
  const fields = [key, '2', note.ambiente, ...offline, Number(id)].join('|')
  const hash = createHash('sha1').update(`${fields}${secret}`).digest('hex').toUpperCase()
  return `${fields}|${hash}`
}

function withoutSecret(of: QrCodeNote, { key: privateKey }: SigningKey): string {
  const { key, note } = of
  if (note.tipo_emissao !== 9) return [key, '3', note.ambiente].join('|')
  const { cnpj, idEstrangeiro } = note.destinatario ?? {}
  const buyer = cnpj ? [cnpj.length === 14 ? '1' : '2', cnpj] : [idEstrangeiro === undefined ? '' : '3', '']
  const fields = [key, '3', note.ambiente, ...offlineFields(of), ...buyer].join('|')
  return `${fields}|${createSign('RSA-SHA1').update(fields).sign(privateKey, 'base64')}`
}
