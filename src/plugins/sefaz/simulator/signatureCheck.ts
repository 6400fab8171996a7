import { createHash, createVerify, X509Certificate } from 'node:crypto'
import { XmlElement } from 'libxml2-wasm'

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/** The verdict on a signature: the codes are those of the authorities' manual. */
export interface SignatureCheck {
  /** 298: not the one way to sign that is allowed; 297: it does not belong to these bytes. */
  readonly code?: '297' | '298'
  readonly certificate?: X509Certificate
  readonly digest?: string
}

/**
 * Checks the signature beside the signed element: enveloped, inclusive C14N, SHA-1, RSA (Manual de Orientação do Contribuinte 7.0, item 4.1).
 * @param signed what the signature is about, with its Id
 */
export function checkSignature(signed: XmlElement): SignatureCheck {
  const parent = signed.parent
  const signature = parent?.get('ds:Signature', { ds: dsig })
  if (!(signature instanceof XmlElement)) return { code: '298' }
  const at = (path: string): string => textOf(signature, path)
  const methods = [
    at('ds:SignedInfo/ds:CanonicalizationMethod/@Algorithm') === c14n,
    at('ds:SignedInfo/ds:SignatureMethod/@Algorithm') === `${dsig}rsa-sha1`,
    at('ds:SignedInfo/ds:Reference/ds:DigestMethod/@Algorithm') === `${dsig}sha1`,
    at('ds:SignedInfo/ds:Reference/@URI') === `#${signed.attr('Id')?.value}`,
    at('ds:SignedInfo/ds:Reference/ds:Transforms/ds:Transform[1]/@Algorithm') === `${dsig}enveloped-signature`,
    at('ds:SignedInfo/ds:Reference/ds:Transforms/ds:Transform[2]/@Algorithm') === c14n,
    signature.find('ds:SignedInfo/ds:Reference', { ds: dsig }).length === 1,
  ]
  const certificate = readCertificate(at('ds:KeyInfo/ds:X509Data/ds:X509Certificate'))
  const info = signature.get('ds:SignedInfo', { ds: dsig })
  if (methods.includes(false) || !certificate || !(info instanceof XmlElement)) return { code: '298' }
  const digest = createHash('sha1').update(signed.canonicalizeToString()).digest('base64')
  const right = createVerify('RSA-SHA1')
    .update(info.canonicalizeToString())
    .verify(certificate.publicKey, at('ds:SignatureValue').replace(/\s/g, ''), 'base64')
  const digestRight = digest === at('ds:SignedInfo/ds:Reference/ds:DigestValue').trim()
  return { certificate, digest, ...(right && digestRight ? {} : { code: '297' as const }) }
}

const textOf = (node: XmlElement, path: string): string => node.get(path, { ds: dsig })?.content ?? ''

function readCertificate(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64.replace(/\s/g, ''), 'base64'))
  } catch {
    return undefined
  }
}
