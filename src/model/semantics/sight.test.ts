import { describe, expect, it } from 'vitest'
import { modelForRights, rightsFor } from '../access/gate.ts'
import { readModel } from '../read.ts'

const money = { type: 'number', format: 'money', title: 'Valor' }
const permissions = {
  path: 'permissions/flags.schema.json',
  text: JSON.stringify({
    type: 'object',
    properties: { custos_ver: { type: 'boolean', title: 'Ver custos', group: 'Cardápio' } },
  }),
}
const menu = { path: 'menu.json', text: JSON.stringify({ groups: [] }) }

/** Definitions of bread: fields, and the words of the register beside its label. */
const read = (fields: object, words: object = {}, required: string[] = []) =>
  readModel([
    permissions,
    menu,
    {
      path: 'registers/vendas/paes.schema.json',
      text: JSON.stringify({
        title: 'Pães',
        type: 'object',
        register: { scope: 'global', label: 'nome', access: { all: 'logged' }, ...words },
        properties: { nome: { type: 'string', title: 'Nome' }, preco: money, ...fields },
        required,
      }),
    },
    {
      path: 'reports/paes.schema.json',
      text: JSON.stringify({
        title: 'Pães',
        path: 'relatorio/paes',
        gate: 'admin',
        scope: 'global',
        plan: { rows: { register: 'paes', groups: { nome: 'nome' }, measures: { soma: { sum: 'preco' } } } },
        result: { type: 'array', items: { properties: { nome: { type: 'string' }, soma: { type: 'number', format: 'money' } } } },
      }),
    },
  ])
const codes = (...definitions: Parameters<typeof read>) => read(...definitions).problems.map(({ code }) => code)
const cost = { ...money, see: 'custos_ver' }

describe('see', () => {
  it('takes a gate, on any field that names no record', () => expect(codes({ custo: cost })).toEqual([]))

  it.each<[string, ...Parameters<typeof read>]>([
    ['flag-unknown', { custo: { ...money, see: 'custo_ver' } }],
    ['see-naming', { apelido: { type: 'string', title: 'Apelido', see: 'custos_ver', search: true } }],
    ['see-naming', { custo: cost }, { order: ['custo ASC'] }],
    ['see-naming', { custo: cost }, { unique: [['custo']] }],
    ['see-required', { custo: cost }, {}, ['custo']],
    ['see-read', { custo: cost, lucro: { ...money, stored: false, compute: 'preco - custo' } }],
    ['see-read', { custo: cost, sugestao: { ...money, defaultWhen: 'custo * 2.0' } }],
    [
      'see-place',
      { fatias: { type: 'array', title: 'Fatias', see: 'custos_ver', items: { properties: { n: { type: 'integer' } } } } },
    ],
  ])('%s is told', (code, ...definitions) => expect(codes(...definitions)).toContain(code))

  it('is said of what is computed from it, too', () =>
    expect(codes({ custo: cost, lucro: { ...cost, stored: false, compute: 'preco - custo' } })).toEqual([]))
})

it('the pages of those who do not see it lack it, and its type stays known to expressions', () => {
  const { model } = read({ custo: cost })
  const cut = (custos_ver: boolean) =>
    modelForRights(model, rightsFor(model, { admin: false, owner: false, logged: true, flags: { custos_ver }, store: {} }))
      .registers.paes
  expect(JSON.stringify(cut(true)?.views)).toContain('"custo"')
  expect(JSON.stringify(cut(false)?.views)).not.toContain('"custo"')
  expect(cut(false)?.fields.find(({ name }) => name === 'custo')).toMatchObject({
    kind: 'money',
    readOnly: true,
    required: false,
  })
})
