import { describe, expect, it } from 'vitest'
import type { ChartData } from './series.ts'
import { slicesOf } from './slices.ts'

const of = (...figures: readonly (number | null)[]): ChartData => ({
  categories: figures.map((value, at) => ({ key: `${at}`, text: `c${at}`, short: `c${at}`, colour: at, rows: [{ value }] })),
  series: [{ key: 'v', title: 'Valor', as: { kind: 'money', required: false }, holds: () => true }],
  figures: [figures],
})

describe('slices that can be told apart', () => {
  it('stand the largest first', () => {
    const made = slicesOf(of(1, null, 3, 2), 20, () => '')
    expect(made.categories.map(({ text }) => text)).toEqual(['c2', 'c3', 'c0', 'c1'])
    expect(made.figures).toEqual([[3, 2, 1, null]])
    expect(made.categories.map(({ colour }) => colour)).toEqual([2, 3, 0, 1])
  })

  it('of many the small ones are one', () => {
    const made = slicesOf(of(0.1, 5, 0.2, null, 9), 2, count => `Outros (${count})`)
    expect(made.categories.map(({ text }) => text)).toEqual(['c4', 'c1', 'Outros (3)'])
    expect(made.figures).toEqual([[9, 5, 0.3]])
    expect(made.categories[2]?.rows).toHaveLength(3)
  })
})
