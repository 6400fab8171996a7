import { expect, test } from 'vitest'
import { readCompany } from './company.ts'

const said = {
  cnpj: '19131243000197',
  razao_social: 'OPEN KNOWLEDGE  BRASIL',
  nome_fantasia: 'REDE PELO CONHECIMENTO LIVRE',
  descricao_situacao_cadastral: 'ATIVA',
  email: 'Contato@OK.org.br',
  ddd_telefone_1: '1123851939',
  ddd_telefone_2: '',
  cep: '01311902',
  descricao_tipo_de_logradouro: 'AVENIDA',
  logradouro: 'PAULISTA 37',
  numero: '37',
  complemento: 'ANDAR 4',
  bairro: 'BELA VISTA',
  municipio: 'SAO PAULO',
  uf: 'SP',
  codigo_municipio_ibge: 3550308,
}

test('a company in the words of our registers', () => {
  expect(readCompany(said)).toEqual({
    cnpj: '19131243000197',
    razao_social: 'OPEN KNOWLEDGE BRASIL',
    nome_fantasia: 'REDE PELO CONHECIMENTO LIVRE',
    situacao: 'ATIVA',
    email: 'contato@ok.org.br',
    telefone1: '1123851939',
    telefone2: '',
    cep: '01311902',
    logradouro: 'AVENIDA PAULISTA 37',
    numero: '37',
    complemento: 'ANDAR 4',
    bairro: 'BELA VISTA',
    cidade: 'SAO PAULO',
    uf: 'SP',
    codigo_municipio: '3550308',
  })
})

test('what is missing or odd stays empty, and the legal name stands in for the other', () => {
  expect(readCompany({ ...said, nome_fantasia: '', email: null, cep: 0, ddd_telefone_1: '0', uf: 'EX' })).toMatchObject({
    nome_fantasia: 'OPEN KNOWLEDGE BRASIL',
    email: '',
    cep: '',
    telefone1: '',
    uf: '',
  })
})

test.each([null, [], 'texto', {}, { ...said, razao_social: null }, { ...said, cnpj: '1' }])('%j is no company', answer => {
  expect(readCompany(answer)).toBeUndefined()
})
