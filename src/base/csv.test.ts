import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import '../../tests/fixedSeed.ts'
import { describe, expect, it } from 'vitest'
import { isSpreadsheet, readCells, readCsv, writeCsv } from './csv.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const latin = (text: string): Uint8Array => Uint8Array.from(text, character => character.charCodeAt(0))

describe('readCsv', () => {
  it('takes the mark that the header has', () => {
    expect(readCsv('a;b\n1,5;2')).toMatchObject({ delimiter: ';', header: ['a', 'b'], rows: [['1,5', '2']] })
    expect(readCsv('a,b\n1,2')).toMatchObject({ delimiter: ',', rows: [['1', '2']] })
    expect(readCsv('a\tb\n1\t2')).toMatchObject({ delimiter: '\t', rows: [['1', '2']] })
    expect(readCsv('nome\nPão, queijo')).toMatchObject({ delimiter: ';', rows: [['Pão, queijo']] })
    expect(readCsv('"a;b;c",d\n1,2')).toMatchObject({ delimiter: ',', header: ['a;b;c', 'd'] })
  })

  it('takes the mark that a first line tells to Excel, and no column from it', () => {
    const header = ['a', 'b']
    for (const start of ['sep=,\n', '\uFEFFsep=,\r\n', '"sep=,"\r', 'SEP=,,\r\n'])
      expect(readCsv(`${start}a,b\n1;x,2`)).toMatchObject({ delimiter: ',', header, rows: [['1;x', '2']], lines: [3] })
    expect(readCsv('sep;b\n1;2')).toMatchObject({ header: ['sep', 'b'] })
  })

  it('knows a spreadsheet by its first bytes', () => {
    expect(isSpreadsheet(Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0]))).toBe(true)
    expect(isSpreadsheet(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toBe(true)
    expect(isSpreadsheet(utf8('PK;nome\n1;2'))).toBe(false)
    expect(isSpreadsheet(utf8(''))).toBe(false)
  })

  it('reads UTF-8 with and without its mark, Windows-1252, and the Unicode text of spreadsheets', () => {
    expect(readCsv(utf8('\uFEFFpreço\n1'))).toMatchObject({ encoding: 'utf-8', header: ['preço'] })
    expect(readCsv(latin('pre\u00e7o;euro\n1;\u0080'))).toMatchObject({
      encoding: 'windows-1252',
      header: ['preço', 'euro'],
      rows: [['1', '€']],
    })
    expect(readCsv(Uint8Array.from([0xff, 0xfe, 0x61, 0, 0x0a, 0, 0xe7, 0]))).toMatchObject({
      encoding: 'utf-16le',
      header: ['a'],
      rows: [['ç']],
    })
  })

  it('skips empty lines but numbers rows as the file does', () => {
    expect(readCsv('\r\na;b\r\n\r\n1;2\r\n;\r\n  \r\n3\r\n')).toMatchObject({
      rows: [
        ['1', '2'],
        ['3', ''],
      ],
      lines: [4, 7],
    })
  })

  it('finds a header below titles, and tells the first row that is longer than it', () => {
    const isHeader = (cells: readonly string[]): boolean => cells.includes('nome')
    const report = 'Produtos de março;;\r\n\r\nnome;preço;\r\nPão;1;\r\n'
    expect(readCsv(report, isHeader)).toMatchObject({ header: ['nome', 'preço'], rows: [['Pão', '1']], lines: [4] })
    expect(readCsv(report).header).toEqual(['Produtos de março'])
    expect(readCsv('nome,preço\nPão,1\nBolo,1,50\n').overlong).toBe(3)
    expect(readCsv('nome,preço\nPão,1,\n').overlong).toBeUndefined()
    // A column without a title is none, where the header has room for it.
    expect(readCsv('nome,preço,\nPão,1,x\n')).toMatchObject({ rows: [['Pão', '1']] })
    expect(readCsv('nome,preço,\nPão,1,x\n').overlong).toBeUndefined()
  })

  it('tells a row whose quotes take in the rows behind it', () => {
    expect(readCsv('a;b\n1;"Queijo" bom\n2;Pão\n3;"Bolo"\n').unclosed).toBe(2)
    expect(readCsv('sep=;\na;b\n1;x\n2;"y\n3;z\n').unclosed).toBe(4)
    expect(readCsv('a;b\n1;"Queijo" bom "x"\n2;Queijo 5" e "z"\n3;"duas\nlinhas"\n').unclosed).toBeUndefined()
  })

  it('reads quotes, line breaks inside them, and an empty file', () => {
    expect(readCsv('a;b\n"x ""y""; z";"1\n2"').rows).toEqual([['x "y"; z', '1\n2']])
    expect(readCsv('')).toMatchObject({ header: [], rows: [] })
  })

  const table = new URL('../../../shared/data/TabelaIBPTax_26.1.E.csv', import.meta.url)
  it.skipIf(!existsSync(table))('reads the whole table of taxes (skipped where shared/data is absent)', () => {
    const csv = readCsv(readFileSync(table))
    expect(csv).toMatchObject({ encoding: 'windows-1252', delimiter: ';' })
    expect([csv.header.length, csv.rows.length]).toEqual([13, 11_390])
    expect(csv.rows.every(row => row.length === 13 && /^\d{3,9}$/.test(row[0] ?? ''))).toBe(true)
  })
})

describe('writeCsv', () => {
  it('is read back, whatever the cells hold', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ç', '"', ';', ',', '\t', '\n', ' ', "'", '1', '=') })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell)),
        fc.constantFrom(';' as const, ',' as const, '\t' as const),
        (rows, delimiter) => {
          const table = [['x', 'y'], ...rows.map(([a, b]) => [`_${a}`, b])]
          expect(readCells(writeCsv(table, { delimiter }), delimiter)).toEqual(table)
          expect(readCsv(writeCsv(table, { delimiter })).rows).toEqual(table.slice(1))
        },
      ),
    )
  })

  it('keeps formulas from running in a spreadsheet, and numbers as they are', () => {
    expect(writeCsv([['=1+1', '-5,00', '+55 11', '@x', '-a']], { spreadsheet: true })).toBe("\uFEFF'=1+1;-5,00;+55 11;'@x;'-a")
    const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n']
    for (const sign of signs)
      expect(writeCsv([[`${sign}cmd|x`]], { spreadsheet: true })).toMatch(
        new RegExp(`^\uFEFF"?'${sign === '+' ? '\\+' : sign}cmd`),
      )
  })

  it('takes the guard off again, also where a text has an apostrophe of its own', () => {
    const cells = ["'=a", "''+b", '=1+1', "'a", '+Sabor laranja 1 L', '-10% Bolo', '@home', "'-5"]
    for (const spreadsheet of [true, false]) expect(readCells(writeCsv([cells], { spreadsheet }), ';')).toEqual([cells])
  })
})
