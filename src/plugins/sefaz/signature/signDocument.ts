import { createHash, createSign, type KeyObject, type X509Certificate } from 'node:crypto'
import { parseXml } from '../xml/parseXml.ts'
import { childElements } from '../xml/readElement.ts'

const xmldsig = 'http://www.w3.org/2000/09/xmldsig#'
const canonical = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/** Who signs: an A1 certificate, opened. */
export interface SigningKey {
  readonly key: KeyObject
  readonly certificate: X509Certificate
}

/**
 * Signs the text of an `NFe`, `evento` or `inutNFe`: the one child with an `Id`, RSA-SHA1 as the schema fixes it. The signature is put
 * before the root's end, after `infNFeSupl`; all other bytes stay as they are.
 */
export function signDocument(text: string, { key, certificate }: SigningKey): string {
  const document = parseXml(text)
  try {
    const [target] = [...childElements(document.root)].filter(child => child.attr('Id') !== null)
    const id = target?.attr('Id')?.value
    if (!target || id === undefined) throw new Error('a document to sign has one child with an Id')
    const info = signedInfo(id, createHash('sha1').update(target.canonicalizeToString()).digest('base64'))
    const value = createSign('RSA-SHA1').update(info).sign(key, 'base64')
    const signature =
      `<Signature xmlns="${xmldsig}">${info.replace(` xmlns="${xmldsig}"`, '')}<SignatureValue>${value}</SignatureValue>` +
      `<KeyInfo><X509Data><X509Certificate>${certificate.raw.toString('base64')}</X509Certificate></X509Data></KeyInfo></Signature>`
    const end = text.lastIndexOf('</')
    return text.slice(0, end) + signature + text.slice(end)
  } finally {
    document.dispose()
  }
}

/** The `DigestValue` in a signed text. */
export const digestIn = (signed: string): string => /<DigestValue>([^<]+)</.exec(signed)?.[1] ?? ''

/** In its canonical form. */
const signedInfo = (id: string, digest: string): string =>
  `<SignedInfo xmlns="${xmldsig}"><CanonicalizationMethod Algorithm="${canonical}"></CanonicalizationMethod>` +
  `<SignatureMethod Algorithm="${xmldsig}rsa-sha1"></SignatureMethod><Reference URI="#${id}"><Transforms>` +
  `<Transform Algorithm="${xmldsig}enveloped-signature"></Transform><Transform Algorithm="${canonical}"></Transform></Transforms>` +
  `<DigestMethod Algorithm="${xmldsig}sha1"></DigestMethod><DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
