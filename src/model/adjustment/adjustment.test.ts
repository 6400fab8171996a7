import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AdjustmentRounding, adjustmentRoundings, adjustValue } from './adjustment.ts'
import '../../../tests/fixedSeed.ts'
import type { Field } from '../model.ts'

const price = { name: 'preco', title: 'Preço', kind: 'money' } as Field
const weight = { name: 'peso', title: 'Peso', kind: 'decimal', decimals: 3 } as Field

test.each<[number, number, AdjustmentRounding | undefined, number]>([
  [10, 10, undefined, 11],
  [0.05, 10, undefined, 0.06],
  [19.9, 7.5, undefined, 21.39],
  [19.9, 7.5, '0.05', 21.4],
  [19.9, 7.5, '0.10', 21.4],
  [19.9, 7.5, '0.50', 21.5],
  [19.9, 7.5, '1.00', 21],
  [19.9, 7.5, '.90', 20.9],
  [19.9, 9, '.90', 21.9],
  [19.9, 7.5, '.99', 20.99],
  [0.2, -50, '.90', 0.9],
  [100, -15, undefined, 85],
  [0, 10, '.90', 0],
])('%d by %d %% with rounding %s is %d', (value, valor, arredonda, expected) => {
  expect(adjustValue(value, { tipo: 'percentual', valor, ...(arredonda ? { arredonda } : {}) }, price)).toBe(expected)
})

test('an amount is added exactly, at the places of the field', () => {
  expect(adjustValue(0.1, { tipo: 'valor', valor: 0.2 }, price)).toBe(0.3)
  expect(adjustValue(1.005, { tipo: 'valor', valor: -0.0005 }, weight)).toBe(1.005)
})

test('every rounding is kept to, and moves a price by no more than half a step', () => {
  const cents = fc.integer({ min: 100, max: 1_000_000 })
  fc.assert(
    fc.property(cents, fc.integer({ min: -50, max: 300 }), fc.constantFrom(...adjustmentRoundings), (whole, valor, arredonda) => {
      const value = whole / 100
      const after = adjustValue(value, { tipo: 'percentual', valor, arredonda }, price)
      const exact = (value * (100 + valor)) / 100
      const inCents = Math.round(after * 100)
      const step = arredonda.startsWith('.') ? 100 : Math.round(Number(arredonda) * 100)
      const rest = arredonda.startsWith('.') ? Number(arredonda.slice(1)) : 0
      expect(inCents % step).toBe(rest)
      if (after >= 1) expect(Math.abs(after - exact)).toBeLessThanOrEqual(step / 200 + 1e-6)
    }),
  )
})
