import '../../../../../tests/fixedSeed.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { averageCost, enteredQuantity, paysTotal, productCost, unitCost } from './entryAmounts.ts'
import { matchProducts } from './matchProducts.ts'

const cents = fc.integer({ min: 0, max: 1_000_000_000 })
const ten4 = fc.integer({ min: 1, max: 100_000_000 })
const decimal4 = (n: number): string => `${Math.trunc(n / 10_000)}.${String(n % 10_000).padStart(4, '0')}`
const decimal2 = (n: number): string => `${Math.trunc(n / 100)}.${String(n % 100).padStart(2, '0')}`

test('the cost of all units covers what was paid, by less than a ten-thousandth a unit', () => {
  fc.assert(
    fc.property(cents, ten4, ten4, (value, bought, factor) => {
      const cost = BigInt(unitCost(decimal2(value), decimal4(bought), decimal4(factor)).replace('.', ''))
      // In units of 10^-12: cost has 4 decimals, quantity and factor 4 each.
      const units = BigInt(bought) * BigInt(factor)
      const paid = BigInt(value) * 10n ** 10n
      expect(cost * units >= paid).toBe(true)
      expect(cost === 0n || (cost - 1n) * units < paid).toBe(true)
    }),
  )
})

test.each([
  ['105.00', '3', '6', '5.8334'],
  ['100.00', '4', '1', '25.0000'],
  ['0.01', '99999999999.9999', '1', '0.0001'],
  ['10.00', '0', '1', '0.0000'],
])('%s for %s times %s costs %s each', (value, bought, factor, cost) => {
  expect(unitCost(value, bought, factor)).toBe(cost)
})

test('what enters is what was bought times what one holds', () => {
  expect(enteredQuantity('3.5', '12')).toBe('42.0000')
  expect(enteredQuantity('0.1234', '0.5')).toBe('0.0617')
})

test('a product keeps cents, where several price tables keep all', () => {
  expect(
    averageCost([
      { units: '60', cost: '5.0000' },
      { units: '12', cost: '0.0000' },
    ]),
  ).toBe('4.1667')
  expect([productCost('5.8350', 1), productCost('5.8350', 0), productCost('5.8350', 2)]).toEqual(['5.84', '5.84', '5.8350'])
})

test('payments make up the total to the cent', () => {
  expect(paysTotal([0.1, 0.2], '0.30')).toBe(true)
  expect(paysTotal(['0.1'], '0.11')).toBe(false)
  expect(paysTotal([], 0)).toBe(true)
})

const item = (changes: object) => ({ cProd: 'A', cEAN: null, cEANTrib: null, xProd: 'Café', ...changes })
const products = [
  { id: 1, codes: ['789', null], name: 'Arroz' },
  { id: 2, codes: ['2', '00456'], name: 'CAFE' },
  { id: 3, codes: ['3', null], name: 'Igual' },
  { id: 4, codes: ['4', null], name: 'igual' },
]

test.each([
  ['the bar code wins', item({ cEAN: '0789' }), 1],
  ['that of the taxed unit, too', item({ cEANTrib: '456', xProd: '?' }), 2],
  ['then what was said before', item({ cProd: 'B' }), 3],
  ['then the name, without accents', item({}), 2],
  ['a name of two is none', item({ xProd: 'IGUAL' }), undefined],
  ['a product that is gone is none', item({ cProd: 'C', xProd: '?' }), undefined],
])('%s', (_, one, found) => {
  const remembered = [
    { cProd: 'B', produtoId: 3 },
    { cProd: 'C', produtoId: 99 },
  ]
  expect(matchProducts([one], products, remembered)).toEqual([found])
})
