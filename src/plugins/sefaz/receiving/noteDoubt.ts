import type { XmlElement } from 'libxml2-wasm'
import type { NoteDoubt } from '../../../domain/fiscal/core/public.ts'
import { Findings, isIssuedByAuthority, Place } from '../../../domain/fiscal/core/public.ts'
import { certificateTaxId } from '../signature/certificateHolder.ts'
import { type SignatureVerdict, verifySignature } from '../signature/verifySignature.ts'
import { childElements, readElement } from '../xml/readElement.ts'

/**
 * Why a file may not be what the supplier issued and the authority authorised; undefined where its signature holds, is the issuer's, and the receipt is of
 * this very note. Whether the certificate comes from ICP-Brasil is not asked: its roots are not kept here.
 */
export function noteDoubt(file: XmlElement): NoteDoubt | undefined {
  const parts = [...childElements(file)]
  const note = file.name === 'NFe' ? file : parts.find(({ name }) => name === 'NFe')
  const verdict = note && verifySignature(note)
  if (!note || !verdict) return 'SEM_ASSINATURA'
  if (!verdict.valid) return 'ALTERADA'
  const info = new Place(readElement(note), '', new Findings()).inner('infNFe')
  if (!info || !isIssuers(info, verdict)) return 'OUTRO_EMITENTE'
  const key = (info.element.attributes.Id ?? '').replace(/^NFe/, '')
  if (!isKeyOf(key, info)) return 'OUTRA_CHAVE'
  const receipt = parts.find(({ name }) => name === 'protNFe')
  const said = receipt && new Place(readElement(receipt), '', new Findings()).inner('infProt')
  return said && isReceiptOf(said, { key, digest: verdict.digest, environment: info.text('ide/tpAmb') })
    ? undefined
    : 'OUTRO_PROTOCOLO'
}

/** The facts of a note in its key, by place. */
const keyParts: readonly (readonly [path: string, from: number, length: number])[] = [
  ['ide/cUF', 0, 2],
  ['ide/mod', 20, 2],
  ['ide/serie', 22, 3],
  ['ide/nNF', 25, 9],
  ['ide/tpEmis', 34, 1],
  ['ide/cNF', 35, 8],
]

/** Tells whether the key is that of what the note says of itself: state, month, issuer, model, series, number and code. */
function isKeyOf(key: string, info: Place): boolean {
  const month = info.text('ide/dhEmi')?.replace(/^\d\d(\d\d)-(\d\d).*$/, '$1$2')
  if (month !== key.slice(2, 6)) return false
  const issuer = info.text('emit/CNPJ') ?? info.text('emit/CPF')
  // In place of who has no certificate an authority may stand in the key.
  if (!isIssuedByAuthority(info) && issuer?.padStart(14, '0') !== key.slice(6, 20)) return false
  return keyParts.every(([path, from, length]) => {
    const text = info.text(path)
    return text === undefined || text.padStart(length, '0') === key.slice(from, from + length)
  })
}

/** Tells whether a receipt is of this key and these bytes, in the environment that the note names, and has a number. */
function isReceiptOf(
  said: Place,
  {
    key,
    digest,
    environment,
  }: { readonly key: string; readonly digest: string | undefined; readonly environment: string | undefined },
): boolean {
  if (said.text('chNFe') !== key || said.text('digVal')?.replace(/\s/g, '') !== digest) return false
  return /^\d{15,17}$/.test(said.text('nProt') ?? '') && (environment === undefined || said.text('tpAmb') === environment)
}

/** Tells whether the certificate is that of the issuer's company, or of the issuing person (rejection 213), and somebody vouches for it. */
function isIssuers(info: Place, { certificate }: SignatureVerdict): boolean {
  if (!certificate || certificate.checkIssued(certificate)) return false
  // Notes that an authority issues for people without a certificate are signed by itself.
  if (isIssuedByAuthority(info)) return true
  const root = (taxId: string | undefined): string | undefined => (taxId?.length === 14 ? taxId.slice(0, 8) : taxId)
  const issuer = root(info.text('emit/CNPJ') ?? info.text('emit/CPF'))
  return issuer !== undefined && root(certificateTaxId(certificate)) === issuer
}
