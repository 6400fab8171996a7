import { createHash } from 'node:crypto'
import { type NoteDocument, supplementNote, writeNote } from '../../../domain/fiscal/core/public.ts'
import { signValid } from '../check/signValid.ts'
import { digestIn, signDocument } from '../signature/signDocument.ts'
import type { StoreKeys } from '../transmission/storeKeys.ts'
import { consultationAddresses } from '../transport/endpoints.ts'
import { qrCodeAddress } from './qrCode.ts'

/** A note as it leaves: signed, with its QR code. */
export interface SignedNote {
  readonly text: string
  readonly key: string
  /** Tells whether what was refused is still the same: of everything but the moments. */
  readonly fingerprint: string
}

/** Writes and signs a consumer's note, and holds it to its schema. @throws ApiError for what the schema refuses */
export function writeConsumerNote(note: NoteDocument, keys: StoreKeys): SignedNote {
  const { text: plain, key } = writeNote(note)
  // The signature is of infNFe alone: its digest is known before the QR code is.
  const digest = note.tipo_emissao === 9 ? digestIn(signDocument(plain, keys.signing)) : ''
  const { qrCode, urlChave } = consultationAddresses(note.emitente.endereco.uf, note.ambiente)
  const code = qrCodeAddress(qrCode, { key, note, digest }, keys.csc, keys.signing)
  const text = signValid(supplementNote(plain, code, urlChave), keys.signing, note)
  return { text, key, fingerprint: fingerprintOf(plain, keys) }
}

function fingerprintOf(plain: string, { fingerprint, csc }: StoreKeys): string {
  const lasting = plain
    .replace(/<dhEmi>[^<]*<\/dhEmi>/, '')
    .replace(/<dhCont>[^<]*<\/dhCont>/, '')
    .replace(/ Id="[^"]*"/, '')
    .replace(/<cDV>\d<\/cDV>/, '')
  return createHash('sha256')
    .update(`${lasting} ${fingerprint} ${csc?.id ?? ''}${csc?.secret ?? ''}`)
    .digest('hex')
}
