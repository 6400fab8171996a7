import { describe, expect, it } from 'vitest'
import type { ChartData } from './series.ts'
import { withOthers } from './slices.ts'

const of = (...figures: readonly (number | null)[]): ChartData => ({
  categories: figures.map((value, at) => ({ key: `${at}`, text: `c${at}`, short: `c${at}`, rows: [{ value }] })),
  series: [{ key: 'v', title: 'Valor', as: { kind: 'money', required: false } }],
  figures: [figures],
})

describe('slices that can be told apart', () => {
  it('few stay as they are', () => {
    const data = of(1, 2, 3)
    expect(withOthers(data, 2, () => '')).toBe(data)
  })

  it('of many the largest stay in their order, the others are one', () => {
    const made = withOthers(of(0.1, 5, 0.2, null, 9), 2, count => `Outros (${count})`)
    expect(made.categories.map(({ text }) => text)).toEqual(['c1', 'c4', 'Outros (3)'])
    expect(made.figures).toEqual([[5, 9, 0.3]])
    expect(made.categories[2]?.rows).toHaveLength(3)
  })
})
