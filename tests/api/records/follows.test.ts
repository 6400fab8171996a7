import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { fillFollowed } from '../../../src/server/write/follows/followReferences.ts'
import { importText } from '../fixtures/import.ts'
import { openShop, type Shop, type TestReply } from '../fixtures/shop.ts'

/** Fields that follow references, by every way on which a record on them changes. */

const register = { scope: 'store', label: 'nome', access: { all: 'logged' } }
const nome = { type: 'string', title: 'Nome', maxLength: 40 }
const follows = { type: 'string', title: 'Setor', maxLength: 40, readOnly: true, follows: 'prateleira.setor.nome', search: true }

const registers = {
  setores_teste: { title: 'Setores', type: 'object', register, properties: { nome }, required: ['nome'] },
  prateleiras_teste: {
    title: 'Prateleiras',
    type: 'object',
    register,
    properties: { nome, setorId: { type: 'integer', title: 'Setor', reference: { to: 'setores_teste', as: 'setor' } } },
    required: ['nome'],
  },
  caixas_teste: {
    title: 'Caixas',
    type: 'object',
    register,
    properties: {
      nome,
      prateleiraId: { type: 'integer', title: 'Prateleira', reference: { to: 'prateleiras_teste', as: 'prateleira' } },
      setor: follows,
    },
    required: ['nome'],
  },
}

const load = {
  title: 'Importar caixas',
  path: '/importarCaixasTeste',
  gate: 'logged',
  register: 'caixas_teste',
  key: ['nome'],
  references: [{ field: 'prateleiraId' }],
  columns: ['nome', { field: 'prateleira', of: 'prateleiraId', as: 'nome', title: 'Prateleira' }],
}

const withRegisters = (changed: object = {}) =>
  readModel([
    ...readDefinitionFiles(),
    ...Object.entries({ ...registers, ...changed }).map(([name, value]) => ({
      path: `registers/toys/${name}.schema.json`,
      text: JSON.stringify(value),
    })),
    { path: 'imports/caixas-teste.json', text: JSON.stringify(load) },
  ])

let shop: Shop
type Saved = { id: number; version: number }
const caller = { userId: 1, stores: [1], owner: true }
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<TestReply> =>
  shop.as(caller)(method, `/api/${path}`, body && { lojaId: 1, ...body })

async function ok<T = Saved>(answer: Promise<TestReply>): Promise<T> {
  const { status, body } = await answer
  expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  return body as T
}
const make = (name: string, values: object): Promise<Saved> => ok(call('POST', name, values))
const sectorOf = async (id: number): Promise<unknown> =>
  (await ok<Record<string, unknown>>(call('GET', `caixas_teste/${id}?lojaId=1`))).setor
async function undoLast(): Promise<void> {
  const [action] = await ok<{ id: string }[]>(call('GET', 'atividade?lojaId=1'))
  expect(await ok<object>(call('POST', `atividade/${action?.id}/desfazer`, {}))).toMatchObject({ recusados: [] })
}

beforeAll(async () => {
  const { model, problems } = withRegisters()
  expect(problems).toEqual([])
  shop = await openShop(model)
  await shop.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira'), ('Segunda')`)
})
afterAll(() => shop?.close())

let cold: Saved
let dry: Saved
let shelf: Saved
let box: Saved
beforeEach(async () => {
  const mark = crypto.randomUUID().slice(0, 8)
  cold = await make('setores_teste', { nome: `Frios ${mark}` })
  dry = await make('setores_teste', { nome: `Secos ${mark}` })
  shelf = await make('prateleiras_teste', { nome: `P ${mark}`, setorId: cold.id })
  box = await make('caixas_teste', { nome: `C ${mark}`, prateleiraId: shelf.id })
})
const nameOf = async (sector: Saved): Promise<unknown> =>
  (await ok<Record<string, unknown>>(call('GET', `setores_teste/${sector.id}?lojaId=1`))).nome

