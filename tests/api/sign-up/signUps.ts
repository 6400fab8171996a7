import type { LightMyRequestResponse } from 'fastify'
import type { TestServer } from '../fixtures/testServer.ts'

/** Returns the sign-up of a visitor with a shop in Manaus. */
export const signUpOf = (email: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  nome_contato: 'Ana Souza',
  email,
  telefone_contato: '(92) 98765-4321',
  nome_fantasia: 'Cantina da Ana',
  cpf_cnpj: 'cnpj',
  cnpj: '12.ABC.345/01DE-35',
  cep: '69005-040',
  logradouro: 'Avenida Eduardo Ribeiro',
  bairro: 'Centro',
  cidade: 'Manaus',
  uf: 'AM',
  codigo_municipio: '1302603',
  numero: '520',
  complemento: 'Sala 3',
  password: 'segredo-1',
  termos: true,
  ...changes,
})

let calls = 0

/** Signs up, from an address of its own unless one is named: limits by address are a test of their own. */
export function createVisitor(
  { app }: Pick<TestServer, 'app'>,
  payload: object,
  { address, key }: { readonly address?: string; readonly key?: string } = {},
): Promise<LightMyRequestResponse> {
  calls += 1
  return app.inject({
    method: 'POST',
    url: '/api/Lojas/createVisitor',
    headers: {
      'x-forwarded-for': address ?? `10.1.${(calls >> 8) & 255}.${calls & 255}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    payload,
  })
}
