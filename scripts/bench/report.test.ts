import { expect, it } from 'vitest'
import type { BenchResult } from './figures.ts'
import { figureTable, lineText, putReport, reportOf } from './report.ts'

const save: BenchResult = {
  what: 'Save of a new product',
  ours: '876 req/s',
  other: '1,383 req/s',
  ratio: 0.641,
  spread: [0.6, 0.655],
  bar: { least: 0.7 },
}
const again: BenchResult = { what: 'the same file again', ours: '15,205 rows/s', other: '' }

it('tells a row with its figures, ratio, bar and how it came out', () => {
  expect(lineText('save', save)).toBe(
    'save: Save of a new product | 876 req/s against 1,383 req/s | 0.64 (0.60 to 0.66) | >= 0.7 | not held',
  )
  expect(lineText('import', again)).toBe('import: the same file again | 15,205 rows/s')
})

it('makes a table of rows', () => {
  expect(figureTable([save, again]).split('\n')).toEqual([
    '| What | Ours | Against | Ratio | Middle half of the turns | Bar | |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| Save of a new product | 876 req/s | 1,383 req/s | 0.64 | 0.60 to 0.66 | >= 0.7 | **not held** |',
    '| the same file again | 15,205 rows/s | | | | | |',
  ])
})

it('names the other version, and why a row has no figure of it', () => {
  const { bar: _, ...compared } = { ...save, better: 'more' as const }
  const missing = { what: 'DANFE', ours: '', other: '', note: 'it runs code of this version without a server' }
  expect(figureTable([compared, missing], 'HEAD~1').split('\n')).toEqual([
    '| What | This version | HEAD~1 | This over that | Middle half of the turns | |',
    '| --- | --- | --- | --- | --- | --- |',
    '| Save of a new product | 876 req/s | 1,383 req/s | 0.64 | 0.60 to 0.66 | worse |',
    '| DANFE | | | | | it runs code of this version without a server |',
  ])
})

it('names run, commit and machine, before all rows', () => {
  const facts = { commit: 'abc1234', date: '2026-03-10', cores: 2, memory: 8e9, took: 840_000 }
  const [first, , ...rest] = reportOf([save, again], facts).split('\n')
  expect(first).toBe('One run of `npm run bench` at commit abc1234, 2026-03-10: 2 cores, 8 GB of memory, 14 minutes.')
  expect(rest.slice(0, 4).join('\n')).toBe(figureTable([save, again]))
  expect(rest.join('\n')).toContain('Only ratios carry over to other machines')
})

it('puts a report between its marks', () => {
  expect(putReport('a.md', 'before\n<!-- bench -->\nold\n<!-- /bench -->\nafter', 'new')).toBe(
    'before\n<!-- bench -->\nnew\n<!-- /bench -->\nafter',
  )
  expect(() => putReport('a.md', 'before', 'new')).toThrow('a.md has no <!-- bench -->')
})
