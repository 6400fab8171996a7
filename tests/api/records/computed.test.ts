import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import type { Caller } from '../../../src/server/access/caller.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { runWrite } from '../../../src/server/write/runWrite.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

const head = { $schema: '../../meta/register.json', type: 'object' }
const access = { all: 'logged' }
const money = { type: 'number', format: 'money' }

const orders = {
  ...head,
  title: 'Encomendas de teste',
  register: {
    scope: 'store',
    label: 'nome',
    access,
    rules: [{ rule: 'total <= 1000.0', message: 'content-invalid', fields: ['total'] }],
    assign: [{ set: { juros: 'acrescimo' } }],
  },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 20 },
    // The computed field stands before its inputs, and still follows them.
    total: { ...money, title: 'Total', compute: 'soma + juros' },
    soma: { ...money, title: 'Soma', stored: false, compute: 'sum(itens.map(i, i.subtotal))' },
    taxa: { ...money, title: 'Taxa', default: 0 },
    acrescimo: { ...money, title: 'Acréscimo', default: 0 },
    juros: { ...money, title: 'Juros', readOnly: true },
    itens: {
      type: 'array',
      title: 'Itens',
      items: {
        type: 'object',
        properties: {
          subtotal: { ...money, title: 'Subtotal', compute: 'bruto + parent.taxa' },
          bruto: { ...money, title: 'Bruto', compute: 'valor * quantidade' },
          quantidade: { type: 'integer', title: 'Quantidade', default: 1 },
          valor: { ...money, title: 'Valor', maximum: 100000 },
          parte: {
            type: 'number',
            format: 'percent',
            title: 'Parte',
            compute: 'parent.soma == 0.0 ? 0.0 : 100.0 * subtotal / parent.soma',
          },
        },
      },
    },
  },
  required: ['nome'],
}

const batches = {
  ...head,
  title: 'Lotes de teste',
  register: {
    scope: 'store',
    label: 'nome',
    access: { see: 'logged', change: 'owner' },
    rules: [{ rule: 'peso <= 50', message: 'content-invalid', fields: ['peso'] }],
  },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 20 },
    peso: { type: 'integer', title: 'Peso', compute: 'sum(caixas.map(c, c.peso))' },
    maior: { type: 'integer', title: 'Maior', default: 5 },
    caixas: { type: 'array', title: 'Caixas', list: { register: 'lote_caixas_teste', by: 'loteId' } },
  },
  required: ['nome'],
}

const boxes = {
  ...head,
  title: 'Caixas do lote de teste',
  register: { scope: 'store', label: 'nome', access },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 20 },
    loteId: { type: 'integer', title: 'Lote', format: 'reference', reference: { to: 'lotes_teste' } },
    unidades: { type: 'integer', title: 'Unidades', default: 1 },
    peso: { type: 'integer', title: 'Peso', compute: 'unidades * 2' },
  },
}

let shop: Shop
const files = Object.entries({ encomendas_teste: orders, lotes_teste: batches, lote_caixas_teste: boxes }).map(
  ([name, value]) => ({
    path: `registers/toys/${name}.schema.json`,
    text: JSON.stringify(value),
  }),
)

beforeAll(async () => {
  const { model, problems } = readModel([...readDefinitionFiles(), ...files])
  expect(problems).toEqual([])
  shop = await openShop(model)
  await shop.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira')`)
})

afterAll(() => shop?.close())

interface Row {
  id: number
  [name: string]: unknown
}

const send = async (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: object, owner = true): Promise<Row> => {
  const reply = await shop.as({ userId: 1, stores: [1], owner })(method, `/api/${path}`, body)
  expect([reply.status, reply.body]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  return reply.body as Row
}

const read = async (path: string): Promise<Row> => (await shop.as({ userId: 1, stores: [1] })('GET', `/api/${path}`)).body as Row

const forged = { total: 999, soma: 999, juros: 999 }
const item = { quantidade: 2, valor: 10, subtotal: 999, bruto: 999, parte: 999 }

describe('what is computed', () => {
  it('is computed rows first and never taken from a body, whichever call brings it', async () => {
    const made = await send('POST', 'encomendas_teste/save', { nome: 'a', ...forged, itens: [item, { valor: 20 }] })
    expect(made).toMatchObject({
      total: 40,
      juros: 0,
      itens: [
        { bruto: 20, subtotal: 20, parte: 50 },
        { bruto: 20, subtotal: 20 },
      ],
    })
    const [first] = made.itens as Row[]
    const rows = [{ id: first?.id, quantidade: 7, subtotal: 1 }]
    expect(await send('PATCH', `encomendas_teste/${made.id}`, { ...forged, itens: rows })).toMatchObject({ total: 90 })
    expect(await send('PUT', 'encomendas_teste', { ...forged, id: made.id, nome: 'b' })).toMatchObject({ total: 90, nome: 'b' })
    expect(await send('POST', 'encomendas_teste', [{ ...forged, nome: 'c', itens: [item] }] as object)).toMatchObject([
      { total: 20 },
    ])
    await send('POST', 'encomendas_teste/updateMany', { ids: [made.id], data: { ...forged, acrescimo: 5 } })
    expect(await read(`encomendas_teste/${made.id}`)).toMatchObject({ total: 95, juros: 5 })
  })

  it('follows in rows that hang on the record, though the body names none of them', async () => {
    const made = await send('POST', 'encomendas_teste', { nome: 'd', itens: [item, { valor: 20 }] })
    const taxed = await send('PATCH', `encomendas_teste/${made.id}`, { taxa: 1.5 })
    expect(taxed).toMatchObject({ total: 43, itens: [{ subtotal: 21.5 }, { subtotal: 21.5 }] })
    const gone = await send('PATCH', `encomendas_teste/${made.id}`, {
      itens: [{ id: (made.itens as Row[])[0]?.id, deletar: true }],
    })
    expect(gone).toMatchObject({ total: 21.5, itens: [{ parte: 100 }] })
  })

  it('is what rules judge, and is held to what its field can keep', async () => {
    const call = shop.as({ userId: 1, stores: [1], owner: true })
    const refused = await call('POST', '/api/encomendas_teste', { nome: 'e', total: 1, itens: [{ valor: 1000.01, subtotal: 1 }] })
    expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ path: 'total' }] } } })
    const huge = await call('POST', '/api/encomendas_teste', { nome: 'f', itens: [{ valor: 99999, quantidade: 2147483647 }] })
    expect(huge.status).toBe(422)
    expect((huge.body as { error: { details: { path: string }[] } }).error.details.map(one => one.path)).toContain(
      'itens.0.bruto',
    )
  })

  it('comes back by an undo and by an older version as it was then', async () => {
    const made = await send('POST', 'encomendas_teste', { nome: 'g', itens: [item] })
    await send('PATCH', `encomendas_teste/${made.id}`, { acrescimo: 3 })
    const lines = (await read(`encomendas_teste/${made.id}/historico`)) as unknown as Row[]
    const restored = await send('POST', `encomendas_teste/${made.id}/restaurar`, { lojaId: 1, historico: lines.at(-1)?.id })
    expect(restored).toMatchObject({ total: 20, juros: 0 })
  })

  it('says so in OpenAPI', async () => {
    const { components } = (await read('openapi.json')) as unknown as {
      components: { schemas: Record<string, { properties: object }> }
    }
    expect(components.schemas.encomendas_teste?.properties).toMatchObject({
      total: { readOnly: true },
      itens: { items: { properties: { subtotal: { readOnly: true } } } },
    })
  })
})

