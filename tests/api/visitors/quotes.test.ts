import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { visitKey } from '../../../src/server/visitors/visitLink.ts'
import { productModel } from '../fixtures/product.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { waitingLetters } from '../fixtures/waitingLetters.ts'
import { addPurchaseOrder } from './purchaseOrder.ts'

/** Suppliers quote an order by a link: what they read, what they may fill, until when, and what the store makes of it. */
const model = productModel()

let server: TestServer
let ours: number
let other: number
let owner: string
let order: number
let suppliers: readonly number[] = []
beforeAll(async () => {
  server = await openServer(model)
  // Tests read the letters that wait: the sender takes them every ten seconds.
  await server.context.mailWorker.close()
  ours = await server.addStore('Cantina')
  other = await server.addStore('Outra')
  owner = await server.enterStore('dona', ours, { type: 1 })
  ;({ order, suppliers } = await addPurchaseOrder(server, ours, owner))
})
afterAll(() => server?.close())
beforeEach(async () => {
  await sql('DELETE FROM system.rate_counts')
  await sql('DELETE FROM system.queue')
  await sql('DELETE FROM cotacoes')
})

const sql = async (text: string, ...params: unknown[]) =>
  (await server.context.database.system.query<Record<string, unknown>>(text, params)).rows
const insert = async (text: string, ...params: unknown[]) => Number((await sql(text, ours, ...params))[0]?.id)
const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
// One address gets so many letters of a store a day.
let asked = 0
const ask = (values: object = {}) =>
  server.call(owner, 'POST', '/api/cotacoes', {
    lojaId: ours,
    pedidoId: order,
    parceiroId: suppliers[0],
    valida_ate: dayFromNow(5),
    email: `s${++asked}@x.br`,
    ...values,
  })
const made = async (values: object = {}): Promise<string> => {
  const reply = await ask(values)
  expect(reply.statusCode, reply.body).toBe(201)
  return String(reply.json().id)
}
const keyOf = (id: unknown, lojaId = ours, now?: number) =>
  visitKey(server.context.service, { lojaId, register: 'cotacoes', id: String(id) }, 90, now)
const look = (chave: string) => server.app.inject({ url: `/api/visitantes/registro?chave=${encodeURIComponent(chave)}` })
const send = (chave: string, valores: unknown, passo = 'responder') =>
  server.app.inject({ method: 'POST', url: '/api/visitantes/registro', payload: { chave, passo, valores } })
const letters = () => waitingLetters(server)
const rowsOf = (id: string) =>
  sql(
    'SELECT id, descricao, quantidade::float8, unidade, preco::float8 FROM cotacoes_itens WHERE "cotacoesId" = $1 ORDER BY ordem',
    id,
  )
const linesOfOrder = () =>
  sql('SELECT id, valor_unitario::float8 AS price FROM pedidos_itens WHERE "pedidosId" = $1 ORDER BY ordem', order)
const codeOf = (reply: { json(): { error?: { code?: string } } }) => reply.json().error?.code
const pathsOf = (reply: { json(): { error: { details: { path: string }[] } } }) => [
  ...new Set(reply.json().error.details.map(({ path }) => path)),
]
const way = (id: string, name: string, values?: object) =>
  server.call(owner, 'POST', `/api/cotacoes/${id}/ways/${name}?lojaId=${ours}`, values ? { values } : {})
const answer = async (id: string) => {
  const [first, second] = await rowsOf(id)
  return {
    entrega: dayFromNow(3),
    observacao: 'Frete incluso',
    itens: [
      { id: String(first?.id), preco: 9.9 },
      { id: String(second?.id), preco: null },
    ],
  }
}

