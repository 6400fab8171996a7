import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { importText } from '../fixtures/import.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

/** Keys of which a record need not have every member: of each kind of member, by files and by calls. */

/** The kinds of members: the definition of each, one value as a file and as a call says it. */
const members: Readonly<Record<string, { definition: object; cell: string; value: unknown }>> = {
  texto: { definition: { type: 'string', maxLength: 10 }, cell: 'A', value: 'A' },
  digitos: { definition: { type: 'string', format: 'digits' }, cell: '12', value: '12' },
  numero: { definition: { type: 'integer' }, cell: '7', value: 7 },
  quantia: { definition: { type: 'number', format: 'money' }, cell: '7,50', value: 7.5 },
  dia: { definition: { type: 'string', format: 'date' }, cell: '01/02/2027', value: '2027-02-01' },
  opcao: {
    definition: { type: 'string', format: 'choice', oneOf: [{ const: 'SIM', title: 'Sim' }] },
    cell: 'SIM',
    value: 'SIM',
  },
  unidadeId: { definition: { type: 'integer', format: 'reference', reference: { to: 'unidades' } }, cell: '1', value: 1 },
}

const files = Object.entries(members).flatMap(([member, { definition }]) => {
  const register = {
    title: 'Faixas',
    type: 'object',
    register: {
      scope: 'store',
      label: 'grupo',
      access: { all: 'logged' },
      unique: [{ fields: ['grupo', 'lugar', member], emptyAlike: true }],
    },
    properties: {
      grupo: { type: 'string', title: 'Grupo', maxLength: 10 },
      lugar: { type: 'string', title: 'Lugar', maxLength: 10, default: 'BR' },
      [member]: { title: 'Membro', ...definition },
      preco: { type: 'number', format: 'money', title: 'Preço', minimum: 0 },
    },
    required: ['grupo', 'lugar', 'preco'],
  }
  const load = {
    title: `Importar faixas por ${member}`,
    path: `/importarFaixas${member}`,
    gate: 'logged',
    register: `faixas_${member}`,
    key: ['grupo', 'lugar', member],
    filter: true,
    columns: ['grupo', { field: 'lugar', default: 'BR' }, member, 'preco'],
  }
  return [
    { path: `registers/toys/faixas_${member}.schema.json`, text: JSON.stringify(register) },
    { path: `imports/faixas-${member}.json`, text: JSON.stringify(load) },
  ]
})

const caller = { userId: 1, stores: [1], owner: true }
let shop: Shop
beforeAll(async () => {
  const { model, problems } = readModel([...readDefinitionFiles(), ...files])
  expect(problems).toEqual([])
  shop = await openShop(model)
  await shop.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira')`)
  await shop.database.system.query(`INSERT INTO unidades ("lojaId", nome) VALUES (1, 'UN')`)
})
afterAll(() => shop?.close())

describe.each(Object.entries(members))('%s', (member, { cell, value }) => {
  const send = (text: string) => importText(shop, `faixas-${member}`, text, caller, { change: true })
  const all = async () =>
    (await shop.as(caller)('GET', `/api/faixas_${member}?lojaId=1&order=id`)).body as readonly Record<string, unknown>[]
  const file = (price: string): string =>
    `grupo;lugar;${member};preco\na;BR;;${price}\na;BR;${cell};${price}\na;SP;;${price}\nb;;;${price}\n`

  test('a file that comes again finds its records, and changes them where it says something else', async () => {
    expect((await send(file('1,00'))).statuses).toEqual(['created', 'created', 'created', 'created'])
    expect(await send(file('1,00'))).toMatchObject({
      statuses: ['unchanged', 'unchanged', 'unchanged', 'unchanged'],
      texts: {},
    })
    expect((await send(file('2,00'))).statuses).toEqual(['changed', 'changed', 'changed', 'changed'])
    // The column is not there at all, and neither is one with a default.
    expect((await send('grupo;preco\na;3,00\nb;2,00\nc;1,00\n')).statuses).toEqual(['changed', 'unchanged', 'created'])
    expect((await all()).map(({ grupo, lugar, preco }) => [grupo, lugar, preco])).toEqual([
      ['a', 'BR', 3],
      ['a', 'BR', 2],
      ['a', 'SP', 2],
      ['b', 'BR', 2],
      ['c', 'BR', 1],
    ])
  })

  test('a record that somebody typed is found, and the step that filters knows it', async () => {
    const made = await shop.as(caller)('POST', `/api/faixas_${member}`, { lojaId: 1, grupo: 'd', lugar: 'BR', preco: 1 })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { id } = made.body as { id: number }
    expect(await send(`grupo;lugar;${member};preco\nd;BR;;4,00\n`)).toMatchObject({ statuses: ['changed'], ids: [id] })
    const keys = [
      { grupo: 'd', lugar: 'BR', [member]: null },
      { grupo: 'd' },
      { grupo: 'd', lugar: 'BR', [member]: value },
      { grupo: 'd', lugar: 'SP', [member]: null },
      { lugar: 'BR', [member]: value },
    ]
    const reply = await shop.as(caller)('POST', `/api/imports/faixas-${member}/existentes`, { lojaId: 1, keys })
    expect(reply.body).toEqual({ existentes: [true, true, false, false, false] })
  })
})

test('a text that stands blank in the table is as empty as one that is not there', async () => {
  await shop.database.system.query(`INSERT INTO faixas_texto ("lojaId", grupo, lugar, texto, preco) VALUES (1, 'e', 'BR', '', 1)`)
  const text = 'grupo;lugar;texto;preco\ne;BR;;1,00\n'
  expect((await importText(shop, 'faixas-texto', text, caller, { change: true })).statuses).toEqual(['unchanged'])
})