describe('a row that is a record of its own', () => {
  it('brings the record that it belongs to up to date, for whoever may change the row alone', async () => {
    const [one, two] = [
      await send('POST', 'lotes_teste', { nome: 'um', peso: 9 }),
      await send('POST', 'lotes_teste', { nome: 'dois' }),
    ]
    const box = await send('POST', 'lote_caixas_teste', { nome: 'x', loteId: one.id, unidades: 3, peso: 99 }, false)
    expect(await read(`lotes_teste/${one.id}`)).toMatchObject({ peso: 6, version: 2 })
    await send('PATCH', `lote_caixas_teste/${box.id}`, { unidades: 4 }, false)
    expect(await read(`lotes_teste/${one.id}`)).toMatchObject({ peso: 8 })
    await send('PATCH', `lote_caixas_teste/${box.id}`, { loteId: two.id }, false)
    expect([await read(`lotes_teste/${one.id}`), await read(`lotes_teste/${two.id}`)]).toMatchObject([{ peso: 0 }, { peso: 8 }])
    await send('DELETE', `lote_caixas_teste/${box.id}`, {}, false)
    expect(await read(`lotes_teste/${two.id}`)).toMatchObject({ peso: 0 })
  })

  it('follows when rows and their record are saved at the same moment: nobody waits for ever', async () => {
    const lot = await send('POST', 'lotes_teste', { nome: 'juntos' })
    const box = { loteId: lot.id, unidades: 1 }
    const boxes = await Promise.all(
      [1, 2, 3, 4].map(nome => send('POST', 'lote_caixas_teste', { ...box, nome: `${nome}` }, false)),
    )
    await Promise.all([
      ...boxes.map(({ id }) => send('PATCH', `lote_caixas_teste/${id}`, { unidades: 2 }, false)),
      send('PATCH', `lotes_teste/${lot.id}`, { nome: 'todos', caixas: boxes.map(({ id }) => ({ id, unidades: 2 })) }),
      ...[5, 6].map(nome => send('POST', 'lote_caixas_teste', { ...box, nome: `${nome}` }, false)),
      send('PATCH', `lotes_teste/${lot.id}`, { maior: 6 }),
    ])
    const { peso } = await read(`lotes_teste/${lot.id}`)
    const { rows } = await shop.database.system.query(
      'SELECT sum(peso)::int AS peso FROM lote_caixas_teste WHERE "loteId" = $1',
      [lot.id],
    )
    expect(rows).toEqual([{ peso }])
  })

  it('is done once more where two writes waited for each other, and then told in words', async () => {
    const register = shop.model.registers.lotes_teste
    if (!register) throw new Error('No such register')
    const caller = { storeId: 1, stores: [1], admin: false, zone: 'America/Sao_Paulo' } as unknown as Caller
    const desk = { service: shop.service, model: shop.model, caller }
    const collide = `DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$`
    let tried = 0
    expect(
      await runWrite(desk, register, async ({ q }) => {
        if (tried++ === 0) await q.query(collide)
        return 'saved'
      }),
    ).toBe('saved')
    const refused = runWrite(desk, register, ({ q }) => q.query(collide))
    await expect(refused).rejects.toMatchObject({ statusCode: 409, code: 'write-collision' })
  })

  it('is refused where the record that it belongs to would not hold its rules', async () => {
    const lot = await send('POST', 'lotes_teste', { nome: 'tres' })
    const refused = await shop.as({ userId: 1, stores: [1] })('POST', '/api/lote_caixas_teste', { loteId: lot.id, unidades: 30 })
    expect(refused.status).toBe(422)
    expect(await read(`lotes_teste/${lot.id}`)).toMatchObject({ peso: 0 })
  })
})
