import { expect, test } from 'vitest'
import { stepOfCode, toBase32, totpAddress, totpCode, totpStep } from './totp.ts'

/** RFC 6238, appendix B. */
const seed = Buffer.from('12345678901234567890')
const vectors: readonly (readonly [number, string])[] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
]

test.each(vectors)('at %i seconds the code is the one of RFC 6238', (seconds, code) => {
  expect(totpCode(seed, totpStep(seconds * 1000), 8)).toBe(code)
  expect(totpCode(seed, totpStep(seconds * 1000))).toBe(code.slice(2))
})

/** RFC 4648, section 10. */
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j in base 32', (text, coded) => {
  expect(toBase32(Buffer.from(text))).toBe(coded)
})

test('a code counts a step before and after its own, and no longer', () => {
  const moment = 1_234_567_890_000
  const step = totpStep(moment)
  const found = [-2, -1, 0, 1, 2].map(away => stepOfCode(seed, totpCode(seed, step + away), moment))
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined])
  for (const odd of ['', '1', 'ABCDEF', '1234567890']) expect(stepOfCode(seed, odd, moment)).toBeUndefined()
})

test('the address names product and account', () => {
  expect(totpAddress(seed, 'Retaguarda', 'dono+1@x.br')).toBe(
    'otpauth://totp/Retaguarda:dono%2B1%40x.br?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Retaguarda&algorithm=SHA1&digits=6&period=30',
  )
})
