import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../../src/server/features/openapi/openApiDocument.ts'
import { product, productModel } from '../fixtures/product.ts'
import { createSalesStore, type SalesStore } from '../fixtures/sales.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

/** The contract's words about a sale are those that the intake holds senders to. */

interface Told {
  readonly properties: Readonly<Record<string, { readonly items?: Told }>>
  readonly required: readonly string[]
  readonly examples: readonly Sale[]
}
interface Sale extends Readonly<Record<string, unknown>> {
  readonly produtos: readonly Readonly<Record<string, unknown>>[]
  readonly recebimentos: readonly Readonly<Record<string, unknown>>[]
}

const document = JSON.parse(JSON.stringify(openApiDocument(productModel(), product.operations, [])))
const bodyOf = (path: string) => document.paths[path].post.requestBody.content['application/json'].schema
const sale: Told = bodyOf('/Movimentos/save')
const lists = ['produtos', 'recebimentos'] as const

let shop: Shop
let counter: SalesStore
beforeAll(async () => {
  shop = await openShop()
  counter = await createSalesStore(shop)
})
afterAll(() => shop?.close())

let sent = 0
/** The document's example with records of this store. */
function example(): Sale {
  const [found] = sale.examples
  if (!found) throw new Error('no example')
  return {
    ...found,
    chave: `contrato-${++sent}`,
    equipamentoId: counter.equipment[0],
    produtos: found.produtos.map((line, at) => ({ ...line, produtoId: counter.products[at] })),
    recebimentos: found.recebimentos.map((receipt, at) => ({ ...receipt, moedaId: counter.currencies[at] })),
  }
}
const send = (body: object, path = 'save') =>
  shop.as({ userId: 2, stores: [counter.store], flags: ['caixa_operar'] })('POST', `/api/Movimentos/${path}`, {
    lojaId: counter.store,
    ...body,
  })
const pathsOf = async (body: object): Promise<readonly string[]> => {
  const { status, body: told } = await send(body)
  if (status !== 422) return [`${status}`]
  const { details } = (told as { error: { details: readonly { path: string }[] } }).error
  return details.map(({ path }) => path)
}

test('the example arrives, alone and in a batch', async () => {
  expect(bodyOf('/Movimentos/lote').properties.movimentos.items).toEqual(sale)
  expect(await send(example())).toMatchObject({ status: 200, body: { status: 'created' } })
  expect((await send({ movimentos: [example()] }, 'lote')).body).toMatchObject({ recebidos: 1, recusados: 0 })
})

test('each field that it names is read, and each that it demands is demanded', async () => {
  const taken: string[] = []
  for (const name of Object.keys(sale.properties).filter(each => each !== 'lojaId'))
    if (!(await pathsOf({ ...example(), [name]: {} })).includes(name)) taken.push(name)
  for (const name of sale.required)
    if (!(await pathsOf({ ...example(), [name]: null })).includes(name)) taken.push(`${name} left out`)
  for (const list of lists) {
    const { properties, required } = sale.properties[list]?.items ?? { properties: {}, required: [] }
    const changed = (change: object) => {
      const whole = example()
      return { ...whole, [list]: whole[list].map((row, at) => (at === 0 ? { ...row, ...change } : row)) }
    }
    for (const name of Object.keys(properties))
      if (!(await pathsOf(changed({ [name]: {} }))).includes(`${list}.0.${name}`)) taken.push(`${list} ${name}`)
    for (const name of required)
      if (!(await pathsOf(changed({ [name]: null }))).includes(`${list}.0.${name}`)) taken.push(`${list} ${name} left out`)
  }
  expect(taken).toEqual([])
})

describe('a field that nobody knows', () => {
  const session = () => ({
    equipamentoId: counter.equipment[0],
    abertura: ++sent,
    aberto_em: '2026-03-10T08:00:00-03:00',
    valores: [{ moedaId: counter.currencies[0], valor_contabilizado: 1, valor_informado: 1, troco: 2 }],
  })
  const sendSession = (body: object) =>
    shop.as({ userId: 2, stores: [counter.store], flags: ['caixa_operar'] })('POST', '/api/caixas/save', {
      lojaId: counter.store,
      ...body,
    })
  const strange = (): Sale => {
    const whole = example()
    return {
      ...whole,
      valor_fianl: 1,
      produtos: whole.produtos.map((row, at) => (at === 1 ? { ...row, desconto: 1 } : row)),
      recebimentos: whole.recebimentos.map((row, at) => (at === 0 ? { ...row, ['x'.repeat(5000)]: 1 } : row)),
    }
  }
  const paths = ['valor_fianl', 'produtos.1.desconto', `recebimentos.0.${'x'.repeat(59)}…`]
  const switchTo = (isTolerant: boolean) =>
    shop.as({ userId: 2, stores: [counter.store], flags: ['cadastros_ver'] })(
      'PATCH',
      `/api/equipamentos/${counter.equipment[0]}`,
      { lojaId: counter.store, campos_desconhecidos: isTolerant },
    )
  const count = async (): Promise<number> => {
    const { rows } = await shop.database.asOwner(q =>
      q.query<{ n: number }>('SELECT count(*)::int AS n FROM "Movimentos" WHERE "lojaId" = $1', [counter.store]),
    )
    return rows[0]?.n ?? 0
  }

  test('is refused by its name, and keeps no other sale from arriving', async () => {
    const before = await count()
    const refused = await send(strange())
    expect(refused.status).toBe(422)
    const { details } = (refused.body as { error: { details: { path: string }[] } }).error
    expect(details.map(({ path }) => path)).toEqual(paths)
    const { body: told } = await send({ movimentos: [strange(), example()] }, 'lote')
    expect(told).toMatchObject({ recebidos: 1, recusados: 1 })
    expect(JSON.stringify(told)).toContain('o campo valor_fianl não existe')
    expect(await count()).toBe(before + 1)
    expect(await sendSession(session())).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'valores.0.troco', code: 'cash.field-unknown' }] } },
    })
  })

  test('is ignored and told where the equipment is an old one', async () => {
    expect((await switchTo(true)).status).toBe(200)
    expect(await send(strange())).toMatchObject({ status: 200, body: { status: 'created', ignorados: paths } })
    expect(await sendSession(session())).toMatchObject({
      status: 200,
      body: { status: 'created', ignorados: ['valores.0.troco'] },
    })
    expect((await send(example())).body).not.toHaveProperty('ignorados')
    await switchTo(false)
    expect((await send(strange())).status).toBe(422)
  })

  test('is none that the server itself tells of a sale', async () => {
    const whole = example()
    const { body } = await send(whole)
    const { id } = body as { id: number }
    const told = await shop.as({
      userId: 2,
      stores: [counter.store],
      flags: ['caixa_conferir', 'pdv_relatorios', 'movimentos_ver'],
    })('GET', `/api/Movimentos/${id}?lojaId=${counter.store}`)
    expect(told.status).toBe(200)
    expect(await pathsOf({ ...(told.body as object), ...whole })).toEqual(['200'])
  })
})
