import { createHash, createVerify, type X509Certificate } from 'node:crypto'
import { type Element, find, textAt } from './element.ts'
import { type Verdict, verdict } from './reasons.ts'

/** Codes of security that the authority gave to an issuer: id (without zeros before it) and secret. */
export type Csc = Readonly<Record<string, string>>

/**
 * The QR Code of an NFC-e (Manual do DANFE NFC-e 6.0; NT 2025.001): version 2 with the issuer's code of security, version 3 with its key where it was issued offline.
 * @param digest base64 DigestValue of the note's signature
 */
export function checkQrCode(
  nfe: Element,
  note: Element,
  known: Csc,
  digest: string,
  certificate: X509Certificate,
): Verdict | undefined {
  const address = textAt(nfe, 'infNFeSupl/qrCode').trim()
  const said = /[?&]p=([^&]*)/.exec(address)?.[1]
  if (!said) return verdict('394')
  const fields = decodeURIComponent(said).split('|')
  const [key, version, environment] = fields
  const offline = textAt(note, 'ide/tpEmis') === '9'
  if (`NFe${key}` !== note.attributes.Id || environment !== textAt(note, 'ide/tpAmb')) return verdict('397')
  if (version === '3') return offline ? checkSigned(fields, note, certificate) : differs(fields.length !== 3)
  if (version !== '2') return verdict('397')
  return offline ? checkOffline(fields, note, known, digest) : checkHash(fields, known)
}

const differs = (wrong: boolean): Verdict | undefined => (wrong ? verdict('397') : undefined)

function checkHash(fields: readonly string[], known: Csc): Verdict | undefined {
  const id = String(Number(fields.at(-2)))
  const secret = known[id]
  if (!secret) return verdict('462')
  const hash = createHash('sha1')
    .update(fields.slice(0, -1).join('|') + secret)
    .digest('hex')
  return hash.toUpperCase() === fields.at(-1)?.toUpperCase() ? undefined : verdict('464')
}

const dayAndValue = (fields: readonly string[], note: Element): boolean =>
  fields[3] === textAt(note, 'ide/dhEmi').slice(8, 10) && Number(fields[4]) === Number(textAt(note, 'total/ICMSTot/vNF'))

function checkOffline(fields: readonly string[], note: Element, known: Csc, digest: string): Verdict | undefined {
  const inHex = Buffer.from(digest).toString('hex')
  if (fields.length !== 8 || !dayAndValue(fields, note) || fields[5]?.toLowerCase() !== inHex) return verdict('397')
  return checkHash(fields, known)
}

function checkSigned(fields: readonly string[], note: Element, certificate: X509Certificate): Verdict | undefined {
  const [kind, id] = find(note, 'dest/CNPJ')
    ? ['1', textAt(note, 'dest/CNPJ')]
    : find(note, 'dest/CPF')
      ? ['2', textAt(note, 'dest/CPF')]
      : [find(note, 'dest/idEstrangeiro') ? '3' : '', '']
  if (fields.length !== 8 || !dayAndValue(fields, note) || fields[5] !== kind || fields[6] !== id) return verdict('397')
  const right = createVerify('RSA-SHA1')
    .update(fields.slice(0, 7).join('|'))
    .verify(certificate.publicKey, fields[7] ?? '', 'base64')
  return right ? undefined : verdict('464')
}
