import { cnpj, cpf, landline, mobile, type SeededRandom } from '../../samples/public.ts'

type Row = Record<string, unknown>

/** A partner with the rows of its address list. */
export interface PartnerPlan {
  readonly record: Row
  readonly addresses: readonly Row[]
}

const firstNames =
  'Ana Beatriz Bruno Camila Carlos Daniela Diego Eduarda Fábio Fernanda Gabriel Helena Igor Isabela João Juliana Larissa Leonardo Lívia Lucas Luiza Marcelo Mariana Mateus Natália Otávio Patrícia Paulo Rafaela Renato Sofia Thiago Valéria Vinícius Yasmin'.split(
    ' ',
  )
const lastNames =
  'Almeida Andrade Barbosa Batista Cardoso Carvalho Castro Correia Costa Dias Duarte Farias Fernandes Ferreira Freitas Gomes Gonçalves Lima Lopes Machado Martins Mendes Monteiro Moreira Nascimento Oliveira Pereira Pinto Ramos Ribeiro Rocha Santana Santos Silva Souza Teixeira Vieira'.split(
    ' ',
  )
const suppliers: readonly (readonly [fantasia: string, razao: string])[] = [
  ['Laticínios Vale Verde', 'Vale Verde Laticínios Ltda'],
  ['Distribuidora São Jorge', 'São Jorge Distribuidora de Bebidas Ltda'],
  ['Hortifruti Campo Bom', 'Campo Bom Hortifrutigranjeiros Ltda'],
  ['Frigorífico Boi de Ouro', 'Boi de Ouro Carnes e Derivados S.A.'],
  ['Moinho Santa Rita', 'Moinho Santa Rita Farinhas Ltda'],
  ['Embalagens Prisma', 'Prisma Embalagens Descartáveis Ltda'],
  ['Vinhos do Sul Importadora', 'Vinhos do Sul Importação e Comércio Ltda'],
  ['Café Alto da Mogiana', 'Alto da Mogiana Torrefação Ltda'],
  ['Gás Rápido', 'Gás Rápido Comércio de GLP Ltda'],
  ['Higiene Total', 'Higiene Total Produtos de Limpeza Ltda'],
]
const streets: readonly (readonly [cep: string, logradouro: string, bairro: string])[] = [
  ['01310200', 'Avenida Paulista', 'Bela Vista'],
  ['01415001', 'Rua Augusta', 'Consolação'],
  ['04538132', 'Avenida Brigadeiro Faria Lima', 'Itaim Bibi'],
  ['05413011', 'Rua Teodoro Sampaio', 'Pinheiros'],
  ['04101000', 'Rua Vergueiro', 'Vila Mariana'],
  ['02011000', 'Rua Voluntários da Pátria', 'Santana'],
  ['03164000', 'Rua da Mooca', 'Mooca'],
  ['05018000', 'Rua Cardoso de Almeida', 'Perdizes'],
  ['04543011', 'Avenida Presidente Juscelino Kubitschek', 'Vila Nova Conceição'],
  ['01504001', 'Rua da Liberdade', 'Liberdade'],
]

const address = (random: SeededRandom): Row => {
  const [cep, logradouro, bairro] = random.pick(streets)
  return {
    cep,
    logradouro,
    numero: String(random.whole(12, 2400)),
    complemento: random.chance(0.4) ? `Apto ${random.whole(11, 184)}` : null,
    bairro,
    cidade: 'São Paulo',
    uf: 'SP',
    codigo_municipio: '3550308',
    ordem: 1,
  }
}

const emailOf = (name: string, domain: string): string =>
  `${name
    .normalize('NFD')
    .replace(/[^a-zA-Z ]/g, '')
    .toLowerCase()
    .trim()
    .replace(/ +/g, '.')}@${domain}`

const customer = (random: SeededRandom, at: number): PartnerPlan => {
  const name = `${random.pick(firstNames)} ${random.pick(lastNames)} ${random.pick(lastNames)}`
  const credit = random.chance(0.15)
  return {
    record: {
      cliente: true,
      funcionario: false,
      fornecedor: false,
      cnpj: random.chance(0.85) ? cpf(random) : null,
      nome_fantasia: name,
      razao_social: null,
      codigo: at,
      ativo: random.chance(0.93),
      telefone1: mobile(random),
      email1: random.chance(0.6) ? emailOf(name, 'exemplo.com.br') : null,
      credito_ativo: credit,
      credito_limite: credit ? random.whole(2, 20) * 100 : 0,
      credito_limite_dia: credit ? random.whole(1, 4) * 50 : 0,
      credito_dia_pagamento: credit ? random.pick([5, 10, 15, 20]) : null,
      credito_tipo_alt: 'DESCONTO',
      credito_valor_alt: 0,
    },
    addresses: random.chance(0.7) ? [address(random)] : [],
  }
}

const employee = (random: SeededRandom, at: number, place: number): PartnerPlan => {
  const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
  return {
    record: {
      cliente: false,
      funcionario: true,
      fornecedor: false,
      cnpj: cpf(random),
      nome_fantasia: name,
      razao_social: null,
      codigo: at,
      ativo: true,
      telefone1: mobile(random),
      email1: emailOf(name, 'demo.com.br'),
      usuario_pdv: place + 1,
      comissao_venda: random.pick([0, 1, 2, 5]),
      desconto_maximo: random.pick([5, 10, 20, 100]),
    },
    addresses: [address(random)],
  }
}

const supplier = (random: SeededRandom, at: number, place: number): PartnerPlan => {
  const [fantasia, razao] = suppliers[place % suppliers.length] ?? ['', '']
  return {
    record: {
      cliente: false,
      funcionario: false,
      fornecedor: true,
      cnpj: cnpj(random),
      ie: random.chance(0.3) ? 'ISENTO' : `1${String(random.whole(0, 99_999_999_999)).padStart(11, '0')}`,
      nome_fantasia: fantasia,
      razao_social: razao,
      codigo: at,
      ativo: true,
      telefone1: landline(random),
      telefone2: mobile(random),
      email1: emailOf(fantasia, 'fornecedor.exemplo.com.br'),
    },
    addresses: [address(random)],
  }
}

/** Six employees, ten suppliers, and customers up to the count. */
export const partnersOf = (random: SeededRandom, count: number): PartnerPlan[] =>
  Array.from({ length: count }, (_, at) => {
    if (at < 6) return employee(random, at + 1, at)
    return at < 16 ? supplier(random, at + 1, at - 6) : customer(random, at + 1)
  })
