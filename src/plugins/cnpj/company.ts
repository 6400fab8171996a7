import { isRecord } from '../../base/record.ts'
/** A company as the registry knows it, in the words of our registers. */
export interface Company {
  readonly cnpj: string
  readonly razao_social: string
  readonly nome_fantasia: string
  readonly situacao: string
  readonly email: string
  readonly telefone1: string
  readonly telefone2: string
  readonly cep: string
  readonly logradouro: string
  readonly numero: string
  readonly complemento: string
  readonly bairro: string
  readonly cidade: string
  readonly uf: string
  readonly codigo_municipio: string
}

/** The answer of BrasilAPI's contract (cnpj/v1); undefined when it is not what the contract says. */
export function readCompany(answer: unknown): Company | undefined {
  if (!isRecord(answer)) return undefined
  const said = answer
  const razao_social = text(said.razao_social)
  if (razao_social === '' || !/^[0-9A-Z]{14}$/.test(text(said.cnpj))) return undefined
  return {
    cnpj: text(said.cnpj),
    razao_social,
    // Half of the companies have none: the legal name is what people call them by.
    nome_fantasia: text(said.nome_fantasia) || razao_social,
    situacao: text(said.descricao_situacao_cadastral),
    email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text(said.email)) ? text(said.email).toLowerCase() : '',
    telefone1: phone(said.ddd_telefone_1),
    telefone2: phone(said.ddd_telefone_2),
    cep: digits(said.cep).length === 8 ? digits(said.cep) : '',
    logradouro: [text(said.descricao_tipo_de_logradouro), text(said.logradouro)].filter(Boolean).join(' '),
    numero: text(said.numero).slice(0, 20),
    complemento: text(said.complemento).slice(0, 100),
    bairro: text(said.bairro).slice(0, 100),
    cidade: text(said.municipio).slice(0, 100),
    // EX: abroad.
    uf: /^(?!EX)[A-Z]{2}$/.test(text(said.uf)) ? text(said.uf) : '',
    codigo_municipio: /^\d{7}$/.test(digits(said.codigo_municipio_ibge)) ? digits(said.codigo_municipio_ibge) : '',
  }
}

const LONGEST = 150

/** Numbers travel as numbers or as text. */
const text = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, LONGEST) : typeof value === 'number' ? String(value) : ''

const digits = (value: unknown): string => text(value).replace(/\D/g, '')

/** Area code and number; what cannot be one is left out. */
function phone(value: unknown): string {
  const said = digits(value).replace(/^0+/, '')
  return /^[1-9][1-9](?:9\d{8}|[2-9]\d{7})$/.test(said) ? said : ''
}
