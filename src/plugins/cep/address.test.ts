import { expect, test } from 'vitest'
import { readAddress } from './address.ts'

const said = {
  cep: '01001-000',
  logradouro: 'Praça da Sé',
  complemento: 'lado ímpar',
  bairro: 'Sé',
  localidade: 'São Paulo',
  uf: 'SP',
  ibge: '3550308',
}

test('an address has the members that the documents name', () => {
  expect(readAddress(said)).toEqual({
    found: { cep: '01001-000', logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo', uf: 'SP', ibge: '3550308' },
  })
})

test('the CEP of a whole town has no street', () => {
  expect(readAddress({ ...said, logradouro: '', bairro: undefined })).toMatchObject({ found: { logradouro: '', bairro: '' } })
})

test.each([{ erro: true }, { erro: 'true' }])('%j: there is none', answer => {
  expect(readAddress(answer)).toEqual({ found: undefined })
})

test.each([null, 'texto', [], {}, { ...said, cep: 1001000 }, { ...said, uf: 'São Paulo' }])('%j is no answer', answer => {
  expect(readAddress(answer)).toBe('malformed')
})