describe('asking', () => {
  test('copies the lines of the order without prices, and writes to the supplier of the register', async () => {
    const id = await made({ mensagem: 'Bom dia', email: undefined })
    expect(await rowsOf(id)).toEqual([
      { id: expect.anything(), descricao: 'Farinha', quantidade: 12, unidade: 'KG', preco: null },
      { id: expect.anything(), descricao: 'Fermento', quantidade: 3, unidade: 'KG', preco: null },
    ])
    const [letter, ...others] = await letters()
    expect([letter, others]).toEqual([
      expect.objectContaining({ to: 'moinho@x.br', lojaId: ours, subject: 'Cantina pede uma cotação' }),
      [],
    ])
    const key = new URL(String(letter?.link)).searchParams.get('chave') ?? ''
    expect((await look(key)).statusCode).toBe(200)
  })

  test('goes to another address where one is said; a save that asks nothing anew writes no letter, asking again does', async () => {
    const id = await made({ email: 'vendas@x.br' })
    const record = (await server.call(owner, 'GET', `/api/cotacoes/${id}?lojaId=${ours}`)).json()
    const saved = await server.call(owner, 'PATCH', `/api/cotacoes/${id}`, {
      lojaId: ours,
      version: record.version,
      mensagem: 'Oi',
    })
    expect(saved.statusCode, saved.body).toBe(200)
    expect((await letters()).map(({ to }) => to)).toEqual(['vendas@x.br'])
    expect((await way(id, 'cancelar')).statusCode).toBe(200)
    expect((await way(id, 'pedir_de_novo', { valida_ate: dayFromNow(9) })).statusCode).toBe(200)
    expect((await letters()).map(({ to }) => to)).toEqual(['vendas@x.br', 'vendas@x.br'])
  })

  test('is refused by the field: a day that passed, an order without products, one of another store, a sale', async () => {
    const empty = await insert(
      `INSERT INTO pedidos ("lojaId", tipo, status, "parceiroId") VALUES ($1, 'COMPRA', 'DIGITACAO', $2) RETURNING id`,
      suppliers[0],
    )
    const sale = await insert(
      `INSERT INTO pedidos ("lojaId", tipo, status, "parceiroId") VALUES ($1, 'VENDA', 'DIGITACAO', $2) RETURNING id`,
      suppliers[0],
    )
    const [foreign] = await sql(
      `INSERT INTO pedidos ("lojaId", tipo, status) VALUES ($1, 'COMPRA', 'DIGITACAO') RETURNING id`,
      other,
    )
    const refused = [
      [{ valida_ate: dayFromNow(-2) }, 'valida_ate'],
      [{ pedidoId: empty }, 'pedidoId'],
      [{ pedidoId: sale }, 'pedidoId'],
      [{ pedidoId: Number(foreign?.id) }, 'pedidoId'],
      [{ email: 'x' }, 'email'],
    ] as const
    for (const [values, path] of refused) {
      const reply = await ask(values)
      expect([reply.statusCode, pathsOf(reply)], path).toEqual([422, [path]])
    }
    expect(await sql('SELECT id FROM cotacoes')).toEqual([])
    expect(await letters()).toEqual([])
  })
})

