import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** A bill or an order is paid by Pix to the key of its own store, as long as it is open. */
let server: TestServer
const stores = { own: 0, other: 0 }
const tokens = { owner: '', clerk: '', cook: '', stranger: '' }
const keys = { classificacaoId: 0, centroCustoId: 0, parceiroId: 0, produtoId: 0 }

beforeAll(async () => {
  server = await openServer()
  stores.own = await server.addStore('Cantina São João')
  stores.other = await server.addStore('Outra')
  const owner = await server.addUser('dona@x.br')
  for (const lojaId of [stores.own, stores.other]) await server.tie(owner, lojaId, { type: 1, email: 'dona@x.br' })
  tokens.owner = await server.enter('dona@x.br')
  tokens.clerk = await server.enterStore('caixa', stores.own, { type: 2, contas_ver: true })
  tokens.cook = await server.enterStore('cozinha', stores.own, { type: 2, estoque_ver: true })
  tokens.stranger = await server.enterStore('alheia', stores.other, { type: 1 })
  const put = async (sql: string): Promise<number> =>
    Number((await server.context.database.system.query<{ id: string }>(`${sql} RETURNING id`, [stores.own])).rows[0]?.id)
  keys.classificacaoId = await put(`INSERT INTO "Conta_classificacoes" ("lojaId", nome, tipo) VALUES ($1, 'Vendas', 'RECEITA')`)
  keys.centroCustoId = await put(`INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES ($1, 'Salão')`)
  keys.parceiroId = await put(`INSERT INTO parceiros ("lojaId", nome_fantasia, cliente) VALUES ($1, 'Padaria', true)`)
  keys.produtoId = await put(`INSERT INTO produtos ("lojaId", cod_prod, desc_prod) VALUES ($1, '10', 'Massa')`)
  await server.context.database.system.query(`UPDATE lojas SET chave_pix = 'outra@x.br', cidade = 'Olinda' WHERE id = $1`, [
    stores.other,
  ])
})
afterAll(() => server?.close())

