import { expect, it } from 'vitest'
import { numberFromText, numberText, readNumbering, seriesKey, seriesOf } from './numbering.ts'

const pattern = (text: string) => readNumbering(text) ?? expect.fail(text)

it('writes numbers of a day’s series', () => {
  const series = seriesOf(pattern('RES-{year}/{month}-{0000}-{day}'), '2026-11-07')
  expect([1, 42, 12_345].map(number => numberText(series, number))).toEqual([
    'RES-2026/11-0001-07',
    'RES-2026/11-0042-07',
    'RES-2026/11-12345-07',
  ])
  expect(seriesKey(series)).toBe('RES-2026/11-{0}-07')
})

it('reads what the pattern makes, and nothing else', () => {
  const made = pattern('R.{year}-{000}')
  expect(numberFromText(made, 'R.2025-1234')).toEqual({ series: { before: 'R.2025-', digits: 3, after: '' }, number: 1234 })
  expect(['Rx2025-123', 'R.25-123', 'R.2025-', 'R.2025-12a', 'pedido 7'].map(text => numberFromText(made, text))).toEqual(
    Array(5).fill(undefined),
  )
})

it.each(['RES', 'RES-{year}', '{0000}-{0000}', '{ano}-{00}', '{0000', '{00}}', '{0000000000}'])('is no pattern: %s', text =>
  expect(readNumbering(text)).toBeUndefined(),
)
