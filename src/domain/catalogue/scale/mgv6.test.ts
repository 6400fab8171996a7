import { describe, expect, test } from 'vitest'
import { mgv6Record, type ScaleItem, toPrintableAscii } from './mgv6.ts'

const item: ScaleItem = { code: '17', name: 'Queijo Minas', byWeight: true, cents: 4990, days: 12 }

/** The layout by itself: name, first character from 1, width. */
const layout = [
  ['DD', 1, 2],
  ['T', 3, 1],
  ['C', 4, 6],
  ['P', 10, 6],
  ['V', 16, 3],
  ['D1', 19, 25],
  ['D2', 44, 25],
  ['R', 69, 6],
  ['F', 75, 4],
  ['I', 79, 6],
  ['DV', 85, 1],
  ['DE', 86, 1],
  ['CF', 87, 4],
  ['L', 91, 12],
  ['G', 103, 11],
  ['Z', 114, 1],
  ['CS', 115, 4],
  ['CT', 119, 4],
  ['FR', 123, 4],
  ['CE1', 127, 4],
  ['CE2', 131, 4],
  ['CON', 135, 4],
  ['EAN', 139, 12],
  ['GL', 151, 6],
  ['DA', 157, 4],
  ['D3', 161, 35],
  ['D4', 196, 35],
  ['CE3', 231, 6],
  ['CE4', 237, 6],
  ['MIDIA', 243, 6],
] as const

type Part = (typeof layout)[number][0]

const read = (record: string): Record<Part, string> =>
  Object.fromEntries(layout.map(([name, from, width]) => [name, record.slice(from - 1, from - 1 + width)])) as never

describe('the item record of MGV6', () => {
  test('every field stands at its place', () => {
    const record = mgv6Record(item)
    expect(record).toHaveLength(248)
    expect(read(record)).toEqual({
      DD: '01',
      T: '0',
      C: '000017',
      P: '004990',
      V: '012',
      D1: 'Queijo Minas'.padEnd(25),
      D2: ' '.repeat(25),
      R: '000000',
      F: '0000',
      I: '000000',
      DV: '1',
      DE: '1',
      CF: '0000',
      L: '000000000000',
      G: '00000000000',
      Z: '0',
      CS: '0000',
      CT: '0000',
      FR: '0000',
      CE1: '0000',
      CE2: '0000',
      CON: '0000',
      EAN: '000000000000',
      GL: '000000',
      DA: '|01|',
      D3: ' '.repeat(35),
      D4: ' '.repeat(35),
      CE3: '000000',
      CE4: '000000',
      MIDIA: '000000',
    })
  })

  test('the piece, no expiry, and the largest values', () => {
    expect(read(mgv6Record({ ...item, byWeight: false, days: 0, cents: 0 }))).toMatchObject({
      T: '1',
      V: '000',
      DV: '0',
      P: '000000',
    })
    const most = mgv6Record({ ...item, code: '999999', cents: 999_999, days: 990 })
    expect(most).toHaveLength(248)
    expect(read(most)).toMatchObject({ C: '999999', P: '999999', V: '990' })
  })

  test('a long name goes over four lines between words; what is left over goes', () => {
    const name = 'Bolo de cenoura com cobertura de chocolate meio amargo e granulado colorido da casa, fatia grande para viagem '
    const record = mgv6Record({ ...item, name: name.repeat(3) })
    expect(record).toHaveLength(248)
    const { D1, D2, D3, D4 } = read(record)
    expect([D1, D2, D3, D4].map(line => line.trimEnd())).toEqual([
      'Bolo de cenoura com',
      'cobertura de chocolate',
      'meio amargo e granulado colorido da',
      'casa, fatia grande para viagem Bolo',
    ])
    const word = read(mgv6Record({ ...item, name: 'x'.repeat(1000) }))
    expect([word.D1, word.D2, word.D3, word.D4].map(line => line.length)).toEqual([25, 25, 35, 35])
    const exact = read(mgv6Record({ ...item, name: `${'a'.repeat(25)} ${'b'.repeat(25)}` }))
    expect([exact.D1, exact.D2]).toEqual(['a'.repeat(25), 'b'.repeat(25)])
  })

  test('every character is one byte', () => {
    const record = mgv6Record({ ...item, name: 'Pão Francês – Açúcar 100 % “fino” 🥖 nº 1\n\tgrão' })
    expect(Buffer.byteLength(record, 'utf8')).toBe(248)
    expect(read(record).D1.trimEnd()).toBe('Pao Frances Acucar 100 %')
    expect(toPrintableAscii('Maçã ½ kg')).toBe('Maca 1 2 kg')
  })
})
