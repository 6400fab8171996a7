import { expect, test } from 'vitest'
import { recipeCosts } from './recipeCosts.ts'

const line = (product: number, ingredient: number, cost: string, quantity: string, size = '1') => ({
  product,
  ingredient,
  cost,
  quantity,
  size,
})
const costs = (...lines: Parameters<typeof recipeCosts>[0]) =>
  Object.fromEntries([...recipeCosts(lines)].map(([id, cost]) => [id, cost.toFixed(2)]))

test('an ingredient with a recipe costs what its recipe costs, whatever its record says, through all levels', () => {
  // Dough 1.50 a kilo from flour; pizza base half a kilo; pizza a base and cheese.
  expect(
    costs(line(3, 2, '9', '1'), line(3, 5, '30', '200', '1000'), line(2, 1, '7', '500', '1000'), line(1, 4, '3', '0.5')),
  ).toEqual({
    1: '1.50',
    2: '0.75',
    3: '6.75',
  })
})

test('lines are rounded to four places, sums to cents, halves to even; a package of nothing costs nothing', () => {
  expect(costs(line(1, 9, '0.0001', '0.5'), line(1, 8, '0.125', '1'), line(1, 7, '5', '1', '0'))).toEqual({ 1: '0.12' })
  expect(costs(line(1, 9, '0.135', '1'))).toEqual({ 1: '0.14' })
})

test('a ring ends at what a record says', () => {
  expect(costs(line(1, 2, '4', '1'), line(2, 1, '6', '1'))).toEqual({ 1: '6.00', 2: '6.00' })
})