it('is answered with the save, and follows each record on the way; nobody writes it', async () => {
  expect(box).toMatchObject({ setor: await nameOf(cold) })
  await ok(call('PATCH', `setores_teste/${cold.id}`, { nome: 'Congelados' }))
  expect(await sectorOf(box.id)).toBe('Congelados')
  await ok(call('PATCH', `prateleiras_teste/${shelf.id}`, { setorId: dry.id }))
  expect(await sectorOf(box.id)).toBe(await nameOf(dry))
  await ok(call('PATCH', `prateleiras_teste/${shelf.id}`, { setorId: null }))
  expect(await sectorOf(box.id)).toBeNull()
  const other = await make('prateleiras_teste', { nome: 'Outra', setorId: cold.id })
  expect(await ok(call('PATCH', `caixas_teste/${box.id}`, { prateleiraId: other.id, setor: 'Inventado' }))).toMatchObject({
    setor: 'Congelados',
  })
  expect(await ok(call('PATCH', `caixas_teste/${box.id}`, { prateleiraId: null }))).toMatchObject({ setor: null })
})

it('lists are filtered, ordered and searched by it, and files have it', async () => {
  await ok(call('PATCH', `setores_teste/${cold.id}`, { nome: 'Quarentena' }))
  const list = (filter: object) =>
    ok<Record<string, unknown>[]>(call('GET', `caixas_teste?lojaId=1&filter=${encodeURIComponent(JSON.stringify(filter))}`))
  expect(await list({ where: { setor: 'Quarentena' } })).toMatchObject([{ id: box.id }])
  const sorted = await list({ order: ['setor ASC'], where: { setor: { neq: null } } })
  expect(sorted.map(row => row.setor)).toEqual(
    sorted.map(row => String(row.setor)).toSorted((a, b) => a.localeCompare(b, 'pt-BR')),
  )
  expect(await ok(call('GET', 'caixas_teste?lojaId=1&q=quarentena'))).toMatchObject([{ id: box.id }])
  const { body } = await call('GET', 'caixas_teste/exportar?lojaId=1&columns=nome,setor&q=quarentena')
  expect(String(body)).toContain('Quarentena')
})

it('is taken back with an undo, and follows an import and a change of many', async () => {
  await ok(call('PATCH', `prateleiras_teste/${shelf.id}`, { setorId: dry.id }))
  await undoLast()
  expect(await sectorOf(box.id)).toBe(await nameOf(cold))
  await ok(call('DELETE', `caixas_teste/${box.id}?lojaId=1`))
  await ok(call('PATCH', `setores_teste/${cold.id}`, { nome: 'Gelados' }))
  const actions = await ok<{ id: string }[]>(call('GET', 'atividade?lojaId=1'))
  await ok(call('POST', `atividade/${actions[1]?.id}/desfazer`, {}))
  expect(await sectorOf(box.id)).toBe('Gelados')

  const { nome: shelfName } = await ok<{ nome: string }>(call('GET', `prateleiras_teste/${shelf.id}?lojaId=1`))
  const file = `nome;prateleira\nA ${shelfName};${shelfName}\nB ${shelfName};${shelfName}\n`
  expect((await importText(shop, 'caixas-teste', file, caller)).statuses).toEqual(['created', 'created'])
  const rows = () =>
    ok<Record<string, unknown>[]>(
      call('GET', `caixas_teste?lojaId=1&filter=${encodeURIComponent(JSON.stringify({ where: { prateleiraId: shelf.id } }))}`),
    )
  expect((await rows()).map(row => row.setor)).toEqual(['Gelados', 'Gelados', 'Gelados'])
  const registros = { where: { id: shelf.id } }
  await ok(call('POST', 'prateleiras_teste/alterarVarios', { registros, dados: { setorId: dry.id } }))
  expect(new Set((await rows()).map(row => row.setor))).toEqual(new Set([await nameOf(dry)]))
})

