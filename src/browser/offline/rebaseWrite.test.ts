import { expect, test } from 'vitest'
import { rebaseWrite } from './rebaseWrite.ts'

const patch = (id: number, version: number, more: object) => ({
  register: 'produtos',
  method: 'PATCH' as const,
  path: `produtos/${id}`,
  body: { version, ...more },
})
const block = (...itens: readonly object[]) => ({
  register: 'produtos',
  method: 'POST' as const,
  path: 'produtos/alterarVarios',
  body: { itens },
})

test('a change behind another of the same row takes over the version that the other left', () => {
  const done = patch(7, 3, { preco: 1 })
  expect(rebaseWrite(patch(7, 3, { nome: 'x' }), done, { id: 7, version: 4 }).body).toEqual({ version: 4, nome: 'x' })
  expect(rebaseWrite(block({ id: 7, version: 3 }, { id: 8, version: 3 }), done, { id: 7, version: 4 }).body).toEqual({
    itens: [
      { id: 7, version: 4 },
      { id: 8, version: 3 },
    ],
  })
  const rows = { registros: [{ id: 7, version: 4 }], problemas: [] }
  expect(rebaseWrite(patch(7, 3, { nome: 'x' }), block({ id: 7, version: 3 }), rows).body).toEqual({ version: 4, nome: 'x' })
})

test('what was not made on top of it stays as it is', () => {
  const done = patch(7, 3, { preco: 1 })
  const answer = { id: 7, version: 4 }
  const save = { register: 'produtos', method: 'POST' as const, path: 'produtos/save', body: { id: 7, version: 3 } }
  for (const other of [patch(7, 2, {}), patch(8, 3, {}), { ...patch(7, 3, {}), register: 'grupos' }, save])
    expect(rebaseWrite(other, done, answer)).toEqual(other)
})
