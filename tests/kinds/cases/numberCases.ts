import fc from 'fast-check'
import { fieldOfKind, type KindCase } from './kindCase.ts'

/** Decimals with these places, of at most `digits` digits. */
const decimals = (places: number, digits = 15): fc.Arbitrary<number> =>
  fc.maxSafeInteger().map(whole => {
    const kept = whole % 10 ** digits
    return kept === 0 ? 0 : Number(`${kept}e-${places}`)
  })

export const numberCases: readonly KindCase[] = [
  {
    name: 'integer',
    o: fieldOfKind('integer'),
    values: fc.integer({ min: -2_147_483_647 }),
    reads: [
      ['1.234', 1234],
      ['-7', -7],
      ['12,00', 12],
      [' 0007 ', 7],
      ['1.234.567', 1234567],
    ],
    refuses: [
      ['12,5', 'integer-invalid'],
      ['doze', 'number-invalid'],
      ['2147483648', 'maximum'],
      ['1e3', 'number-invalid'],
    ],
    shows: [
      [1234567, '1.234.567'],
      [-5, '-5'],
      [0, '0'],
    ],
  },
  { name: 'integer of 64 bits', o: fieldOfKind('integer', { max: 999_999_999_999_999 }), values: decimals(0) },
  {
    name: 'integer with limits',
    o: fieldOfKind('integer', { min: 1, max: 31 }),
    values: fc.integer({ min: 1, max: 31 }),
    refuses: [
      ['0', 'minimum'],
      ['32', 'maximum'],
    ],
  },
  {
    name: 'decimal',
    o: fieldOfKind('decimal'),
    values: decimals(3),
    reads: [
      ['1,5', 1.5],
      ['1.5', 1.5],
      ['0.500', 0.5],
      ['1.234', 1.234],
      ['1.234,567', 1234.567],
      [',5', 0.5],
    ],
    refuses: [
      ['1,2345', 'decimals'],
      ['1,2,3', 'number-invalid'],
      ['1.23.4', 'number-invalid'],
      ['1234567890123456', 'number-invalid'],
    ],
    shows: [
      [1.5, '1,500'],
      [-1234.5, '-1.234,500'],
      [0, '0,000'],
    ],
  },
  { name: 'decimal of 6 places', o: fieldOfKind('decimal', { decimals: 6 }), values: decimals(6) },
  {
    name: 'money',
    o: fieldOfKind('money', { min: 0, max: 9_999_999_999.99 }),
    values: decimals(2, 12).map(Math.abs),
    reads: [
      ['19,9', 19.9],
      ['1.234,56', 1234.56],
      ['1234.56', 1234.56],
      ['R$ 3,00', 3],
      ['1.234', 1234],
      ['9.999.999.999,99', 9999999999.99],
    ],
    refuses: [
      ['19,999', 'decimals'],
      ['-1', 'minimum'],
      ['10.000.000.000,00', 'maximum'],
      ['R$', 'number-invalid'],
    ],
    shows: [
      [19.9, 'R$\u00a019,90'],
      [9999999999.99, 'R$\u00a09.999.999.999,99'],
    ],
  },
  {
    name: 'money of 4 places',
    o: fieldOfKind('money', { decimals: 4 }),
    values: decimals(4),
    shows: [
      [1.5, 'R$\u00a01,50'],
      [-1.2345, '-R$\u00a01,2345'],
    ],
  },
  {
    name: 'percent',
    o: fieldOfKind('percent'),
    values: decimals(2),
    reads: [
      ['12,5%', 12.5],
      ['12.5', 12.5],
      ['7 %', 7],
    ],
    refuses: [['1,234', 'decimals']],
    shows: [[12.5, '12,50%']],
  },
]
