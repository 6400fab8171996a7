import { foldText } from '../../src/base/text.ts'

/** Words that expressions keep for themselves: a field of that name could be used in none. */
const kept = new Set(
  'as break const continue else false for function if import in let loop namespace null package return true var void while'.split(
    ' ',
  ),
)

/** Letters of a name: tables keep 63, and a second column of the name needs some. */
const longest = 56

/** 'Preço de venda (R$)' is the field preco_de_venda. `before` stands before what cannot be a name by itself. */
export function fieldNameOf(text: string, before = 'campo'): string {
  const words =
    foldText(text)
      .replace('e-mail', 'email')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const name = words
    .filter(word => word !== 'r')
    .join('_')
    .replace(/[^a-z0-9_]/g, '')
  const short =
    name.length > longest ? name.slice(0, name.lastIndexOf('_', longest) > 0 ? name.lastIndexOf('_', longest) : longest) : name
  return /^[a-z_]/.test(short) && !kept.has(short) && !(short in {}) ? short : `${before}_${short}`
}

/** Names of the columns, each once: a second 'nome' is nome_2. */
export function fieldNamesOfHeader(header: readonly string[]): string[] {
  const taken = new Map<string, number>()
  return header.map((text, at) => {
    const name = text.trim() === '' ? `coluna_${at + 1}` : fieldNameOf(text)
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return count === 1 ? name : `${name}_${count}`
  })
}

/** Titles of the columns: a second 'Nome' is 'Nome 2', for two columns of one title cannot be told apart. */
export function fieldTitlesOf(header: readonly string[], names: readonly string[]): string[] {
  const taken = new Map<string, number>()
  return header.map((text, at) => {
    const title = fieldTitleOf(text.trim() || (names[at] ?? ''))
    const count = (taken.get(foldText(title)) ?? 0) + 1
    taken.set(foldText(title), count)
    return count === 1 ? title : `${title} ${count}`
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
  ie: 'IE',
  gtin: 'GTIN',
  sku: 'SKU',
  url: 'URL',
  pis: 'PIS',
  cofins: 'COFINS',
  ipi: 'IPI',
  iss: 'ISS',
  ultima: 'última',
  ultimo: 'último',
  validade: 'validade',
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A title for people: what the header says when somebody wrote it for people, else its words with their accents. */
export function fieldTitleOf(text: string): string {
  const plain = text.trim()
  const written =
    /[\p{Ll}]/u.test(plain) && (/\s/.test(plain) || /\p{M}/u.test(plain.normalize('NFD')) || /^\p{Lu}\p{Ll}+$/u.test(plain))
  if (written && !/_/.test(plain)) return capital(plain)
  const words = plain
    .replace(/\be-?mail\b/giu, 'email')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[\s_.-]+/)
    .filter(Boolean)
    .map(word => word.split('/').map(sayWord).join('/'))
  return capital(words.join(' '))
}

/** A word with its accents; letters that stand for words stay capitals. */
const sayWord = (word: string): string =>
  (Object.hasOwn(accented, foldText(word)) ? accented[foldText(word)] : undefined) ??
  (/^[bcdfghjklmnpqrstvwxyz]{2,4}$/i.test(word) ? word.toUpperCase() : word.toLowerCase())
