import fc from 'fast-check'
import '../../../../tests/fixedSeed.ts'
import { describe, expect, it } from 'vitest'
import { brCode, type PixCharge } from './brCode.ts'
import { pixKey } from './pixKey.ts'

/** The fields of a code, or of a field that holds others; fails where a length is wrong. */
function fieldsOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const id = text.slice(at, at + 2)
    const length = Number(text.slice(at + 2, at + 4))
    const value = text.slice(at + 4, at + 4 + length)
    expect([id, value.length, found.has(id)]).toEqual([expect.stringMatching(/^\d\d$/), length, false])
    found.set(id, value)
    at += 4 + length
  }
  return found
}

/** CRC-16/CCITT-FALSE as its definition by polynomials says: a message with its checksum at its end leaves nothing. */
const leaves = (text: string): number => {
  const bytes = [...Buffer.from(text.slice(0, -4), 'ascii'), ...Buffer.from(text.slice(-4), 'hex')]
  return bytes
    .flatMap(byte => [7, 6, 5, 4, 3, 2, 1, 0].map(bit => (byte >> bit) & 1))
    .reduce((rest, bit) => ((rest << 1) & 0xffff) ^ ((rest >> 15) ^ bit ? 0x1021 : 0), 0xffff)
}

const charges: fc.Arbitrary<PixCharge & { readonly cents: number }> = fc
  .record({
    key: fc.constantFrom('52998224725', '11222333000181', '+5511987654321', 'caixa@cantina.com.br'),
    cents: fc.integer({ min: 1, max: 999_999_999_999 }),
    name: fc.string({ unit: 'grapheme', maxLength: 60 }),
    city: fc.oneof(fc.constantFrom('São José dos Campos', 'Brasília', ''), fc.string({ unit: 'binary', maxLength: 30 })),
    reference: fc.string({ maxLength: 40 }),
  })
  .map(charge => ({ ...charge, amount: charge.cents / 100 }))

describe('the BR Code of a static Pix', () => {
  it('is the example of the manual', () => {
    expect(brCode({ key: '123e4567-e12b-12d1-a456-426655440000', name: 'Fulano de Tal', city: 'BRASILIA' })).toBe(
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    )
  })

  it('tells every length and the checksum rightly, and the amount to the cent', () => {
    fc.assert(
      fc.property(charges, ({ cents, ...charge }) => {
        const code = brCode(charge)
        expect(code).toMatch(/^[\x20-\x7E]+$/)
        expect(leaves(code)).toBe(0)
        const fields = fieldsOf(code)
        expect([...fields.keys()]).toEqual(['00', '26', '52', '53', '54', '58', '59', '60', '62', '63'])
        expect(fieldsOf(fields.get('26') ?? '')).toEqual(
          new Map([
            ['00', 'br.gov.bcb.pix'],
            ['01', charge.key],
          ]),
        )
        const digits = String(cents).padStart(3, '0')
        expect(fields.get('54')).toBe(`${digits.slice(0, -2)}.${digits.slice(-2)}`)
        expect(fields.get('59')).toMatch(/^\S(?:.{0,23}\S)?$/)
        expect(fields.get('60')).toMatch(/^\S(?:.{0,13}\S)?$/)
        expect(fieldsOf(fields.get('62') ?? '').get('05')).toMatch(/^(?:[A-Za-z0-9]{1,25}|\*{3})$/)
      }),
    )
  })

  it('has no accents and is cut at what fits', () => {
    const fields = fieldsOf(
      brCode({
        key: 'x@y.br',
        amount: 21,
        name: 'Cantina São João & Irmãos Refeições',
        city: 'São José dos Campos',
        reference: 'CONTA-12',
      }),
    )
    expect(['54', '59', '60', '62'].map(id => fields.get(id))).toEqual([
      '21.00',
      'Cantina Sao Joao & Irmaos',
      'Sao Jose dos Ca',
      '0507CONTA12',
    ])
  })

  it.each([0, 0.004, -1, Number.NaN, 10_000_000_000])('is of no amount that is none: %s', amount => {
    expect(() => brCode({ key: 'x@y.br', amount, name: '', city: '' })).toThrow(RangeError)
  })
})

describe('a Pix key', () => {
  it.each([
    ['529.982.247-25', '52998224725'],
    ['11.222.333/0001-81', '11222333000181'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    [' Caixa@Cantina.com.br ', 'caixa@cantina.com.br'],
    ['(11) 98765-4321', '+5511987654321'],
    ['+55 11 98765-4321', '+5511987654321'],
    ['+5511987654321', '+5511987654321'],
    ['5511987654321', '+5511987654321'],
    ['+55 (11) 3765-4321', '+551137654321'],
    ['123E4567-E12B-42D1-A456-426655440000', '123e4567-e12b-42d1-a456-426655440000'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(pixKey(typed)).toBe(kept)
    expect(pixKey(kept)).toBe(kept)
  })

  it.each([
    '',
    'cantina',
    '11987654321',
    '529.982.247-24',
    '11.222.333/0001-80',
    '+1 212 555 0100',
    'a@b',
    '123e4567-e12b',
    `${'a'.repeat(80)}@x.br`,
  ])('%s is none', typed => {
    expect(pixKey(typed)).toBeUndefined()
  })
})
