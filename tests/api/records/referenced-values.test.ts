import { afterAll, beforeAll, expect, it } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

const head = { $schema: '../../meta/register.json', type: 'object' }
const money = { type: 'number', format: 'money' }
const goods = { type: 'integer', title: 'Artigo', format: 'reference', reference: { to: 'artigos_teste', as: 'artigo' } }
const price = { ...money, title: 'Preço', minimum: 0.01, defaultWhen: 'artigo.preco' }

const registers = {
  artigos_teste: {
    ...head,
    title: 'Artigos de teste',
    register: { scope: 'store', label: 'nome', access: { see: 'owner', change: 'owner' } },
    properties: {
      nome: { type: 'string', title: 'Nome' },
      preco: { ...money, title: 'Preço' },
      ativo: { type: 'boolean', title: 'Ativo', default: true },
    },
    required: ['nome'],
  },
  reservas_teste: {
    ...head,
    title: 'Reservas de teste',
    register: {
      scope: 'store',
      label: 'nome',
      access: { all: 'logged' },
      rules: [{ rule: 'artigoId == 0 || artigo.ativo', message: 'content-invalid', fields: ['artigoId'] }],
      assign: [{ when: 'isNew', set: { conhecido: 'artigo.nome' } }],
    },
    properties: {
      nome: { type: 'string', title: 'Nome' },
      artigoId: goods,
      preco: price,
      dobro: { ...money, title: 'Dobro', compute: 'artigo.preco * 2.0' },
      conhecido: { type: 'string', title: 'Conhecido como', readOnly: true },
      itens: {
        type: 'array',
        title: 'Itens',
        items: {
          type: 'object',
          properties: { artigoId: goods, preco: price, total: { ...money, title: 'Total', compute: 'preco * 2.0' } },
        },
      },
      soma: { ...money, title: 'Soma', compute: 'sum(itens.map(i, i.artigo.preco))' },
    },
    required: ['nome', 'preco'],
  },
}

const load = {
  $schema: '../meta/import.json',
  title: 'Importar reservas de teste',
  path: '/importarReservasTeste',
  gate: 'logged',
  register: 'reservas_teste',
  key: [['nome']],
  columns: ['nome', 'artigoId', 'preco'],
}

let shop: Shop

beforeAll(async () => {
  const { model, problems } = readModel([
    ...readDefinitionFiles(),
    ...Object.entries(registers).map(([name, value]) => ({
      path: `registers/toys/${name}.schema.json`,
      text: JSON.stringify(value),
    })),
    { path: 'imports/reservas_teste-importar.json', text: JSON.stringify(load) },
  ])
  expect(problems).toEqual([])
  shop = await openShop(model)
  await shop.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira'), ('Segunda')`)
  for (const [loja, nome, preco] of [
    [1, 'Pão', 24.9],
    [1, 'Bolo', 10],
    [2, 'Alheio', 77],
  ])
    await shop.as({ userId: 1, stores: [1, 2], owner: true })('POST', '/api/artigos_teste', { lojaId: loja, nome, preco })
})

afterAll(() => shop?.close())

const call = async (method: 'POST' | 'PATCH' | 'GET', path: string, body?: object, owner = true) =>
  shop.as({ userId: 1, stores: [1], owner })(method, `/api/${path}`, body)

const send = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<Record<string, unknown>> => {
  const { status, body: saved } = await call(method, path, body)
  expect([status, saved]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  return saved as Record<string, unknown>
}

it('a save, a batch and an import read what the record refers to', async () => {
  const made = await send('POST', 'reservas_teste/save', {
    nome: 'a',
    artigoId: 1,
    dobro: 1,
    itens: [{ artigoId: 2 }, { artigo: { id: 1, preco: 0.01 } }],
  })
  expect(made).toMatchObject({
    preco: 24.9,
    dobro: 49.8,
    conhecido: 'Pão',
    soma: 34.9,
    itens: [{ preco: 10, total: 20 }, { preco: 24.9 }],
  })
  expect(await send('PATCH', `reservas_teste/${made.id}`, { artigoId: 2 })).toMatchObject({ preco: 24.9, dobro: 20 })
  const several = await send('POST', 'reservas_teste', [
    { nome: 'b', artigoId: 1 },
    { nome: 'c', artigoId: '2', preco: 3 },
  ] as object)
  expect(several).toMatchObject([{ preco: 24.9 }, { preco: 3, dobro: 20 }])
  const imported = await send('POST', 'imports/reservas_teste-importar', { rows: [{ nome: 'd', artigoId: 2 }] })
  expect(imported).toBeTruthy()
  const { body } = await call('GET', `reservas_teste/${Number(made.id) + 3}`)
  expect(body).toMatchObject({ nome: 'd', preco: 10, artigo: { nome: 'Bolo', preco: 10 } })
})

it('what is not chosen gives no default, and what is not of the store or not to be seen is told', async () => {
  const lacking = await call('POST', 'reservas_teste', { nome: 'x' })
  expect(lacking).toMatchObject({ status: 422, body: { error: { details: [{ path: 'preco', code: 'required' }] } } })
  const foreign = await call('POST', 'reservas_teste', { nome: 'x', artigoId: 3, preco: 1 })
  expect(foreign).toMatchObject({ status: 422, body: { error: { details: [{ path: 'artigoId', code: 'reference-invalid' }] } } })
  const unseen = await call('POST', 'reservas_teste', { nome: 'x', artigoId: 1, preco: 1 }, false)
  expect(unseen).toMatchObject({ status: 422 })
  expect(JSON.stringify(unseen.body)).toContain('reference-unseen')
  const { body } = await call('GET', 'reservas_teste/1', undefined, false)
  expect((body as { artigo: object }).artigo).not.toHaveProperty('preco')
})

it('a rule sees the record that is referred to', async () => {
  await send('PATCH', 'artigos_teste/2', { ativo: false })
  expect(await call('POST', 'reservas_teste', { nome: 'y', artigoId: 2 })).toMatchObject({ status: 422 })
})
