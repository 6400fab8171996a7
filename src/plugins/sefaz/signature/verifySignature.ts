import { createHash, createVerify, X509Certificate } from 'node:crypto'
import type { XmlElement } from 'libxml2-wasm'
import { childElements } from '../xml/readElement.ts'
import { canonicalForms } from './canonicalForms.ts'

const xmldsig = 'http://www.w3.org/2000/09/xmldsig#'
const canonical = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/** The facts that a signature proves of its document; `problem` is missing where it holds. */
export interface SignatureVerdict {
  readonly valid: boolean
  readonly problem?: string
  readonly certificate?: X509Certificate
  /** As written: base64 of SHA-1. */
  readonly digest?: string
}

/**
 * Verifies the signature of an `NFe`, `evento` or `inutNFe`; undefined where there is none. It covers exactly the one element beside
 * it that has an `Id`, with the algorithms that the schema fixes: any other is no signature of a fiscal document.
 */
export function verifySignature(document: XmlElement): SignatureVerdict | undefined {
  const [signature, second] = childrenNamed(document, 'Signature')
  if (!signature) return undefined
  if (second) return { valid: false, problem: 'two signatures' }
  const certificate = readCertificate(leaf(signature, 'KeyInfo', 'X509Data', 'X509Certificate'))
  const digest = leaf(signature, 'SignedInfo', 'Reference', 'DigestValue')
  const problem = signatureProblem(document, signature, certificate, digest)
  return {
    valid: problem === undefined,
    ...(problem === undefined ? {} : { problem }),
    ...(certificate ? { certificate } : {}),
    ...(digest === undefined ? {} : { digest }),
  }
}

function signatureProblem(
  document: XmlElement,
  signature: XmlElement,
  certificate: X509Certificate | undefined,
  digest: string | undefined,
): string | undefined {
  const [signedInfo] = childrenNamed(signature, 'SignedInfo')
  if (!signedInfo || signature.namespaceUri !== xmldsig || !usesFixedAlgorithms(signedInfo))
    return 'other algorithms than the schema’s'
  const signed = [...childElements(document)].filter(child => child.attr('Id') !== null)
  const [target, other] = signed
  const [reference] = childrenNamed(signedInfo, 'Reference')
  if (!target || other || reference?.attr('URI')?.value !== `#${target.attr('Id')?.value ?? ''}`)
    return 'refers to another element'
  if (!certificate) return 'no certificate that can be read'
  const hashes = canonicalForms(target, document).map(text => createHash('sha1').update(text).digest('base64'))
  if (!hashes.includes(digest ?? '')) return 'the document was changed after it was signed'
  const value = Buffer.from(leaf(signature, 'SignatureValue') ?? '', 'base64')
  const holds = canonicalForms(signedInfo, document).some(text =>
    createVerify('RSA-SHA1').update(text).verify(certificate.publicKey, value),
  )
  return holds ? undefined : 'the signature is not that of the certificate'
}

function usesFixedAlgorithms(signedInfo: XmlElement): boolean {
  const algorithm = (...path: string[]): string | undefined => inside(signedInfo, ...path)?.attr('Algorithm')?.value
  const transforms = inside(signedInfo, 'Reference', 'Transforms')
  const steps = transforms ? [...childElements(transforms)].map(step => step.attr('Algorithm')?.value) : []
  return (
    childrenNamed(signedInfo, 'Reference').length === 1 &&
    algorithm('CanonicalizationMethod') === canonical &&
    algorithm('SignatureMethod') === `${xmldsig}rsa-sha1` &&
    algorithm('Reference', 'DigestMethod') === `${xmldsig}sha1` &&
    steps.length === 2 &&
    steps[0] === `${xmldsig}enveloped-signature` &&
    steps[1] === canonical
  )
}

function readCertificate(base64: string | undefined): X509Certificate | undefined {
  if (base64 === undefined) return undefined
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
    return certificate.publicKey.asymmetricKeyType === 'rsa' ? certificate : undefined
  } catch {
    return undefined
  }
}

const childrenNamed = (element: XmlElement, name: string): XmlElement[] =>
  [...childElements(element)].filter(child => child.name === name)

const inside = (from: XmlElement, ...path: string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((here, name) => here && childrenNamed(here, name)[0], from)

const leaf = (from: XmlElement, ...path: string[]): string | undefined => inside(from, ...path)?.content.replace(/\s/g, '')
