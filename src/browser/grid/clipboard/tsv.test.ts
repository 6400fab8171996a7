import fc from 'fast-check'
import '../../../../tests/fixedSeed.ts'
import { describe, expect, it } from 'vitest'
import { readTsv, tsvCell } from './tsv.ts'

describe('readTsv', () => {
  it('reads what spreadsheets copy', () => {
    expect(readTsv('Café\t19,90\r\nPão\t1,00\r\n')).toEqual([['Café', '19,90'], ['Pão', '1,00'], ['']])
    expect(readTsv('a\tb\n\t')).toEqual([
      ['a', 'b'],
      ['', ''],
    ])
    expect(readTsv('\uFEFF"duas\nlinhas"\t"um ""nome"""')).toEqual([['duas\nlinhas', 'um "nome"']])
    expect(readTsv('')).toEqual([['']])
  })

  it('takes a quote that closes nowhere as it stands', () => {
    expect(readTsv('Tubo 5"\t"solto\n"a" b\tc')).toEqual([
      ['Tubo 5"', '"solto'],
      ['"a" b', 'c'],
    ])
  })

  it('reads back what it wrote', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ç', '"', '\t', '\n', '\r', ' ', '1') })
    const rows = fc.array(fc.array(text, { minLength: 1 }), { minLength: 1 })
    fc.assert(
      fc.property(rows, cells => {
        expect(readTsv(cells.map(line => line.map(tsvCell).join('\t')).join('\r\n'))).toEqual(cells)
      }),
    )
  })
})
