import { expect, it } from 'vitest'
import { branchKeys, visibleRows } from './treeRows.ts'

const rows = [
  {
    name: 'Receitas',
    data: [
      { name: 'Vendas', data: [{ name: 'Salão' }] },
      { name: 'Taxas', data: [] },
    ],
  },
  { name: 'Despesas' },
]

it('shows what is open, each where it stands', () => {
  const seen = (open: boolean) =>
    visibleRows(rows, 'data', () => open).map(({ key, depth, row }) => `${key} ${depth} ${row.name}`)
  expect(seen(false)).toEqual(['0 0 Receitas', '1 0 Despesas'])
  expect(seen(true)).toEqual(['0 0 Receitas', '0.0 1 Vendas', '0.0.0 2 Salão', '0.1 1 Taxas', '1 0 Despesas'])
  expect(branchKeys(rows, 'data')).toEqual(['0', '0.0'])
})
