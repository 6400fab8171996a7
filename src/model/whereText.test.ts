import { expect, test } from 'vitest'
import { shopDefinitions } from './fixtures/shop.ts'
import { readModel } from './read.ts'
import { whereText } from './whereText.ts'

const produtos = readModel(shopDefinitions).model.registers.produtos ?? expect.fail('no register')

test('a condition is said where it only names values', () => {
  expect(whereText({ combo: true }, produtos)).toBe('“Combo” marcado')
  expect(whereText({ combo: false, venda: 1.5 }, produtos)).toBe('“Combo” desmarcado e “Venda” igual a “R$\u00a01,50”')
  expect(whereText({ nome: { inq: ['a', 'b'] } }, produtos)).toBe('“Nome” igual a “a” ou “b”')
  expect(whereText({ venda: { gt: 1 } }, produtos)).toBeUndefined()
  expect(whereText({ grupoId: 3 }, produtos)).toBeUndefined()
  expect(whereText({ or: [] }, produtos)).toBeUndefined()
})
