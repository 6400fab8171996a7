import { expect, test } from 'vitest'
import { gateRefusal } from './gateRefusal.ts'

const flags = [
  { name: 'cardapio_ver', title: 'Ver o cardápio', group: 'Cardápio' },
  { name: 'cardapio_editar', title: 'Editar o cardápio', group: 'Cardápio' },
]

const told = (gate: string | undefined, rights: Record<string, boolean> = {}) => {
  const { code, params } = gateRefusal({ flags }, gate, rights)
  return code === 'right-missing' ? params.right : code
}

test.each([
  ['the one that is missing', 'cardapio_ver', '"Ver o cardápio"'],
  ['all of those that are missing', 'cardapio_ver && cardapio_editar', '"Ver o cardápio" e "Editar o cardápio"'],
  ['the fewest that would do', '(cardapio_ver && cardapio_editar) || cardapio_ver', '"Ver o cardápio"'],
  ['no role, where a permission does, too', 'owner || cardapio_editar', '"Editar o cardápio"'],
  ['beside a feature of the store', 'store.kds && cardapio_editar', '"Editar o cardápio"'],
])('a refusal names the permission: %s', (_what, gate, right) => {
  expect(told(gate)).toBe(right)
})

test('of several permissions those are named that somebody does not have', () => {
  expect(told('cardapio_ver && cardapio_editar', { cardapio_ver: true })).toBe('"Editar o cardápio"')
})

test.each(['owner', 'admin', 'false', '!cardapio_ver', 'store.kds', undefined])(
  'no permission opens %s, and none is named',
  gate => {
    expect(told(gate, { cardapio_ver: true })).toBe('forbidden')
  },
)
