import fc from 'fast-check'
import '../../../tests/fixedSeed.ts'
import { expect, test } from 'vitest'
import { editDecimal, formatMoney } from '../../base/number.ts'
import { readNumber } from './number.ts'

test.each([
  ['19,9', 19.9],
  ['1.234,56', 1234.56],
  ['1234.56', 1234.56],
  ['R$ 3,00', 3],
  ['R$ 3,00 / kg', 3],
  ['12,5%', 12.5],
  ['10 un.', 10],
  ['cap. 5', 5],
  [',5', 0.5],
  ['1 234,5', 1234.5],
  ['-5', -5],
  ['5-', -5],
  ['-R$ 5,10', -5.1],
  ['R$ -5,10', -5.1],
  ['(7,00)', -7],
  ['\u22122', -2],
  ['NCM-5', 5],
  ['0,00', 0],
])('%s is %d', (text, number) => expect(readNumber(text, 2)).toBe(number))

test.each(['abc', '3/4', '1E+05', '12abc34', '1,2,3', '--5', '10-20', '123456789012345678'])('%s is no number', text =>
  expect(readNumber(text, 2)).toBeUndefined(),
)

test('what is written in pt-BR reads back, with a currency sign, a unit and spaces around it', () => {
  const cents = fc.integer({ min: -99_999_999, max: 99_999_999 }).map(n => n / 100)
  fc.assert(
    fc.property(cents, fc.constantFrom('', ' ', 'R$ '), fc.constantFrom('', ' ', ' kg', '%'), (x, before, behind) => {
      const text = editDecimal(Math.abs(x), 2)
      expect(readNumber(`${x < 0 ? '-' : ''}${before}${text}${behind}`, 2)).toBe(x === 0 ? 0 : x)
      expect(readNumber(formatMoney(x), 2)).toBe(x === 0 ? 0 : x)
    }),
  )
})

test('any text gives a number or none, never NaN', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), text => {
      const number = readNumber(text, 2)
      expect(number === undefined || Number.isFinite(number)).toBe(true)
    }),
  )
})
