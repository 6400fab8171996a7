import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../../tests/fixedSeed.ts'
import { createStubDatabase } from '../stubServer.ts'
import { differencesOf, isTree, type Tree, treeOf } from './menuTree.ts'

const name = fc.constantFrom('0', '1', '2', '3', '12', 'nome', 'preco', 'itens')
const { tree } = fc.letrec<{ tree: Tree }>(tie => ({
  tree: fc.dictionary(
    name,
    fc.oneof({ maxDepth: 3 }, fc.integer(), fc.boolean(), fc.string({ minLength: 1 }), tie('tree')) as fc.Arbitrary<never>,
    { noNullPrototype: true },
  ),
}))

const steps = ['cardapios', 'casa.json']

test('the differences turn any menu into any other, in one update, whatever stood there', () => {
  fc.assert(
    fc.property(tree, tree, (before, after) => {
      const ask = createStubDatabase()
      ask({ method: 'PUT', steps, body: before })
      const there = treeOf(ask({ method: 'GET', steps, body: undefined }).body)
      expect(there).toEqual(treeOf(before))
      const kept = treeOf(after)
      const wanted = isTree(kept) ? kept : {}
      const sent = differencesOf(there, wanted)
      if (Object.keys(sent).length > 0) expect(ask({ method: 'PATCH', steps, body: sent }).status).toBe(200)
      expect(treeOf(ask({ method: 'GET', steps, body: undefined }).body)).toEqual(treeOf(after))
      expect(differencesOf(treeOf(ask({ method: 'GET', steps, body: undefined }).body), wanted)).toEqual({})
    }),
  )
})

test('a price that changed is all that is sent; what is gone is named as nothing', () => {
  const before = { produtos: { 1: { nome: 'Pão', preco: 1 }, 2: { nome: 'Bolo' } } }
  expect(differencesOf(before, { produtos: { 1: { nome: 'Pão', preco: 1.5 } } })).toEqual({
    'produtos/1/preco': 1.5,
    'produtos/2': null,
  })
})