describe('the page of the link', () => {
  test('tells the store, the lines and what is asked; nothing of prices, other suppliers or the order', async () => {
    const first = await made()
    const second = await made({ parceiroId: suppliers[1], mensagem: 'Só para o Atacado' })
    await send(keyOf(second), await answer(second))
    const reply = await look(keyOf(first))
    const shown = reply.json()
    expect(shown.loja.nome).toBe('Cantina')
    expect(shown.fatos.map((one: { titulo: string }) => one.titulo)).toEqual(['Cotação', 'Responder até', 'Situação'])
    expect(shown.linhas.itens).toEqual([
      {
        id: expect.any(String),
        titulo: 'Farinha',
        fatos: [
          { titulo: 'Quantidade', texto: '12,000' },
          { titulo: 'Unidade', texto: 'KG' },
        ],
        valores: { preco: null },
      },
      expect.objectContaining({ titulo: 'Fermento' }),
    ])
    expect(shown.resposta).toMatchObject({ passo: 'responder', lista: 'itens', valores: { entrega: null, observacao: null } })
    expect(shown.resposta.campos.map((one: { name: string }) => one.name)).toEqual(['entrega', 'observacao'])
    expect(shown.passos.map((one: { id: string }) => one.id)).toEqual(['responder', 'recusar'])
    for (const secret of ['10,5', '10.5', '77', 'Segredo', 'Atacado', 'Moinho', '9,9', 'Frete', 'readOnlyWhen', `"${order}"`])
      expect(reply.body).not.toContain(secret)
    expect(reply.headers['x-robots-tag']).toContain('noindex')
  })

  test('keeps prices, day and note, tells them back, and asks no more', async () => {
    const id = await made()
    const reply = await send(keyOf(id), await answer(id))
    expect(reply.statusCode, reply.body).toBe(200)
    const shown = reply.json()
    expect([shown.resposta, shown.passos]).toMatchObject([null, [{ id: 'corrigir', confirma: false }]])
    expect(shown.linhas.itens[0].fatos.at(-1)).toEqual({ titulo: 'Preço', texto: expect.stringMatching(/^R\$\s9,90$/) })
    expect((await rowsOf(id)).map(({ preco }) => preco)).toEqual([9.9, null])
    const [row] = await sql(
      'SELECT status, entrega::text, observacao, total::float8, respondida_em FROM cotacoes WHERE id = $1',
      id,
    )
    expect(row).toMatchObject({ status: 'RESPONDIDA', observacao: 'Frete incluso', total: 118.8, entrega: dayFromNow(3) })
    const again = await send(keyOf(id), await answer(id))
    expect([again.statusCode, codeOf(again)]).toEqual([409, 'visit.late'])
  })

  test('is corrected until the shop uses it: filled as it was sent, no letter more, undone by nobody else', async () => {
    const id = await made()
    const key = keyOf(id)
    const filled = await answer(id)
    await send(key, filled)
    const open = (await send(key, undefined, 'corrigir')).json()
    expect(open.resposta.valores).toEqual({ entrega: filled.entrega, observacao: 'Frete incluso' })
    expect(open.linhas.itens.map((one: { valores: object }) => one.valores)).toEqual([{ preco: 9.9 }, { preco: null }])
    // The shop does not use prices that are being corrected.
    expect((await way(id, 'aceitar')).statusCode).toBe(409)
    const [first, second] = filled.itens
    const again = await send(key, { ...filled, itens: [{ ...first, preco: 8.75 }, second] })
    expect(again.statusCode, again.body).toBe(200)
    expect((await rowsOf(id)).map(({ preco }) => preco)).toEqual([8.75, null])
    expect(await letters()).toHaveLength(1)
    expect((await way(id, 'corrigir')).statusCode).not.toBe(200)
    expect((await way(id, 'aceitar')).statusCode).toBe(200)
    expect((await send(key, undefined, 'corrigir')).statusCode).toBe(409)
    await sql('UPDATE pedidos_itens SET valor_unitario = 10.5 WHERE "pedidosId" = $1 AND ordem = 1', order)
  })

  test('a refusal is taken back, and asking again writes once more', async () => {
    const id = await made()
    await send(keyOf(id), undefined, 'recusar')
    expect((await send(keyOf(id), undefined, 'corrigir')).json().resposta.passo).toBe('responder')
    expect((await send(keyOf(id), await answer(id))).statusCode).toBe(200)
    expect(await letters()).toHaveLength(1)
    expect((await way(id, 'pedir_de_novo', { valida_ate: dayFromNow(9) })).statusCode).toBe(200)
    expect(await letters()).toHaveLength(2)
  })

  test('a supplier who cannot says so', async () => {
    const id = await made()
    expect((await send(keyOf(id), undefined, 'recusar')).statusCode).toBe(200)
    expect((await sql('SELECT status FROM cotacoes WHERE id = $1', id))[0]?.status).toBe('RECUSADA')
    for (const passo of ['responder', 'recusar', 'aceitar', 'registrar', 'cancelar', 'pedir_de_novo', '__proto__'])
      expect((await send(keyOf(id), {}, passo)).statusCode).toBe(409)
  })

  test.each([
    [{ entrega: null }, 'entrega'],
    [{ entrega: dayFromNow(-3) }, 'entrega'],
    [{ entrega: 'amanhã' }, 'entrega'],
    [{ entrega: { $gt: '' } }, 'entrega'],
    [{ observacao: 'x'.repeat(1001) }, 'observacao'],
    [{ observacao: ['a'] }, 'observacao'],
    [{ itens: undefined }, 'itens'],
    [{ itens: [] }, 'itens'],
    [{ itens: 'x' }, 'itens.0'],
    [{ itens: [1] }, 'itens.0'],
    [{ itens: [{ id: '999999', preco: 1 }] }, 'itens.0'],
    [{ itens: [{ preco: 1 }] }, 'itens.0'],
  ])('is refused at its field: %j', async (values, path) => {
    const id = await made()
    const reply = await send(keyOf(id), { ...(await answer(id)), ...values })
    expect([reply.statusCode, pathsOf(reply)]).toEqual([422, [path]])
    expect((await rowsOf(id)).map(({ preco }) => preco)).toEqual([null, null])
    expect((await sql('SELECT status FROM cotacoes WHERE id = $1', id))[0]?.status).toBe('PEDIDA')
  })

  test.each([-1, 1e12, 'caro', { a: 1 }, 1.005])('refuses the price %j at its row', async preco => {
    const id = await made()
    const filled = await answer(id)
    const reply = await send(keyOf(id), { ...filled, itens: [{ ...filled.itens[1], preco }] })
    expect([reply.statusCode, pathsOf(reply)]).toEqual([422, ['itens.1.preco']])
  })

  test('fills nothing but what is asked: no other cell, field, row or quote', async () => {
    const [id, foreign] = [await made(), await made({ parceiroId: suppliers[1] })]
    const filled = await answer(id)
    const [mine, theirs] = [await rowsOf(id), await rowsOf(foreign)]
    const reply = await send(keyOf(id), {
      ...filled,
      status: 'ACEITA',
      total: 1,
      pedidoId: 1,
      lojaId: other,
      email: 'mau@x.br',
      valida_ate: dayFromNow(300),
      itens: [{ ...filled.itens[0], quantidade: 1, descricao: 'Outra', itemId: 1, deletar: true, cotacoesId: foreign }],
    })
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await rowsOf(id)).map(({ preco: _, ...row }) => row)).toEqual(mine.map(({ preco: _, ...row }) => row))
    const [row] = await sql(
      'SELECT status, "lojaId"::int, "pedidoId"::int, email, valida_ate::text FROM cotacoes WHERE id = $1',
      id,
    )
    expect(row).toEqual({
      status: 'RESPONDIDA',
      lojaId: ours,
      pedidoId: order,
      email: expect.stringMatching(/^s\d+@x/),
      valida_ate: dayFromNow(5),
    })
    // A row of another quote is none of this one.
    const again = await made()
    const stolen = await send(keyOf(again), { ...(await answer(again)), itens: [{ id: String(theirs[0]?.id), preco: 1 }] })
    expect([stolen.statusCode, pathsOf(stolen)]).toEqual([422, ['itens.0']])
    expect(await rowsOf(foreign)).toEqual(theirs)
  })

  test('opens nothing when the link is guessed, of another store or over, and says that it ended', async () => {
    const id = await made()
    const key = keyOf(id)
    const wrong = [
      '',
      'x',
      `${key.slice(0, -9)}${key.at(-9) === 'A' ? 'B' : 'A'}${key.slice(-8)}`,
      key.slice(0, -2),
      keyOf(id, other),
      keyOf(99_999),
      keyOf(id, ours, Date.now() - 91 * 86_400_000),
    ]
    for (const one of wrong) {
      expect([codeOf(await look(one)), codeOf(await send(one, await answer(id)))], one).toEqual([
        'visit.link-ended',
        'visit.link-ended',
      ])
    }
    await sql('UPDATE cotacoes SET valida_ate = $2 WHERE id = $1', id, dayFromNow(-1.5))
    const shown = await look(key)
    expect([shown.statusCode, shown.json().error.message]).toEqual([
      404,
      'Este link não abre mais nada. Se precisar, fale com a loja.',
    ])
    expect([codeOf(await send(key, await answer(id))), (await rowsOf(id))[0]?.preco]).toEqual(['visit.link-ended', null])
    expect(codeOf(await server.call(owner, 'GET', `/api/visitantes/link?lojaId=${ours}&cadastro=cotacoes&id=${id}`))).toBe(
      'visit.over',
    )
  })

  test('two answers at the same moment: one of them comes late', async () => {
    const id = await made()
    const filled = await answer(id)
    const replies = await Promise.all([send(keyOf(id), filled), send(keyOf(id), filled), send(keyOf(id), undefined, 'recusar')])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  })

  test('counts answers of one network, and strangers make no quotes', async () => {
    const id = await made()
    const codes = []
    for (let at = 0; at < 31; at += 1) codes.push((await send(keyOf(id), { itens: 'x' })).statusCode)
    expect([codes.slice(0, 30).every(code => code === 422), codes[30]]).toEqual([true, 429])
    const strange = await server.app.inject({
      method: 'POST',
      url: '/api/visitantes/cotacoes',
      payload: { loja: ours, valores: { pedidoId: order } },
    })
    expect([strange.statusCode, codeOf(strange)]).toEqual([404, 'visit.closed'])
    expect((await server.app.inject({ url: `/api/visitantes/cotacoes?loja=${ours}` })).statusCode).toBe(404)
  })
})

