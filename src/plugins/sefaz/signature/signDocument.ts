import { createHash, createSign, type KeyObject, type X509Certificate } from 'node:crypto'
import type { XmlDocument, XmlElement } from 'libxml2-wasm'
import { parseXml } from '../xml/parseXml.ts'
import { childElements } from '../xml/readElement.ts'

const xmldsig = 'http://www.w3.org/2000/09/xmldsig#'
const canonical = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/** The signer: an A1 certificate, opened. */
export interface SigningKey {
  readonly key: KeyObject
  readonly certificate: X509Certificate
}

/**
 * Signs the text of an `NFe`, `evento` or `inutNFe`: the one child with an `Id`, RSA-SHA1 as the schema fixes it. The signature is put
 * before the root's end, after `infNFeSupl`; all other bytes stay as they are.
 *
 * @param check is given the signed document, parsed: whoever wants to hold it to something need not parse it once more
 */
export function signDocument(text: string, { key, certificate }: SigningKey, check?: (signed: XmlDocument) => void): string {
  const id = /^<[^>]*>\s*<\w+[^>]*\sId="([^"<&]*)"/.exec(text)?.[1] ?? ''
  const holder = certificate.raw.toString('base64')
  const end = text.lastIndexOf('</')
  const put = (signature: string): string => text.slice(0, end) + signature + text.slice(end)
  // It is parsed with its signature, which is empty yet: that changes nothing of what is signed.
  const document = parseXml(put(signatureText(signedInfo(id, ''), '', holder)))
  try {
    const [target, other] = [...childElements(document.root)].filter(child => child.attr('Id') !== null)
    if (!target || other || target.attr('Id')?.value !== id) throw new Error('a document to sign has one child with an Id')
    const digest = createHash('sha1').update(target.canonicalizeToString()).digest('base64')
    const info = signedInfo(id, digest)
    const value = createSign('RSA-SHA1').update(info).sign(key, 'base64')
    if (check) {
      const signature = lastOf(document.root)
      const [inside, written] = [...childElements(signature)]
      if (inside) lastOf(lastOf(inside)).addText(digest)
      written?.addText(value)
      check(document)
    }
    return put(signatureText(info, value, holder))
  } finally {
    document.dispose()
  }
}

function lastOf(element: XmlElement): XmlElement {
  const last = [...childElements(element)].at(-1)
  if (!last) throw new Error(`${element.name} is empty`)
  return last
}

const signatureText = (info: string, value: string, holder: string): string =>
  `<Signature xmlns="${xmldsig}">${info.replace(` xmlns="${xmldsig}"`, '')}<SignatureValue>${value}</SignatureValue>` +
  `<KeyInfo><X509Data><X509Certificate>${holder}</X509Certificate></X509Data></KeyInfo></Signature>`

/** The `DigestValue` in a signed text. */
export const digestIn = (signed: string): string => /<DigestValue>([^<]+)</.exec(signed)?.[1] ?? ''

/** In its canonical form. */
const signedInfo = (id: string, digest: string): string =>
  `<SignedInfo xmlns="${xmldsig}"><CanonicalizationMethod Algorithm="${canonical}"></CanonicalizationMethod>` +
  `<SignatureMethod Algorithm="${xmldsig}rsa-sha1"></SignatureMethod><Reference URI="#${id}"><Transforms>` +
  `<Transform Algorithm="${xmldsig}enveloped-signature"></Transform><Transform Algorithm="${canonical}"></Transform></Transforms>` +
  `<DigestMethod Algorithm="${xmldsig}sha1"></DigestMethod><DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
