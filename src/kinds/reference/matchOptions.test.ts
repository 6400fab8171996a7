import { expect, test } from 'vitest'
import { holdsTyped, optionsMeant } from './matchOptions.ts'

const gas = { id: 1, label: 'Água Mineral com Gás 510 ml', code: '510' }
const still = { id: 2, label: 'Água Mineral sem Gás 510 ml', code: '509' }

test.each([
  ['agua sem', still, true],
  ['água sem gás', gas, false],
  ['509', still, true],
  ['agua 51', gas, true],
  ['4 queijos', { id: 3, label: 'Pizza de Presunto e Queijo' }, false],
  ['12.ABC.345/01DE-35', { id: 4, label: 'Bar', code: '12ABC34501DE35' }, true],
  // Found by its words or by one that is like them: not what was typed.
  ['bola', { id: 5, label: 'Bolo de fubá' }, false],
  ['agua sem', { ...still, like: true }, false],
])('Enter takes for “%s” what holds all of it: %o', (text, option, held) => expect(holdsTyped(option, text)).toBe(held))

test('who leaves a box means what holds all that was typed, never what is like it', () => {
  expect(optionsMeant([still], 'agua sem', false)).toEqual([still])
  expect(optionsMeant([{ ...still, like: true }], 'agua ssem', false)).toEqual([])
  expect(optionsMeant([gas], 'agua gas sem', false)).toEqual([])
})