it('holds however many save at once, on either side', async () => {
  for (let round = 0; round < 5; round += 1)
    await Promise.all([
      ...Array.from({ length: 4 }, (_, at) => make('caixas_teste', { nome: `Caixa ${round} ${at}`, prateleiraId: shelf.id })),
      ok(call('PATCH', `setores_teste/${cold.id}`, { nome: `Frios ${round}` })),
      ok(call('PATCH', `prateleiras_teste/${shelf.id}`, { setorId: round % 2 === 0 ? dry.id : cold.id })),
    ])
  const { rows } = await shop.database.system.query(
    `SELECT count(*)::int AS wrong FROM caixas_teste c JOIN prateleiras_teste p ON p.id = c."prateleiraId" AND p."lojaId" = c."lojaId"
      LEFT JOIN setores_teste s ON s.id = p."setorId" AND s."lojaId" = p."lojaId" WHERE c.setor IS DISTINCT FROM s.nome`,
  )
  expect(rows).toEqual([{ wrong: 0 }])
})

it('each store has its own: nothing of another is read or written, nor at the start', async () => {
  const { database, model } = shop
  const one = async (text: string, params: unknown[]): Promise<unknown> => (await database.system.query(text, params)).rows[0]?.id
  const sector = await one(`INSERT INTO setores_teste ("lojaId", nome) VALUES (2, 'Alheio') RETURNING id`, [])
  const other = await one(`INSERT INTO prateleiras_teste ("lojaId", nome, "setorId") VALUES (2, 'X', $1) RETURNING id`, [sector])
  const stood = await one(`INSERT INTO caixas_teste ("lojaId", nome, "prateleiraId") VALUES (2, 'Y', $1) RETURNING id`, [other])
  expect((await call('POST', 'caixas_teste', { nome: 'Roubada', prateleiraId: other })).status).toBe(422)
  await database.asOwner(q => fillFollowed(q, model))
  const { rows } = await database.system.query('SELECT id::int, setor FROM caixas_teste WHERE "lojaId" = 2')
  expect(rows).toEqual([{ id: Number(stood), setor: 'Alheio' }])
  expect(await ok(call('GET', 'caixas_teste?lojaId=1&q=alheio'))).toEqual([])
  // A name of ours changes none of theirs.
  await ok(call('PATCH', `setores_teste/${cold.id}`, { nome: 'Nosso' }))
  expect((await database.system.query('SELECT setor FROM caixas_teste WHERE "lojaId" = 2')).rows).toEqual([{ setor: 'Alheio' }])
})

describe('is told at its line', () => {
  const boxes = (setor: object, more: object = {}) => ({
    caixas_teste: {
      ...registers.caixas_teste,
      properties: { ...registers.caixas_teste.properties, ...more, setor: { ...follows, ...setor } },
    },
  })
  it.each<[string, object, string]>([
    ['a relation that is none', boxes({ follows: 'pratileira.setor.nome' }), 'relation-unknown'],
    ['a relation further on', boxes({ follows: 'prateleira.setr.nome' }), 'relation-unknown'],
    ['a field at the end', boxes({ follows: 'prateleira.setor.nom' }), 'field-unknown'],
    ['a field that people write', boxes({ readOnly: false }), 'follows-place'],
    ['another kind', boxes({ type: 'integer', maxLength: undefined }), 'follows-source'],
    ['too little room', boxes({ maxLength: 10 }), 'follows-source'],
    ['a reference at the end', boxes({ follows: 'prateleira.setorId' }), 'follows-source'],
    [
      'a reference that is emptied',
      boxes(
        {},
        {
          prateleiraId: {
            ...registers.caixas_teste.properties.prateleiraId,
            reference: { to: 'prateleiras_teste', as: 'prateleira', onRemove: 'empty' },
          },
        },
      ),
      'follows-step',
    ],
    [
      'a value that not everybody reads',
      {
        setores_teste: { ...registers.setores_teste, properties: { nome, codigo: { ...nome, see: 'custos_ver' } } },
        ...boxes({ follows: 'prateleira.setor.codigo' }),
      },
      'see-read',
    ],
  ])('%s', (_what, changed, code) => {
    const found = withRegisters(changed).problems.filter(problem => problem.file.includes('caixas_teste'))
    expect(found.map(problem => problem.code)).toContain(code)
  })
})
