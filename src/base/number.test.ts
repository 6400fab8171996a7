import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import '../../tests/fixedSeed.ts'
import { describe, expect, it } from 'vitest'
import { decimalPlaces, editDecimal, formatDecimal, formatMoney, isExact, parseDecimal } from './number.ts'

/** Decimals of up to 15 digits with 0 to 6 places. */
const exact = fc
  .tuple(fc.integer({ min: -(10 ** 15 - 1), max: 10 ** 15 - 1 }), fc.nat(6))
  .map(([whole, places]) => Number(`${whole || 0}e-${places}`))

describe('parseDecimal', () => {
  it.each([
    ['19,9', 19.9],
    ['1.234,56', 1234.56],
    ['1234.56', 1234.56],
    ['1,234.56', 1234.56],
    ['1.234.567', 1234567],
    ['1,234,567', 1234567],
    ['R$ 3,00', 3],
    ['R$ -3,00', -3],
    ['-R$\u00a03,00', -3],
    ['(3,50)', -3.5],
    ['3,50-', -3.5],
    ['12%', 12],
    ['+5', 5],
    ['0.500', 0.5],
    ['1234.567', 1234.567],
    ['12.34', 12.34],
    [',5', 0.5],
    ['5,', 5],
    ['-0', 0],
    ['123456789012345', 123456789012345],
    ['000000000000000001,50', 1.5],
    ['1,500000000000000000', 1.5],
  ])('%s', (text, x) => expect(parseDecimal(text)).toBe(x))

  it('takes a lone dot before three digits for a thousands mark, unless three places are possible', () => {
    expect([parseDecimal('1.234', 2), parseDecimal('1.234', 3), parseDecimal('12.500', 0)]).toEqual([1234, 1.234, 12500])
  })

  it.each([
    '',
    ' ',
    '-',
    ',',
    '.',
    'abc',
    '1a',
    '1e3',
    '1,2,3',
    '1.23.4',
    '1.2345,6',
    '12.34.567',
    '1.234,5.6',
    '--5',
    '-5-',
    '(-5)',
    '1 a',
    '1234567890123456',
    '0,1234567890123456',
    'Infinity',
    'NaN',
  ])('refuses %j', text => expect(parseDecimal(text)).toBeUndefined())
})

describe('formatDecimal', () => {
  it.each([
    [1.005, 2, '1,00'],
    [1.015, 2, '1,02'],
    [0.125, 2, '0,12'],
    [0.135, 2, '0,14'],
    [-2.5, 0, '-2'],
    [1234567.891, 2, '1.234.567,89'],
    [1e-7, 7, '0,0000001'],
    [-0, 2, '0,00'],
    [-0.001, 2, '-0,00'],
  ])('%d with %d places: %s', (x, places, text) => expect(formatDecimal(x, places)).toBe(text))

  it('rounds as decimals do', () => {
    fc.assert(
      fc.property(exact, fc.nat(6), (x, places) => {
        const want = new Decimal(x).toFixed(places, Decimal.ROUND_HALF_EVEN).replace('.', ',')
        expect(formatDecimal(x, places).replaceAll('.', '')).toBe(want)
      }),
    )
  })
})

it('money has its sign, and a space that does not break', () => {
  expect([formatMoney(1234.5), formatMoney(-0.1), formatMoney(9999999999.99)]).toEqual([
    'R$\u00a01.234,50',
    '-R$\u00a00,10',
    'R$\u00a09.999.999.999,99',
  ])
})

it('what an input starts from is read back', () => {
  fc.assert(fc.property(exact, fc.nat(6), (x, least) => parseDecimal(editDecimal(x, least), 6) === x))
  expect([editDecimal(19.9, 2), editDecimal(3), editDecimal(3, 2), editDecimal(9999999999999.9, 4)]).toEqual([
    '19,90',
    '3',
    '3,00',
    '9999999999999,9000',
  ])
})

it('knows places and exactness', () => {
  expect([0, 1, 1200, 0.1, 19.95, 1e-7, 1.5e-7, -2.25].map(decimalPlaces)).toEqual([0, 0, 0, 1, 2, 7, 8, 2])
  expect([0.1 + 0.2, 1e15 + 0.3, 123456789012345, 0.3, Number.NaN, Number.POSITIVE_INFINITY].map(isExact)).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
  ])
  fc.assert(fc.property(exact, x => isExact(x)))
})
