import type { XmlElement } from 'libxml2-wasm'
import type { NoteDoubt } from '../../../domain/fiscal/core/public.ts'
import { isIssuedByAuthority, Place, Sheet } from '../../../domain/fiscal/core/public.ts'
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
  const info = new Place(readElement(note), '', new Sheet()).inner('infNFe')
  if (!info || !isIssuers(info, verdict)) return 'OUTRO_EMITENTE'
  const receipt = parts.find(({ name }) => name === 'protNFe')
  const said = receipt && new Place(readElement(receipt), '', new Sheet()).inner('infProt')
  const digest = said?.text('digVal')?.replace(/\s/g, '')
  const key = info.element.attributes.Id?.replace(/^NFe/, '')
  return said?.text('chNFe') === key && (digest === undefined || digest === verdict.digest) ? undefined : 'OUTRO_PROTOCOLO'
}

/** Whether the certificate is that of the issuer's company, or of the issuing person (rejection 213), and somebody vouches for it. */
function isIssuers(info: Place, { certificate }: SignatureVerdict): boolean {
  if (!certificate || certificate.checkIssued(certificate)) return false
  // What an authority issues for those who have no certificate, it signs itself.
  if (isIssuedByAuthority(info)) return true
  const root = (taxId: string | undefined): string | undefined => (taxId?.length === 14 ? taxId.slice(0, 8) : taxId)
  const issuer = root(info.text('emit/CNPJ') ?? info.text('emit/CPF'))
  return issuer !== undefined && root(certificateTaxId(certificate)) === issuer
}
