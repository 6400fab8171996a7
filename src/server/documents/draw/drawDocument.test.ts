import { expect, test } from 'vitest'
import { readPdf } from '../../../base/paper/fixtures/readPdf.ts'
import type { PaperBlock } from '../../../model/paper/paperBlock.ts'
import type { SheetKind } from '../../../model/views/paperDocument.ts'
import { drawDocument } from './drawDocument.ts'

const normal = { size: 'normal', align: 'left' } as const
const text = (words: string, lines?: number): PaperBlock => ({
  kind: 'words',
  text: words,
  look: lines === undefined ? normal : { ...normal, lines },
})
const draw = async (paper: SheetKind, ...sheets: PaperBlock[][]) =>
  readPdf(
    await drawDocument({ title: 'Prova', paper, sheets, label: { width: 70, height: 37, columns: 3, rows: 8, top: 0, left: 0 } }),
  )
const table = (rows: readonly (readonly string[])[]): PaperBlock => ({
  kind: 'table',
  columns: ['Código', 'Nome', 'Valor', 'Contado'].map(title => ({ title, align: 'start', share: 2 })),
  rows,
})

test('a table goes on on further pages, each with the names of its columns, and says which it is', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => [`C${at}`, `Produto ${at}`, '1,00', ''])
  const pages = await draw('A4', [text('Contagem'), table(rows)])
  expect(pages.length).toBeGreaterThan(1)
  for (const [at, { lines }] of pages.entries()) {
    expect(lines).toContain('Código')
    expect(lines.some(line => line.endsWith(`página ${at + 1} de ${pages.length}`))).toBe(true)
  }
  expect(pages.flatMap(({ lines }) => lines.filter(line => /^C\d+$/.test(line)))).toHaveLength(120)
})

test('a roll is as long as what stands on it and stacks columns that have no room', async () => {
  const [short] = await draw('58mm', [text('Um')])
  const [long] = await draw('58mm', [text('Um'), table([['C1', 'Coxinha', '1,00', '']])])
  expect(short?.width).toBeCloseTo(164.4, 0)
  expect(long?.height).toBeGreaterThan(short?.height ?? 0)
  const place = (words: string): number => long?.starts[long.lines.indexOf(words)]?.[1] ?? 0
  expect(place('C1')).toBeGreaterThan(place('Coxinha'))
})

test('labels stand beside and below each other, those that were used up left free', async () => {
  const bytes = await drawDocument({
    title: 'Etiquetas',
    paper: 'label',
    label: { width: 70, height: 37, columns: 3, rows: 8, top: 0, left: 0 },
    skip: 23,
    sheets: [[text('Primeira')], [text('Segunda')]],
  })
  const pages = readPdf(bytes)
  expect(pages.map(({ lines }) => lines)).toEqual([['Primeira'], ['Segunda']])
  expect(pages[0]?.starts[0]?.[0]).toBeGreaterThan((140 * 72) / 25.4)
})

test('bars stand for what is read, whatever the text is', async () => {
  const [page] = await draw('A4', [
    { kind: 'bars', text: '7891000315507' },
    { kind: 'bars', text: 'ABC-1' },
    { kind: 'bars', text: 'não há barras disto: ção' },
    { kind: 'qr', text: 'https://exemplo.com/pedido' },
  ])
  expect(page?.lines.filter(line => /7891000315507|ABC-1|barras/.test(line))).toHaveLength(3)
  expect(page?.squares.length).toBeGreaterThan(200)
})

test.each<SheetKind>(['A4', '80mm', '58mm', 'label'])('hostile texts are broken and cut: %s', async paper => {
  const hostile = [
    'M'.repeat(2000),
    'ab '.repeat(600),
    '\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 \u{1f600}'.repeat(60),
    '\n'.repeat(500),
    '',
  ]
  const pages = await draw(paper, [
    ...hostile.map(words => text(words, 5)),
    { kind: 'facts', facts: hostile.map(value => ({ title: value, value })) },
    table(hostile.map(words => [words, words, words, words])),
    { kind: 'totals', totals: hostile.map(value => ({ title: value, value })) },
    { kind: 'sign', names: hostile.slice(0, 3) },
    { kind: 'bars', text: 'X'.repeat(500) },
    { kind: 'qr', text: 'é'.repeat(2000) },
  ])
  for (const { starts, width } of pages) for (const [x] of starts) expect(x).toBeLessThan(Math.max(width, 595))
})

test('10,000 rows are drawn before a test is given up', async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => [
    `${at}`,
    'Um nome que passa de uma linha na sua coluna',
    '1.234,50',
    '',
  ])
  const pages = await draw('A4', [table(rows)])
  expect(pages.length).toBeGreaterThan(100)
}, 30_000)
