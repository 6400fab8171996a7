import { createVerify } from 'node:crypto'
import type { XmlElement } from 'libxml2-wasm'
import {
  checkEventId,
  checkQrCode,
  checkVoidingId,
  type DocumentElement,
  Findings,
  isAccessKey,
  isIssuedByAuthority,
  noteKey,
  Place,
  type Recalculation,
  recalculateNote,
} from '../../../domain/fiscal/core/public.ts'
import { operationsOn, shippedLawOf, shippedOperations } from '../../../domain/fiscal/public.ts'
import { certificateSubject, certificateTaxId } from '../signature/certificateHolder.ts'
import { type SignatureVerdict, verifySignature } from '../signature/verifySignature.ts'
import { childElements, readElement } from '../xml/readElement.ts'
import type { FileReport } from './fileReport.ts'

/** The signed documents that a message holds, and the element of each that is signed. */
const signedParts: Readonly<Record<string, string>> = { NFe: 'infNFe', evento: 'infEvento', inutNFe: 'infInut' }

/** Notes, events and voidings in a message, in their order. */
export function signedDocuments(element: XmlElement): XmlElement[] {
  return element.name in signedParts ? [element] : [...childElements(element)].flatMap(signedDocuments)
}

/** The findings about one signed document. */
export type SignedReport = Pick<FileReport, 'model' | 'key' | 'signature' | 'keyDigit' | 'recalculated'>

/** Checks a note, an event or a voiding: signature, key, and all that can be worked out again. */
export function checkSigned(signed: XmlElement): SignedReport {
  const verdict = verifySignature(signed)
  const root = readElement(signed)
  const findings = new Findings()
  const info = new Place(root, '', findings).inner(signedParts[signed.name] ?? '')
  if (info) checkContents(new Place(info.element, '', findings), root, verdict)
  const key = info ? keyOf(signed.name, info) : null
  return {
    model: info?.text('ide/mod') ?? info?.text('mod') ?? (key?.slice(20, 22) || null),
    key,
    signature: {
      valid: verdict?.valid ?? null,
      subject: verdict?.certificate ? certificateSubject(verdict.certificate) : null,
    },
    keyDigit: key === null ? null : isAccessKey(key),
    recalculated: findings.result,
  }
}

function keyOf(name: string, info: Place): string | null {
  if (name === 'evento') return info.text('chNFe') ?? null
  return name === 'NFe' ? (noteKey(info) ?? info.element.attributes.Id?.replace(/^NFe/, '') ?? null) : null
}

function checkContents(info: Place, root: DocumentElement, verdict: SignatureVerdict | undefined): void {
  if (root.name === 'NFe') {
    recalculateNote(info, shippedLawOf, day => operationsOn(shippedOperations(), day))
    checkSupplement(info, root, verdict)
  } else if (root.name === 'evento') checkEventId(info)
  else checkVoidingId(info)
  if (verdict?.certificate) checkHolder(info, verdict)
}

/** The certificate is that of the issuer's company (rejection 213), or of the issuing person. */
function checkHolder(info: Place, { certificate }: SignatureVerdict): void {
  const issuer = info.text('emit/CNPJ') ?? info.text('emit/CPF') ?? info.text('CNPJ') ?? info.text('CPF')
  if (!certificate || issuer === undefined || isIssuedByAuthority(info)) return
  const holder = certificateTaxId(certificate)
  const path = 'Signature/KeyInfo/X509Data/X509Certificate'
  if (holder === undefined) {
    info.findings.notDecidable(path, 'the certificate names no CNPJ or CPF')
    return
  }
  const root = (taxId: string): string => (taxId.length === 14 ? taxId.slice(0, 8) : taxId)
  info.findings.text(path, root(holder), root(issuer), 'root of the issuer’s CNPJ (rejection 213)')
}

/** The QR code of an NFC-e, with the signature that version 3 has offline. */
function checkSupplement(info: Place, root: DocumentElement, verdict: SignatureVerdict | undefined): void {
  const supplement = new Place(root, '', info.findings).inner('infNFeSupl')
  if (!supplement?.text('qrCode')) return
  const code = checkQrCode(info, supplement, verdict?.digest)
  if (!code?.signed) return
  const path = 'infNFeSupl/qrCode/assinatura'
  if (!verdict?.certificate) {
    info.findings.notDecidable(path, 'there is no certificate to verify it with')
    return
  }
  const { text, signature } = code.signed
  const holds = createVerify('RSA-SHA1').update(text).verify(verdict.certificate.publicKey, signature, 'base64')
  info.findings.text(path, holds ? 'verifies' : 'does not verify', 'verifies', 'RSA-SHA1 of the parameters before it')
}

/** Checks the parts of its note that the authority's receipt repeats. */
export function checkReceipt(message: Place, key: string | null): Recalculation {
  const { findings } = message
  const [note] = message.all('NFe')
  const receipt = message.inner('protNFe/infProt')
  const written = note?.text('Signature/SignedInfo/Reference/DigestValue')
  const [said, digest] = [receipt?.text('chNFe'), receipt?.text('digVal')]
  if (said !== undefined && key !== null) findings.text('protNFe/infProt/chNFe', said, key, 'key of the note')
  if (digest !== undefined && written !== undefined)
    findings.text('protNFe/infProt/digVal', digest.replace(/\s/g, ''), written.replace(/\s/g, ''), 'DigestValue of the note')
  const answer = message.inner('retEvento/infEvento')?.text('chNFe')
  if (answer !== undefined && key !== null && message.element.name === 'procEventoNFe')
    findings.text('retEvento/infEvento/chNFe', answer, key, 'key of the event')
  return findings.result
}
