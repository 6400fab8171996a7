import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatMessage } from '../../src/model/formatMessage.ts'
import type { Field, Register } from '../../src/model/model.ts'
import { productModel } from './fixtures/product.ts'
import { openShop, type Shop } from './fixtures/shop.ts'

/**
 * Every bound, length, requirement and message that the specification gives a field, taken from its checklist: a value that breaks it
 * goes through the API and must come back as 422 at that field. The checklist lies beside the project; without it nothing is tested.
 */
const file = join(import.meta.dirname, '../../../shared/spec/001/entities.json')
const present = existsSync(file)

interface Row {
  readonly name: string
  readonly type: string
  readonly required: boolean | null
  readonly min: number | null
  readonly max: number | null
  readonly minLength: number | null
  readonly maxLength: number | null
  readonly message: string | readonly string[] | null
}

interface Case {
  readonly entity: string
  readonly field: string
  readonly what: string
  readonly value: unknown
  readonly message?: string
}

/** Names that the definitions spell otherwise: the checklist's reading of the document, and ours. */
const renamed: Readonly<Record<string, readonly [entity: string, field: string]>> = {
  'user_lojas.usuario.email': ['user_lojas', 'email'],
  'lojas.tabelasPreco.flavours': ['lojas.tabelasPreco', 'config'],
}

/** Rows that no body to a register can break, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  'produtos.cfop_estadual': 'a column of the product import; impostos has the rule',
  'produtos.cfop_federal': 'a column of the product import; impostos has the rule',
  'moeda_adquirentes.nome': 'the nine are the rows that the register starts with',
  'produtosAlteracao.field': 'asked by the dialog of the mass edit',
  'produtosAlteracao.new value': 'asked by the dialog of the mass edit',
}

/** Values under which a field is asked for at all. */
const situations: readonly (readonly [fields: RegExp, values: Readonly<Record<string, unknown>>])[] = [
  [/^parceiros\.credito_/, { cliente: true, credito_ativo: true }],
  [/^parceiros\.(usuario_pdv|senha_pdv|comissao_venda|desconto_maximo)$/, { funcionario: true }],
  [/^Loja_Entregas\.distancia$/, { porDistancia: true }],
  [/^Loja_Entregas\.bairro$/, { porDistancia: false }],
  [/^moedas\.(taxa|dias)$/, { moedaAdquirenteId: 1 }],
  [/^Loja_Horarios\./, { aberto: true }],
]

/** Values that break what a message is about. Uniqueness is told elsewhere (tests of saves). */
const wrong: Readonly<Record<string, unknown>> = {
  'Remova os espaços': '12 34',
  'CPF inválido': '11111111111',
  'CNPJ inválido': '11111111111111',
  "Preencha com apenas números ou 'ISENTO'": 'LIVRE',
  'Escolha ao menos uma das opções: Cliente, Funcionário ou Fornecedor': false,
  'No máximo 2 casas decimais.': 1.234,
  'Apenas números sem casas decimais.': 1.5,
  'UF inválida': 'XX',
  'Apenas números separados por virgulas. Ex 1, 2, 3, 4': '1;2',
}

const textual = (field: Field | undefined, row: Row): boolean => field?.kind === 'text' || row.type === 'string'

function casesOf(entity: string, row: Row, field: Field | undefined): Case[] {
  const made = (what: string, value: unknown, message?: string): Case => ({
    entity,
    field: row.name,
    what,
    value,
    ...(message === undefined ? {} : { message }),
  })
  const { min, max, minLength, maxLength, required } = row
  const letters = (length: number): string => (field?.refine?.keep === 'digits' ? '9' : 'a').repeat(length)
  const messages = [row.message].flat().flatMap(text => (text !== null && text in wrong ? [text] : []))
  return [
    ...(required ? [made('required', null)] : []),
    ...(min === null ? [] : [made(`minimum ${min}`, textual(field, row) ? '0' : min - 1)]),
    ...(max === null ? [] : [made(`maximum ${max}`, max + 1)]),
    // Nothing at all is an empty field, which `required` is about.
    ...(minLength === null || minLength < 2 ? [] : [made(`at least ${minLength} characters`, letters(minLength - 1))]),
    ...(maxLength === null ? [] : [made(`at most ${maxLength} characters`, letters(maxLength + 1))]),
    ...(row.type === 'enum' ? [made('one of the options', 'zz9')] : []),
    ...messages.map(text => made(`'${text}'`, wrong[text], text)),
  ]
}

const model = productModel()
const entities = present ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, { fields: readonly Row[] }>) : {}

/** The register of an entity, and the list in it when the entity is one. */
function placeOf(entity: string): { register: Register; rows: Register; list?: string } | undefined {
  const [name = '', list] = entity.split('.')
  const register = Object.values(model.registers).find(each => each.name.toLowerCase() === name.toLowerCase())
  if (!register || list === undefined) return register && { register, rows: register }
  const rows = model.registers[register.lists.find(each => each.name === list)?.register ?? '']
  return rows && { register, rows, list }
}

const named = Object.entries(entities).flatMap(([entity, { fields }]) =>
  fields.map(row => {
    const [at, name] = renamed[`${entity}.${row.name}`] ?? [entity, row.name]
    return { at, row: { ...row, name }, skip: elsewhere[`${entity}.${row.name}`] }
  }),
)
const all = named
  .map(({ at, row, skip }) => {
    const place = placeOf(at)
    const field = place?.rows.fields.find(each => each.name === row.name)
    const why = skip ?? (place ? undefined : 'no such register')
    return { cases: casesOf(at, row, field), why }
  })
  .filter(({ cases }) => cases.length > 0)

describe.skipIf(!present)('what a field refuses, as the specification says', () => {
  let shop: Shop
  let ask: ReturnType<Shop['as']>
  beforeAll(async () => {
    shop = await openShop(model)
    const someone = { userId: 1, stores: [1], admin: true, owner: true, features: ['cardapio_digital'] }
    ask = shop.as(someone)
    expect((await ask('POST', '/api/lojas', { nome_fantasia: 'Centro', regime_tributario: 1 })).status).toBe(201)
  })
  afterAll(() => shop?.close())

  for (const { cases, why } of all) {
    for (const each of cases) {
      const title = `${each.entity}.${each.field}: ${each.what}`
      if (why !== undefined) test.skip(`${title} (${why})`)
      else test(title, () => refused(each))
    }
  }

  async function refused({ entity, field, value, message }: Case): Promise<void> {
    const place = placeOf(entity)
    if (!place) throw new Error(`No register of ${entity}`)
    const { register, list } = place
    const situation = situations.find(([fields]) => fields.test(`${entity}.${field}`))?.[1] ?? {}
    const record = {
      ...(list === undefined ? situation : {}),
      ...(list === undefined ? { [field]: value } : { [list]: [{ [field]: value }] }),
    }
    const path = list === undefined ? field : `${list}.0.${field}`
    const { status, body } = await ask(
      'POST',
      `/api/${register.name}`,
      register.scope === 'store' ? { lojaId: 1, ...record } : record,
    )
    const { error } = body as { error: { details?: { path: string; code: string; params?: Record<string, string | number> }[] } }
    const found = (error?.details ?? []).filter(detail => detail.path === path)
    expect({ status, paths: found.map(detail => detail.path) }, JSON.stringify(body)).toEqual({ status: 422, paths: [path] })
    if (message !== undefined) expect(found.map(({ code, params }) => formatMessage(model, code, params))).toContain(message)
  }
})

test.skipIf(present)('the checklist of the specification is not beside the project: its rows are not tested', () => undefined)
