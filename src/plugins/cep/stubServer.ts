import type { StubRequest, StubResponse } from '../../server/plugin.ts'
import { addressOfCep } from './towns.ts'

/** ViaCEP's contract: GET ws/{cep}/json/. */
export function stubCepAnswer({ method, steps: [ws, cep = '', json] }: Pick<StubRequest, 'method' | 'steps'>): StubResponse {
  if (method !== 'GET' || ws !== 'ws' || json !== 'json') return { status: 404, body: 'Not Found' }
  if (!/^\d{8}$/.test(cep)) return { status: 400, body: 'Bad Request' }
  const place = addressOfCep(cep)
  if (!place) return { status: 200, body: { erro: 'true' } }
  const { town, logradouro, bairro } = place
  return {
    status: 200,
    body: {
      cep: `${cep.slice(0, 5)}-${cep.slice(5)}`,
      logradouro,
      complemento: '',
      bairro,
      localidade: town.nome,
      uf: town.uf,
      ibge: town.ibge,
      ddd: town.ddd,
    },
  }
}
