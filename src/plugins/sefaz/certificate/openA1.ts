import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { certificateTaxId } from '../signature/certificateHolder.ts'
import { roundsIn } from './roundsIn.ts'

/** A certificate of type A1, opened: PEM texts and what they say. */
export interface A1Certificate {
  /** PKCS#8. */
  readonly key: string
  readonly certificate: string
  /** Certificates of the authorities between it and the root. */
  readonly chain: readonly string[]
  /** Name of the holder, without the number after it. */
  readonly holder: string
  readonly cnpj: string
  readonly validFrom: Date
  readonly validTo: Date
}

/** Why a file is no certificate to work with; the member of the call that is wrong. */
export class A1Problem extends Error {
  readonly code: 'unreadable' | 'password-wrong' | 'too-many-rounds' | 'no-key' | 'no-cnpj'

  constructor(code: A1Problem['code']) {
    super(code)
    this.code = code
  }
}

/** Times that a key may be hashed, and all keys of a file together: Java's tool, which asks for the most, takes 100,000, 50,000 and 50,000. */
const mostRounds = { each: 100_000, all: 200_000 } as const

/**
 * Opens a .pfx file (PKCS#12), also of the old kind (RC2) that Node's own TLS refuses.
 * @throws A1Problem
 */
export function openA1(file: Uint8Array, password: string): A1Certificate {
  const bags = readBags(file, password)
  const key = firstKey(bags)
  if (!key) throw new A1Problem('no-key')
  const certificates = bags.certificates.map(one => new X509Certificate(one))
  const own = certificates.find(one => one.checkPrivateKey(key))
  if (!own) throw new A1Problem('no-key')
  const cnpj = certificateTaxId(own)
  if (cnpj?.length !== 14) throw new A1Problem('no-cnpj')
  return {
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: own.toString(),
    chain: certificates.filter(one => one !== own).map(one => one.toString()),
    holder: (/^CN=(.*)$/m.exec(own.subject)?.[1] ?? '').replace(/:\w+$/, '').trim(),
    cnpj,
    validFrom: new Date(own.validFrom),
    validTo: new Date(own.validTo),
  }
}

interface Bags {
  readonly keys: readonly string[]
  /** DER. */
  readonly certificates: readonly Buffer[]
}

const firstKey = ({ keys }: Bags): KeyObject | undefined => (keys[0] === undefined ? undefined : createPrivateKey(keys[0]))

function readBags(file: Uint8Array, password: string): Bags {
  const { pki, asn1 } = forge
  const parsed = parse(file)
  const store = openStore(parsed, password)
  const { certBag = '', pkcs8ShroudedKeyBag = '', keyBag = '' } = pki.oids
  const bagsOf = (type: string): forge.pkcs12.Bag[] => store.getBags({ bagType: type })[type] ?? []
  return {
    keys: [pkcs8ShroudedKeyBag, keyBag].flatMap(bagsOf).flatMap(({ key }) => (key ? [pki.privateKeyToPem(key)] : [])),
    certificates: bagsOf(certBag).flatMap(({ cert, asn1: raw }) => {
      const der = cert ? pki.certificateToAsn1(cert) : raw
      return der ? [Buffer.from(asn1.toDer(der).getBytes(), 'binary')] : []
    }),
  }
}

/** How a program read what was typed: for the checksum and old ciphers, and for PBES2. */
interface PasswordReading {
  readonly text: string
  readonly bytes: string
}

/**
 * Readings of a password with letters beyond ASCII, the likeliest first: UTF-16 for the checksum and UTF-8 for PBES2, as the standards say (OpenSSL since
 * 1.1, Java); Latin-1 for PBES2; and bytes of UTF-8 taken for letters (OpenSSL before 1.1). Letters may be typed as one sign or as two.
 */
function readingsOf(password: string): PasswordReading[] {
  const { encodeUtf8 } = forge.util
  // Nothing but ASCII is the same in all of them.
  if (/^[\x20-\x7e]*$/.test(password)) return [{ text: password, bytes: password }]
  const forms = [...new Set([password, password.normalize('NFC'), password.normalize('NFD')])]
  return forms.flatMap(form => {
    const utf8 = encodeUtf8(form)
    const narrow = [...form].every(letter => letter < '\u0100') ? [{ text: form, bytes: form }] : []
    return [{ text: form, bytes: utf8 }, ...narrow, { text: utf8, bytes: utf8 }]
  })
}

/** Opens it by the first reading that fits. */
function openStore(parsed: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx {
  takeRounds(parsed, mostRounds.all)
  let problem = new A1Problem('password-wrong')
  for (const reading of readingsOf(password)) {
    roundsLeft = mostRounds.all
    bytesOfPassword = reading.bytes
    try {
      return tryPassword(() => forge.pkcs12.pkcs12FromAsn1(parsed, false, reading.text))
    } catch (error) {
      if (!(error instanceof A1Problem) || error.code === 'too-many-rounds') throw error
      problem = error
    }
  }
  throw problem
}

function parse(file: Uint8Array): forge.asn1.Asn1 {
  try {
    return forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(file).toString('binary')))
  } catch {
    throw new A1Problem('unreadable')
  }
}

/** The part of the library that opens whatever is encrypted; its types leave it out. */
interface Encryption {
  getCipher(name: string, params: forge.asn1.Asn1, password: string): object
}

const encryption: Encryption = Reflect.get(forge.pki, 'pbe')
const { getCipher } = encryption
let roundsLeft = 0
/** The password as PBES2 takes it. */
let bytesOfPassword = ''

/** Encrypted parts may hold encrypted parts, whose rounds are read nowhere else. */
encryption.getCipher = (name, params, password) => {
  roundsLeft = takeRounds(params, roundsLeft)
  return getCipher(name, params, name === forge.pki.oids.pkcs5PBES2 ? bytesOfPassword : password)
}

/** Returns the rest of a budget of rounds, before any key is made, whether the password is right or not. @throws A1Problem */
function takeRounds(asked: forge.asn1.Asn1, left: number): number {
  let rounds: number[]
  try {
    rounds = roundsIn(asked)
  } catch {
    throw new A1Problem('unreadable')
  }
  const all = rounds.reduce((sum, each) => sum + each, 0)
  if (all > left || rounds.some(each => each > mostRounds.each)) throw new A1Problem('too-many-rounds')
  return left - all
}

/** The library says what is wrong in words: a wrong password is told by the checksum, or by what it opens to. */
function tryPassword<T>(open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (error instanceof A1Problem) throw error
    const said = error instanceof Error ? error.message : ''
    throw new A1Problem(/password|MAC|Too few bytes|Unparsed DER/i.test(said) ? 'password-wrong' : 'unreadable')
  }
}
