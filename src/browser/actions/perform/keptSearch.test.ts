import { expect, it } from 'vitest'
import { withSearch } from './keptSearch.ts'

it('takes search, filters and order along, and leaves what is of the list before', () => {
  const before = '?q=pizza&grupoId=3&order=desc_prod+ASC&page=4&perPage=25&columns=a%2Cb&group=grupoId&look=galeria'
  expect(withSearch('/produtosAlteracao', before)).toBe('/produtosAlteracao?q=pizza&grupoId=3&order=desc_prod+ASC')
  expect(withSearch('/produtosAlteracao', '')).toBe('/produtosAlteracao')
})

it('lets the address say otherwise', () => {
  expect(withSearch('/contas?tipo=1', '?tipo=2&q=luz')).toBe('/contas?tipo=1&q=luz')
})