describe('the store', () => {
  test('gets the link to give by hand, who may change the quote alone', async () => {
    const id = await made()
    const url = `/api/visitantes/link?lojaId=${ours}&cadastro=cotacoes&id=${id}`
    const reply = await server.call(owner, 'GET', url)
    const key = new URL(reply.json().link).searchParams.get('chave') ?? ''
    expect((await look(key)).json().linhas.itens).toHaveLength(2)
    const employee = await server.enterStore('caixa', ours, { type: 2 })
    expect((await server.call(employee, 'GET', url)).statusCode).toBe(403)
    const stranger = await server.enterStore('vizinha', other, { type: 1 })
    expect((await server.call(stranger, 'GET', url)).statusCode).toBe(403)
    expect((await server.call(stranger, 'GET', url.replace(`lojaId=${ours}`, `lojaId=${other}`))).statusCode).toBe(404)
    expect((await server.app.inject({ url })).statusCode).toBe(401)
  })

  test('sees the prices beside its own, and takes those of one quote over: back by undo', async () => {
    const [first, second] = [await made(), await made({ parceiroId: suppliers[1] })]
    await send(keyOf(first), await answer(first))
    const report = `/api/relatorio/pedido/cotacoes?lojaId=${ours}&pedidoId=${order}`
    const seen = (await server.call(owner, 'GET', report)).json()
    expect(seen.cotacoes.map((one: { status: string }) => one.status)).toEqual(['RESPONDIDA', 'PEDIDA'])
    expect(seen.precos).toEqual([
      expect.objectContaining({ descricao: 'Farinha', valor_unitario: 10.5, preco: 9.9, diferenca: -0.6, fornecedor: 'Moinho' }),
    ])
    expect((await way(second, 'aceitar')).statusCode).toBe(409)
    const taken = await server.call(owner, 'POST', '/api/cotacoes/ways/aceitar', { lojaId: ours, ids: [Number(first)] })
    expect(taken.statusCode, taken.body).toBe(200)
    expect((await linesOfOrder()).map(({ price }) => price)).toEqual([9.9, 4.25])
    const undone = await server.call(owner, 'POST', `/api/atividade/${taken.headers['x-action']}/desfazer`, { lojaId: ours })
    expect(undone.statusCode, undone.body).toBe(200)
    expect((await linesOfOrder()).map(({ price }) => price)).toEqual([10.5, 4.25])
    expect(await letters()).toHaveLength(2)
  })

  test('takes nothing over once the order went on', async () => {
    const id = await made()
    await send(keyOf(id), await answer(id))
    await sql(`UPDATE pedidos SET status = 'ENVIADO' WHERE id = $1`, order)
    const reply = await way(id, 'aceitar')
    await sql(`UPDATE pedidos SET status = 'DIGITACAO' WHERE id = $1`, order)
    expect([reply.statusCode, codeOf(reply)]).toEqual([422, 'cotacao.pedido-andou'])
    expect((await linesOfOrder()).map(({ price }) => price)).toEqual([10.5, 4.25])
  })

  test('of another store reads nothing of it', async () => {
    const id = await made()
    const stranger = await server.enterStore('outra', other, { type: 1 })
    expect((await server.call(stranger, 'GET', `/api/cotacoes/${id}?lojaId=${other}`)).statusCode).toBe(404)
    const seen = await server.call(stranger, 'GET', `/api/relatorio/pedido/cotacoes?lojaId=${other}&pedidoId=${order}`)
    expect(seen.json()).toMatchObject({ cotacoes: [], precos: [], respondidas: [] })
    expect(
      (await server.call(stranger, 'POST', '/api/cotacoes/ways/aceitar', { lojaId: other, ids: [Number(id)] })).statusCode,
    ).toBe(404)
  })
})
