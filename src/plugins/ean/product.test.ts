import { expect, test } from 'vitest'
import { readProduct } from './product.ts'

const said = {
  description: 'AÇÚCAR REFINADO  UNIÃO 1KG',
  gtin: 7891910000197,
  thumbnail: 'https://cdn-cosmos.bluesoft.com.br/products/7891910000197',
  ncm: { code: '17019900', description: 'Outros' },
  cest: { id: 1, code: '1710100' },
}

test('a product in the words of our register', () => {
  expect(readProduct(said)).toEqual({
    ean: '7891910000197',
    desc_prod: 'AÇÚCAR REFINADO UNIÃO 1KG',
    ncmId: '17019900',
    cestId: '1710100',
    photo: 'https://cdn-cosmos.bluesoft.com.br/products/7891910000197',
  })
})

test('codes that are none stay empty', () => {
  expect(readProduct({ ...said, ncm: null, cest: { code: '17' }, thumbnail: null })).toMatchObject({
    ncmId: '',
    cestId: '',
    photo: undefined,
  })
})

test.each([null, 'x', {}, { ...said, description: ' ' }, { ...said, gtin: 'abc' }])('%j is no product', answer => {
  expect(readProduct(answer)).toBeUndefined()
})