async function made<T>(path: string, body: object): Promise<T> {
  const reply = await server.call(tokens.owner, 'POST', `/api/${path}`, { lojaId: stores.own, ...body })
  expect([reply.statusCode, reply.body]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  return reply.json<T>()
}

const bill = (more: object = {}) =>
  made<{ id: number; version: number }>('Conta/save', {
    tipo: 'RECEBER',
    valor: 1234.5,
    vencimento: '2030-12-10',
    classificacaoId: keys.classificacaoId,
    centroCustoId: keys.centroCustoId,
    ...more,
  })

const pix = (id: number, token = tokens.owner, lojaId = stores.own) =>
  server.call(token, 'GET', `/api/Conta/pix?lojaId=${lojaId}&id=${id}`)

async function keep(chave_pix: string) {
  const address = `/api/loja_perfil/${stores.own}`
  const { version } = (await server.call(tokens.owner, 'GET', `${address}?lojaId=${stores.own}`)).json<{ version: number }>()
  return server.call(tokens.owner, 'PATCH', address, { lojaId: stores.own, chave_pix, cidade: 'São Paulo', version })
}

test('a store without a key has no code, and a text that is no key is refused at its field', async () => {
  const { id } = await bill()
  const reply = await pix(id)
  expect([reply.statusCode, reply.json()]).toEqual([200, { codigo: null, valor: 1234.5, nome: 'Cantina São João' }])
  const refused = await keep('11 98765-4321')
  expect([refused.statusCode, refused.json().error.details]).toEqual([
    422,
    [expect.objectContaining({ path: 'chave_pix', code: 'pix.key-invalid', message: expect.stringContaining('+55') })],
  ])
  expect((await keep('(11) 98765-4321')).json()).toMatchObject({ chave_pix: '+5511987654321' })
})

test('a key that stands from before keys were checked holds up no other change, and is told where it is used', async () => {
  const set = (text: string) =>
    server.context.database.system.query('UPDATE lojas SET chave_pix = $2 WHERE id = $1', [stores.own, text])
  await set('nossa chave')
  expect((await keep('nossa chave')).statusCode).toBe(200)
  const reply = await pix((await bill()).id)
  expect([reply.statusCode, reply.json().error.code]).toEqual([422, 'pix.key-invalid'])
  expect((await keep('+5511987654321')).statusCode).toBe(200)
})

describe('with a key', () => {
  test('an open bill to receive is charged for its value, by whoever sees bills', async () => {
    const { id } = await bill()
    const reply = await pix(id, tokens.clerk)
    expect(reply.json()).toMatchObject({ valor: 1234.5, nome: 'Cantina São João' })
    const { codigo } = reply.json<{ codigo: string }>()
    expect(codigo).toContain('br.gov.bcb.pix0114+5511987654321')
    expect(codigo).toContain('54071234.505802BR5916Cantina Sao Joao6009Sao Paulo')
    expect(codigo).toContain(`CONTA${id}6304`)
    expect((await pix(id, tokens.cook)).statusCode).toBe(403)
  })

  test.each([
    ['paid', { pago: true, pagamento: '2026-11-01' }],
    ['lost', { perda: true }],
    ['owed by the store', { tipo: 'PAGAR' }],
  ])('a bill that is %s has none', async (_what, more) => {
    const reply = await pix((await bill(more)).id)
    expect([reply.statusCode, reply.json().error.message]).toEqual([422, 'Só uma conta a receber em aberto é cobrada por Pix.'])
  })

  test('nobody reads a bill of another store, nor has it paid to the key of another store of theirs', async () => {
    const { id } = await bill()
    expect((await pix(id, tokens.owner, stores.other)).statusCode).toBe(404)
    expect((await pix(id, tokens.stranger, stores.other)).statusCode).toBe(404)
    expect((await pix(id, tokens.stranger)).statusCode).toBe(403)
    expect((await pix(999_999)).statusCode).toBe(404)
  })
})

describe('the link of an order', () => {
  const order = (tipo: string) =>
    made<{ id: number; uuid: string }>('pedidos/save', {
      tipo,
      status: 'ENVIADO',
      parceiroId: keys.parceiroId,
      itens: [{ produtoId: keys.produtoId, codigo: '10', descricao: 'Massa', quantidade: 3, valor_unitario: 10.1 }],
      contas: [20.2, 10.1].map(valor => ({
        vencimento: '2030-12-10',
        valor,
        classificacaoId: keys.classificacaoId,
        centroCustoId: keys.centroCustoId,
      })),
    })
  const shown = async (uuid: string) =>
    (await server.app.inject({ method: 'GET', url: `/api/pedidos/pedidoDetalhes?lojaId=${stores.own}&uuid=${uuid}` })).json()
  const payOne = (id: number) =>
    server.context.database.system.query(
      `UPDATE "Conta" SET pago = true WHERE id = (SELECT id FROM "Conta" WHERE "lojaId" = $1 AND "pedidoId" = $2 AND pago IS NOT TRUE ORDER BY valor DESC LIMIT 1)`,
      [stores.own, id],
    )

  test('charges what is still to be paid, and nothing once all is', async () => {
    const { id, uuid } = await order('VENDA')
    const whole = await shown(uuid)
    expect(whole.pix).toMatchObject({ valor: 30.3, nome: 'Cantina São João' })
    expect(whole.pix.codigo).toContain(`540530.30`)
    expect(whole.pix.codigo).toContain(`PEDIDO${id}6304`)
    await payOne(id)
    expect((await shown(uuid)).pix).toMatchObject({ valor: 10.1, codigo: expect.stringContaining('540510.10') })
    await payOne(id)
    expect((await shown(uuid)).pix).toBeNull()
  })

  test('says nothing of Pix for what the store buys, nor where the store has no key', async () => {
    expect((await shown((await order('COMPRA')).uuid)).pix).toBeNull()
    const { uuid } = await order('VENDA')
    for (const text of ['', 'nossa chave']) {
      await server.context.database.system.query('UPDATE lojas SET chave_pix = $2 WHERE id = $1', [stores.own, text])
      expect((await shown(uuid)).pix).toBeNull()
    }
  })
})
