import { expect, it } from 'vitest'
import { frameOf } from './frame.ts'
import type { ChartData } from './series.ts'

const of = (count: number): ChartData => ({
  categories: Array.from({ length: count }, (_, at) => ({
    key: String(at),
    text: String(at),
    short: String(at),
    colour: at,
    rows: [],
  })),
  series: [],
  figures: [],
})

it.each([
  ['at least 400', { min: 400, per: 70 }, true, 2, 1000, 400],
  ['70 a bar', { min: 400, per: 70 }, true, 10, 1000, 700],
  ['600 and 30 a supplier', { min: 600, per: 30 }, true, 25, 1000, 750],
  ['a fixed height', { min: 500 }, false, 90, 1000, 500],
])('%s', (_name, height, horizontal, count, width, expected) => {
  expect(frameOf({ chart: 'bar', height, horizontal }, of(count), width)).toEqual({ horizontal, height: expected })
})

it('lies down on a phone, as high as its bars need', () => {
  expect(frameOf({ chart: 'bar', height: { min: 250 }, horizontal: false }, of(24), 340)).toEqual({
    horizontal: true,
    height: 664,
  })
  expect(frameOf({ chart: 'line', height: { min: 500 }, horizontal: false }, of(24), 340)).toEqual({
    horizontal: false,
    height: 500,
  })
  expect(frameOf({ chart: 'bar', height: { min: 250 }, horizontal: false }, of(90), 340).horizontal).toBe(false)
})

it('days stand in a row on a phone, where names lie down', () => {
  const data = of(7)
  const spec = { chart: 'bar', horizontal: false, height: { min: 260 } } as const
  expect(frameOf(spec, { ...data, counted: true }, 320).horizontal).toBe(false)
  expect(frameOf(spec, data, 320).horizontal).toBe(true)
})
