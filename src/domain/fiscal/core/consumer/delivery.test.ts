import { expect, test } from 'vitest'
import { deliveryRecipient } from './delivery.ts'
import type { DeliveryPlace } from './sale.ts'

const store = { logradouro: 'Rua A', numero: '1', bairro: 'Centro', codigo_municipio: '3550308', cidade: 'São Paulo', uf: 'SP' }
const place: DeliveryPlace = {
  cpf_cnpj: null,
  nome: 'Bia',
  logradouro: 'Rua Direita',
  numero: '7',
  complemento: null,
  bairro: 'Sé',
  cidade: ' sao paulo ',
  uf: 'sp',
  cep: '01002-000',
  codigo_municipio: null,
  telefone: null,
}
const recipient = (cpf_cnpj: string | null, ...entregas: readonly Partial<DeliveryPlace>[]) =>
  deliveryRecipient(
    { valor_final: 10, cpf_cnpj, linhas: [], recebimentos: [], entregas: entregas.map(one => ({ ...place, ...one })) },
    store,
  )

test('who bought is named with where it was brought, by the code of the city', () => {
  expect(recipient('52998224725', {})).toMatchObject({
    cnpj: '52998224725',
    nome: 'Bia',
    endereco: { logradouro: 'Rua Direita', codigo_municipio: '3550308', uf: 'SP', cep: '01002000' },
  })
  const far = recipient('52998224725', { cidade: 'Osasco', codigo_municipio: '3534401' })
  expect(far?.endereco?.codigo_municipio).toBe('3534401')
})

test('the sale knows the buyer best, then the place itself', () => {
  expect(recipient(null, { cpf_cnpj: '11144477735' })?.cnpj).toBe('11144477735')
  expect(recipient('52998224725', { cpf_cnpj: '11144477735' })?.cnpj).toBe('52998224725')
})

test.each<[string, Partial<DeliveryPlace>]>([
  ['no street', { logradouro: '' }],
  ['no district', { bairro: null }],
  ['another city without its code', { cidade: 'Osasco' }],
  ['another state', { uf: 'RJ', codigo_municipio: '3304557' }],
])('%s: the place is none, and the next is looked at', (_, change) => {
  expect(recipient('52998224725', change)).toBeUndefined()
  expect(recipient('52998224725', change, { logradouro: 'Rua Nova' })?.endereco?.logradouro).toBe('Rua Nova')
})

test('nobody who is known has no recipient', () => {
  expect(recipient(null, {})).toBeUndefined()
  expect(recipient('52998224725')).toBeUndefined()
})
