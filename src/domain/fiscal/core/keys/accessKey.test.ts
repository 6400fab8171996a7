import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../../../tests/fixedSeed.ts'
import { accessKeyDigit, composeAccessKey, isAccessKey, isNumericCode, splitAccessKey } from './accessKey.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const parts = fc.record({
  cUF: digits(2),
  AAMM: digits(4),
  CNPJ: fc.stringMatching(/^[0-9A-Z]{12}[0-9]{2}$/),
  mod: fc.constantFrom('55', '65'),
  serie: digits(3),
  nNF: digits(9),
  tpEmis: digits(1),
  cNF: digits(8),
})

test('keys with digits alone and with letters end in their check digit', () => {
  // Worked out by hand: weights 2 to 9 from the right, rest 0 or 1 gives 0.
  expect(accessKeyDigit('0'.repeat(43))).toBe('0')
  expect(accessKeyDigit(`${'0'.repeat(42)}1`)).toBe('9')
  // A is 17: 17 * 2 = 34, rest 1.
  expect(accessKeyDigit(`${'0'.repeat(42)}A`)).toBe('0')
  // B is 18: 36, rest 3.
  expect(accessKeyDigit(`${'0'.repeat(42)}B`)).toBe('8')
})

test('what is composed is a key, and splits into the same parts', () => {
  fc.assert(
    fc.property(parts, wanted => {
      const key = composeAccessKey(wanted)
      expect(isAccessKey(key)).toBe(true)
      expect(splitAccessKey(key)).toEqual({ ...wanted, cDV: key.slice(43) })
    }),
  )
})

test('one wrong digit is found out, unless it counts the same', () => {
  fc.assert(
    fc.property(parts, fc.nat({ max: 42 }), fc.integer({ min: 1, max: 9 }), (wanted, at, shift) => {
      const key = composeAccessKey(wanted)
      const old = key[at] ?? ''
      fc.pre(/\d/.test(old))
      const changed = `${key.slice(0, at)}${(Number(old) + shift) % 10}${key.slice(at + 1)}`
      // Rests 0 and 1 share the digit 0: only there two keys may have the same.
      if (isAccessKey(changed)) expect(key.slice(43)).toBe('0')
    }),
  )
})

test('short parts are filled with zeros, and a CPF stands after three of them', () => {
  const key = composeAccessKey({
    cUF: '35',
    AAMM: '2611',
    CNPJ: '12345678909',
    mod: '55',
    serie: '920',
    nNF: '7',
    tpEmis: '1',
    cNF: '20417',
  })
  expect(key).toMatch(/^352611000123456789095592000000000710002041\d\d$/)
})

test.each(['12345678', '23456789', '11111111', '00000000', '90123456', '00000123', '1234567', 'abcdefgh'])(
  '%s is no code',
  code => {
    expect(isNumericCode(code, '123')).toBe(false)
  },
)

test('a code without a pattern may stand', () => {
  expect(isNumericCode('81782249', '1305')).toBe(true)
})
