import { completeCnpj, isCnpj } from '../../kinds/taxId/digits.ts'
import type { StubRequest, StubResponse } from '../../server/plugin.ts'

const owners = ['Andrade', 'Barbosa', 'Cardoso', 'Duarte', 'Ferreira', 'Lima', 'Moreira', 'Nogueira', 'Pacheco', 'Teixeira']
const trades = ['Distribuidora', 'Comércio de Alimentos', 'Bebidas', 'Hortifrúti', 'Laticínios', 'Embalagens', 'Restaurante']
const endings = ['LTDA', 'ME', 'EPP', 'S.A.']
const towns = [
  { municipio: 'SAO PAULO', uf: 'SP', codigo_municipio_ibge: 3550308, ddd: '11', cep: '01001' },
  { municipio: 'CURITIBA', uf: 'PR', codigo_municipio_ibge: 4106902, ddd: '41', cep: '80010' },
  { municipio: 'BELO HORIZONTE', uf: 'MG', codigo_municipio_ibge: 3106200, ddd: '31', cep: '30110' },
  { municipio: 'RECIFE', uf: 'PE', codigo_municipio_ibge: 2611606, ddd: '81', cep: '50010' },
]

/** BrasilAPI's contract: GET api/cnpj/v1/{cnpj}. The same CNPJ is always the same company; those that begin with 0000 are nobody's. */
export function stubCnpjAnswer({ method, steps: [api, cnpj, v1, id = ''] }: Pick<StubRequest, 'method' | 'steps'>): StubResponse {
  if (method !== 'GET' || api !== 'api' || cnpj !== 'cnpj' || v1 !== 'v1') return { status: 404, body: { message: 'Not Found' } }
  if (!isCnpj(id)) return { status: 400, body: { name: 'BadRequestError', message: `CNPJ ${id} inválido.`, type: 'bad_request' } }
  if (id.startsWith('0000'))
    return { status: 404, body: { name: 'NotFoundError', message: `CNPJ ${id} não encontrado.`, type: 'not_found' } }
  return { status: 200, body: companyOf(id) }
}

/** A CNPJ that the stand-in knows, for tests and stories. */
export const stubCnpj = completeCnpj('112223330001')

function companyOf(cnpj: string): Readonly<Record<string, unknown>> {
  const number = [...cnpj].reduce((sum, sign, at) => (sum * 31 + sign.charCodeAt(0) + at) % 1_000_003, 7)
  const of = <T>(list: readonly T[], step: number): T => list[Math.floor(number / step) % list.length] as T
  const owner = of(owners, 1)
  const trade = of(trades, 11)
  const { ddd, cep, ...town } = of(towns, 83)
  return {
    cnpj,
    razao_social: `${owner} ${trade} ${of(endings, 331)}`.toUpperCase(),
    nome_fantasia: number % 3 === 0 ? '' : `${trade} ${owner}`.toUpperCase(),
    descricao_situacao_cadastral: number % 17 === 0 ? 'BAIXADA' : 'ATIVA',
    email: `contato@${owner.toLowerCase()}.com.br`,
    ddd_telefone_1: `${ddd}3${String(1_000_000 + (number % 8_999_999)).slice(0, 7)}`,
    ddd_telefone_2: '',
    cep: `${cep}${String(number % 900).padStart(3, '0')}`,
    descricao_tipo_de_logradouro: 'RUA',
    logradouro: 'DO COMERCIO',
    numero: String(1 + (number % 2000)),
    complemento: number % 2 === 0 ? 'GALPAO' : '',
    bairro: 'CENTRO',
    ...town,
  }
}
