import { fold } from '../../src/base/text.ts'

/** 'Preço de venda (R$)' is the field preco_de_venda. */
export function nameOf(text: string): string {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
  const name = words
    .filter(word => word !== 'r')
    .join('_')
    .replace(/[^a-z0-9_]/g, '')
  return /^[a-z_]/.test(name) ? name : `campo_${name}`
}

/** Names of the columns, each once: a second 'nome' is nome_2. */
export function namesOf(header: readonly string[]): string[] {
  const taken = new Map<string, number>()
  return header.map((text, at) => {
    const name = text.trim() === '' ? `coluna_${at + 1}` : nameOf(text)
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return count === 1 ? name : `${name}_${count}`
  })
}

/** Words that lose their accents in headers, as people write them. */
const accented: Readonly<Record<string, string>> = {
  acrescimo: 'acréscimo',
  aliquota: 'alíquota',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  cep: 'CEP',
  cest: 'CEST',
  cfop: 'CFOP',
  codigo: 'código',
  comissao: 'comissão',
  credito: 'crédito',
  descricao: 'descrição',
  ean: 'EAN',
  email: 'e-mail',
  endereco: 'endereço',
  funcao: 'função',
  funcionario: 'funcionário',
  ibge: 'IBGE',
  icms: 'ICMS',
  inicio: 'início',
  inscricao: 'inscrição',
  media: 'média',
  mes: 'mês',
  minimo: 'mínimo',
  maximo: 'máximo',
  municipio: 'município',
  ncm: 'NCM',
  numero: 'número',
  observacao: 'observação',
  observacoes: 'observações',
  percentual: 'percentual',
  periodo: 'período',
  preco: 'preço',
  promocao: 'promoção',
  razao: 'razão',
  salario: 'salário',
  situacao: 'situação',
  uf: 'UF',
  ultima: 'última',
  ultimo: 'último',
  validade: 'validade',
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A title for people: what the header says when somebody wrote it for people, else its words with their accents. */
export function titleOf(text: string): string {
  const plain = text.trim()
  const written =
    /[\p{Ll}]/u.test(plain) && (/\s/.test(plain) || /\p{M}/u.test(plain.normalize('NFD')) || /^\p{Lu}\p{Ll}+$/u.test(plain))
  if (written && !/_/.test(plain)) return capital(plain)
  const words = plain
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[\s_.-]+/)
    .filter(Boolean)
    .map(word => accented[fold(word)] ?? (/^[bcdfghjklmnpqrstvwxyz]{2,4}$/i.test(word) ? word.toUpperCase() : word.toLowerCase()))
  return capital(words.join(' '))
}
