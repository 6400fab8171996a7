import { expect, test } from 'vitest'
import { inUnit, writtenUnit } from './measure.ts'

test.each([
  ['500 g', 'g'],
  ['500gr.', 'g'],
  ['1 Quilo', 'kg'],
  ['20KG', 'kg'],
  ['6x2 L', 'l'],
  ['750 ml', 'ml'],
  ['1 litro', 'l'],
  ['12 un', ''],
  ['12', ''],
  ['kg', ''],
  ['', ''],
])('the unit of %j is %j', (text, unit) => expect(writtenUnit(text)).toBe(unit))

test.each([
  [250, 'g', 'kg', 0.25],
  [0.5, 'kg', 'g', 500],
  [30, 'ml', 'l', 0.03],
  [3, '', 'kg', 3],
  [3, 'kg', 'kg', 3],
  [3, 'g', 'l', 0],
  [3, 'g', '', 0],
])('%d %s in %s is %d', (amount, from, to, told) => expect(inUnit(amount, from, to)).toBe(told))
