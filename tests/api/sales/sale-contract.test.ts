import { afterAll, beforeAll, expect, test } from 'vitest'
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
