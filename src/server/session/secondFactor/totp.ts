import { createHmac, timingSafeEqual } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Seconds for which a code is the one of the moment. */
const period = 30
/** Steps before and after the present one that count, too: clocks of telephones are not exact, and typing takes a while. */
const leeway = 1

/** Bytes in base 32 (RFC 4648) without padding, as authenticator apps take a key. */
export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let kept = 0
  let bits = 0
  for (const byte of bytes) {
    kept = ((kept << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(kept >>> (bits - 5)) & 31]
  }
  return bits > 0 ? text + alphabet[(kept << (5 - bits)) & 31] : text
}

/** The code of a time step (RFC 4226, RFC 6238 with SHA-1: what every authenticator app knows). */
export function totpCode(seed: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', seed).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step of a moment, in milliseconds since 1970. */
export const totpStep = (moment: number): number => Math.floor(moment / 1000 / period)

/** The time step whose code this is, where it is one of about now. */
export function stepOfCode(seed: Uint8Array, code: string, moment = Date.now()): number | undefined {
  const now = totpStep(moment)
  let found: number | undefined
  for (let step = now - leeway; step <= now + leeway; step++)
    if (timingSafeEqual(Buffer.from(totpCode(seed, step)), Buffer.from(code.padEnd(6).slice(0, 6)))) found = step
  return found
}

/** The address by which an authenticator app takes the key, as its QR code holds it. */
export function totpAddress(seed: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${toBase32(seed)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=${period}`
}
