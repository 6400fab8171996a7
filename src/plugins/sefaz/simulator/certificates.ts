import { createHash, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import forge from 'node-forge'

/** A key and its certificate, as PEM. */
export interface Identity {
  readonly key: string
  readonly certificate: string
}

/** The holder of a certificate: a company by name and CNPJ. */
export interface Company {
  readonly name: string
  readonly cnpj: string
}

/** An authority that gives out certificates for tests: nobody but the simulator trusts it. */
export interface TestAuthority {
  readonly root: string
  /** For the server at 127.0.0.1 and localhost. */
  readonly server: Identity
  /** @param days how long it is good; below zero it is expired already */
  issue(company: Company, days?: number): Identity
  /** The same as a file of type A1, protected by a password. */
  issueFile(company: Company, password: string, days?: number): Buffer
}

const day = 24 * 60 * 60 * 1000

/**
 * Opens the authority that lives in a folder, or founds it there.
 * @param folder where its key is kept: nobody else may read it
 */
export function openTestAuthority(folder: string): TestAuthority {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const root = kept(join(folder, 'root.json'), foundRoot)
  const server = kept(join(folder, 'server.json'), () =>
    sign(root, [{ shortName: 'CN', value: 'localhost' }], [serverNames, serverUse], 825),
  )
  const issue = ({ name, cnpj }: Company, days = 365): Identity =>
    sign(root, [...country, { shortName: 'CN', value: `${name}:${cnpj}` }], [companyNames(cnpj), clientUse], days)
  return {
    root: root.certificate,
    server,
    issue,
    issueFile(company, password, days) {
      const { key, certificate } = issue(company, days)
      const chain = [certificate, root.certificate].map(pem => forge.pki.certificateFromPem(pem))
      const store = forge.pkcs12.toPkcs12Asn1(forge.pki.privateKeyFromPem(key), chain, password, { algorithm: '3des' })
      return Buffer.from(forge.asn1.toDer(store).getBytes(), 'binary')
    },
  }
}

function kept(file: string, make: () => Identity): Identity {
  if (existsSync(file)) {
    const found: Identity = JSON.parse(readFileSync(file, 'utf8'))
    if (Date.parse(new X509Certificate(found.certificate).validTo) > Date.now() + day) return found
  }
  const made = make()
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 })
  return made
}

const country = [
  { shortName: 'C', value: 'BR' },
  { shortName: 'O', value: 'ICP-Brasil de teste' },
]
const serverNames = {
  name: 'subjectAltName',
  altNames: [
    { type: 2, value: 'localhost' },
    { type: 7, ip: '127.0.0.1' },
  ],
}
const serverUse = { name: 'extKeyUsage', serverAuth: true }
const clientUse = { name: 'extKeyUsage', clientAuth: true, emailProtection: true }

/** The CNPJ where ICP-Brasil has it: otherName 2.16.76.1.3.3 of the alternative names (DOC-ICP-04, item 7.1.2.3). */
function companyNames(cnpj: string): object {
  const { asn1 } = forge
  const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class
  const text = asn1.create(UNIVERSAL, asn1.Type.PRINTABLESTRING, false, cnpj)
  const id = asn1.create(UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer('2.16.76.1.3.3').getBytes())
  const other = asn1.create(CONTEXT_SPECIFIC, 0, true, [id, asn1.create(CONTEXT_SPECIFIC, 0, true, [text])])
  const names = asn1.create(UNIVERSAL, asn1.Type.SEQUENCE, true, [other])
  return { id: '2.5.29.17', value: asn1.toDer(names).getBytes() }
}

function foundRoot(): Identity {
  const { key, publicKey } = makeKey()
  const subject = [
    ...country,
    { shortName: 'CN', value: `Autoridade de teste ${createHash('sha1').update(publicKey).digest('hex').slice(0, 6)}` },
  ]
  return certify(
    publicKey,
    key,
    subject,
    subject,
    key,
    [
      { name: 'basicConstraints', cA: true },
      { name: 'keyUsage', keyCertSign: true },
    ],
    3650,
  )
}

function sign(root: Identity, subject: forge.pki.CertificateField[], extensions: object[], days: number): Identity {
  const { key, publicKey } = makeKey()
  const issuer = forge.pki.certificateFromPem(root.certificate).subject.attributes
  return certify(publicKey, key, subject, issuer, root.key, [{ name: 'basicConstraints', cA: false }, ...extensions], days)
}

/** Node makes the key: the library takes seconds for it. */
function makeKey(): { key: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { key: privateKey, publicKey }
}

function certify(
  publicKey: string,
  key: string,
  subject: forge.pki.CertificateField[],
  issuer: forge.pki.CertificateField[],
  signer: string,
  extensions: object[],
  days: number,
): Identity {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = `01${randomBytes(8).toString('hex')}`
  // Valid for years already: what is tried as of an earlier day is signed, too.
  certificate.validity.notBefore = new Date(Math.min(Date.now(), Date.now() + days * day) - 1_000 * day)
  certificate.validity.notAfter = new Date(Date.now() + days * day)
  certificate.setSubject(subject)
  certificate.setIssuer(issuer)
  certificate.setExtensions(extensions)
  certificate.sign(forge.pki.privateKeyFromPem(signer), forge.md.sha256.create())
  return { key, certificate: forge.pki.certificateToPem(certificate) }
}

/** CNPJ of a company's certificate: of its alternative names, else of its common name. Empty where there is none. */
export function cnpjOf(certificate: X509Certificate): string {
  // 2.16.76.1.3.3 as it stands in the bytes; the CNPJ follows as a string of 14 characters.
  const at = certificate.raw.indexOf(Buffer.from('0605604c010303', 'hex'))
  const inNames = at < 0 ? undefined : /[0-9A-Z]{12}\d{2}/.exec(certificate.raw.subarray(at + 7, at + 30).toString('latin1'))?.[0]
  return inNames ?? /CN=.*:([0-9A-Z]{12}\d{2})/.exec(certificate.subject)?.[1] ?? ''
}
