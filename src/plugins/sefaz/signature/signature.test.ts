import { expect, test } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { testCompany, testSigningKey } from '../fixtures/testSigningKey.ts'
import { parseXml } from '../xml/parseXml.ts'
import { childElements } from '../xml/readElement.ts'
import { certificateSubject, certificateTaxId } from './certificateHolder.ts'
import { signDocument } from './signDocument.ts'
import { verifySignature } from './verifySignature.ts'

const nfe = 'http://www.portalfiscal.inf.br/nfe'
const event = `<evento xmlns="${nfe}" versao="1.00"><infEvento Id="ID1"><xJust>Prato &amp; café — &lt;trocado&gt;</xJust></infEvento></evento>`
const signed = signDocument(event, testSigningKey)

const verify = (text: string) => {
  using document = parseXml(text)
  const root = document.root
  const found = root.name === 'evento' ? root : [...childElements(root)][0]
  return found && verifySignature(found)
}

test('what is signed verifies here and by another implementation', () => {
  expect(verify(signed)).toMatchObject({ valid: true })
  const other = new SignedXml({ publicCert: testSigningKey.certificate.toString() })
  other.loadSignature(signed.slice(signed.indexOf('<Signature'), signed.indexOf('</evento>')))
  expect(other.checkSignature(signed)).toBe(true)
})

test('what is checked while it is signed is what is sent', () => {
  const checked: unknown[] = []
  const text = signDocument(event, testSigningKey, document => {
    checked.push(verifySignature(document.root)?.valid, document.root.canonicalizeToString())
  })
  expect(text).toBe(signed)
  using sent = parseXml(text)
  expect(checked).toEqual([true, sent.root.canonicalizeToString()])
})

test('a signature of another implementation verifies here', () => {
  const other = new SignedXml({
    privateKey: testSigningKey.key.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: testSigningKey.certificate.toString(),
    canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  })
  other.addReference({
    xpath: "//*[local-name(.)='infEvento']",
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'],
    digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1',
  })
  other.computeSignature(event)
  expect(verify(other.getSignedXml())).toMatchObject({ valid: true })
})

test('it still verifies inside an envelope that declares prefixes of its own', () => {
  expect(verify(`<s:Body xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:xsi="urn:x">${signed}</s:Body>`)).toMatchObject({
    valid: true,
  })
})

test('the certificate tells the company', () => {
  expect(certificateTaxId(testSigningKey.certificate)).toBe(testCompany)
  expect(certificateSubject(testSigningKey.certificate)).toMatch(/^CN=RESTAURANTE EXEMPLO LTDA/)
})

test.each<[string, (text: string) => string, string]>([
  ['a changed word', text => text.replace('trocado', 'trocada'), 'changed'],
  ['a changed digest', text => text.replace(/<DigestValue>./, '<DigestValue>_'), 'changed'],
  [
    'a changed signature',
    text => text.replace(/(<SignatureValue>)(.)/, (_, tag, c) => tag + (c === 'A' ? 'B' : 'A')),
    'not that',
  ],
  ['another reference', text => text.replace('URI="#ID1"', 'URI="#ID2"'), 'another element'],
  ['no reference at all', text => text.replace('URI="#ID1"', 'URI=""'), 'another element'],
  ['a second element with an Id', text => text.replace('<Signature ', '<infEvento Id="ID2"/><Signature '), 'another element'],
  ['another algorithm', text => text.replace('#rsa-sha1', '#hmac-sha1'), 'algorithms'],
  ['another transform', text => text.replace('#enveloped-signature', '#base64'), 'algorithms'],
  ['a certificate that is none', text => text.replace(/<X509Certificate>.{20}/, '<X509Certificate>'), 'no certificate'],
  ['two signatures', text => text.replace(/<Signature .*<\/Signature>/, '$&$&'), 'two'],
])('%s is found out', (_, change, problem) => {
  const verdict = verify(change(signed))
  expect(verdict?.valid).toBe(false)
  expect(verdict?.problem).toContain(problem)
})

test('an unsigned document has no verdict', () => {
  expect(verify(event)).toBeUndefined()
})
