import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** The screens of the catalogue beyond saving one record: the scale's file, the mass change, links, prices of branches. */
type Row = Record<string, unknown> & { id: number }

let server: TestServer
let store = 0
let branch = 0
let owner = ''
let base: Record<string, unknown>
const products = new Map<string, Row>()

const send = async (token: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const reply = await server.call(token, method, `/api/${path}`, body)
  const isJson = String(reply.headers['content-type']).includes('json')
  return {
    status: reply.statusCode,
    headers: reply.headers,
    text: reply.body,
    body: (isJson ? reply.json() : undefined) as never,
  }
}
const ok = async <T = Row>(answer: ReturnType<typeof send>): Promise<T> => {
  const { status, text, body } = await answer
  expect([status, text]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  return body
}
const product = async (cod_prod: string, values: Record<string, unknown>): Promise<Row> => {
  const made = await ok(send(owner, 'POST', 'produtos', { ...base, cod_prod, ...values }))
  products.set(cod_prod, made)
  return made
}

beforeAll(async () => {
  server = await openServer()
  const user = await server.addUser('dona@x.br')
  store = await server.addStore('Matriz')
  branch = await server.addStore('Filial Centro')
  await server.context.database.system.query('UPDATE lojas SET "adminUserId" = $1', [user])
  for (const lojaId of [store, branch]) await server.tie(user, lojaId, { type: 1, email: 'dona@x.br' })
  owner = await server.enter('dona@x.br')
  await server.context.database.system.query(`INSERT INTO ncms (id, descricao, tipo) VALUES ('21069090', 'Preparações', 0)`)
  const at = { lojaId: store }
  const grupo = await ok(send(owner, 'POST', 'grupos', { ...at, nome: 'Frios' }))
  const kilo = await ok(send(owner, 'POST', 'unidades', { ...at, nome: 'Kg' }))
  const fiscal = { nome: 'Padrão', icms_cst: '500', icms_alq: 0, pis_cst: '49', cofins_cst: '49', cfop_estadual: '5405' }
  const imposto = await ok(send(owner, 'POST', 'impostos', { ...at, ...fiscal }))
  base = {
    ...at,
    grupoId: grupo.id,
    unidadeId: kilo.id,
    impostoId: imposto.id,
    ncmId: '21069090',
    preco_cst_prod: 1,
    preco_vnd_prod: 10,
    appPreco: 0,
  }
})
afterAll(() => server?.close())

describe('TXT Balança', () => {
  const file = (token = owner) => send(token, 'GET', `produtos/toledoMGVTXT?lojaId=${store}`)

  test('a store with nothing for the scale is told so', async () => {
    const { status, body } = await file()
    expect(status).toBe(422)
    expect((body as { error: { message: string } }).error.message).toContain("'Envia para balança'")
  })

  test('active products that go to the scale, by code, each in a line of fixed width', async () => {
    const piece = await ok(send(owner, 'POST', 'unidades', { lojaId: store, nome: 'UN' }))
    await product('200', { desc_prod: 'Pão de queijo', preco_vnd_prod: 4.5, unidadeId: piece.id, balanca_prod: true })
    await product('17', {
      desc_prod: 'Queijo Minas Frescal Artesanal da Serra',
      preco_vnd_prod: 49.9,
      dias_vld_prod: 12,
      balanca_prod: true,
    })
    await product('18', { desc_prod: 'Fora da balança', balanca_prod: false })
    await product('19', { desc_prod: 'Inativo', balanca_prod: true, stt_prod: false })
    const { status, text, headers } = await file()
    expect(status).toBe(200)
    expect(String(headers['content-type'])).toContain('text/plain')
    expect(text.endsWith('\r\n')).toBe(true)
    const lines = text.split('\r\n').slice(0, -1)
    expect(lines.map(line => line.length)).toEqual([248, 248])
    expect(lines[0]?.slice(0, 68)).toBe(
      `010000017004990012${'Queijo Minas Frescal'.padEnd(25)}${'Artesanal da Serra'.padEnd(25)}`,
    )
    expect(lines[1]?.slice(0, 43)).toBe(`011000200000450000${'Pao de queijo'.padEnd(25)}`)
  })

  test.each([
    ['a price at the limit', { preco_vnd_prod: 9999.99 }, undefined],
    ['a price over it', { preco_vnd_prod: 10000 }, 'R$ 9.999,99'],
    ['a validity over it', { preco_vnd_prod: 1, dias_vld_prod: 991 }, '990 dias'],
    ['a code over it', { preco_vnd_prod: 1, dias_vld_prod: 0, cod_prod: '7891000100103' }, '7891000100103'],
  ])('%s', async (_, change, told) => {
    const id = products.get('200')?.id
    await ok(send(owner, 'PATCH', `produtos/${id}`, { lojaId: store, ...change }))
    const { status, text } = await file()
    expect([status, told === undefined || text.includes(told)]).toEqual([told === undefined ? 200 : 422, true])
    await ok(send(owner, 'PATCH', `produtos/${id}`, { lojaId: store, cod_prod: '200', preco_vnd_prod: 4.5, dias_vld_prod: 0 }))
  })

  test('needs cardapio_ver, in this store', async () => {
    const user = await server.addUser('caixa@x.br')
    await server.tie(user, store, { email: 'caixa@x.br', cadastros_ver: true })
    const token = await server.enter('caixa@x.br')
    expect((await file(token)).status).toBe(403)
    await server.context.database.system.query(`UPDATE user_lojas SET cardapio_ver = true WHERE email = 'caixa@x.br'`)
    server.context.access.forget()
    expect((await file(token)).status).toBe(200)
    expect((await send(token, 'GET', `produtos/toledoMGVTXT?lojaId=${branch}`)).status).toBe(403)
  })
})

test('the advanced mode sees the same products, for who may edit them, and neither makes nor removes any', async () => {
  const rows = await ok<Row[]>(send(owner, 'GET', `produtosAlteracao?lojaId=${store}`))
  expect(rows.length).toBe((await ok<Row[]>(send(owner, 'GET', `produtos?lojaId=${store}`))).length)
  const [one] = rows
  const itens = [{ id: one?.id, version: one?.version, ordem: 5 }]
  const { registros } = await ok<{ registros: Row[] }>(
    send(owner, 'POST', 'produtosAlteracao/alterarVarios', { lojaId: store, itens }),
  )
  expect(registros).toMatchObject([{ id: one?.id, ordem: 5 }])
  expect((await ok(send(owner, 'GET', `produtos/${one?.id}?lojaId=${store}`))).ordem).toBe(5)
  // In Atividade they are products, whatever screen they were changed on.
  const [action] = await ok<Row[]>(send(owner, 'GET', `atividade?lojaId=${store}&limit=1`))
  expect(action).toMatchObject({ tipo: 'massa', rotulo: expect.stringMatching(/^Produtos: /) })
  expect((await send(owner, 'POST', 'produtosAlteracao', { ...base, cod_prod: '99', desc_prod: 'Novo' })).status).toBe(403)
  expect((await send(owner, 'DELETE', `produtosAlteracao/${one?.id}?lojaId=${store}`)).status).toBe(403)
  const viewer = await server.addUser('ve@x.br')
  await server.tie(viewer, store, { email: 've@x.br', cardapio_ver: true })
  expect((await send(await server.enter('ve@x.br'), 'GET', `produtosAlteracao?lojaId=${store}`)).status).toBe(403)
})

test('links of a question are saved as one, and taken back as one', async () => {
  const question = await ok(send(owner, 'POST', 'pergunta', { lojaId: store, descricao: 'Fatiado?', qtd_min: 0, qtd_max: 1 }))
  const links = async (): Promise<Row[]> => {
    const filter = encodeURIComponent(JSON.stringify({ where: { perguntaId: question.id }, include: 'produto' }))
    return ok<Row[]>(send(owner, 'GET', `produto_pergunta?lojaId=${store}&filter=${filter}`))
  }
  const save = (rows: object[]) => send(owner, 'PATCH', `pergunta/${question.id}`, { lojaId: store, produtos: rows })
  await ok(save([{ produtoId: products.get('17')?.id }, { produtoId: products.get('18')?.id }]))
  const [first, second] = await links()
  expect([first?.produtoId, second?.produtoId].map(Number)).toEqual([products.get('17')?.id, products.get('18')?.id])
  expect((first?.produto as Row | undefined)?.desc_prod).toContain('Queijo')
  // One of them is wrong: nothing of it is kept.
  expect((await save([{ id: first?.id, deletar: true }, { produtoId: 999_999 }])).status).toBe(422)
  expect(await links()).toHaveLength(2)
  await ok(save([{ id: first?.id, deletar: true }, { produtoId: products.get('19')?.id }]))
  expect((await links()).map(row => Number(row.produtoId)).toSorted()).toEqual(
    [products.get('18')?.id, products.get('19')?.id].toSorted(),
  )
})

describe('prices of branches', () => {
  const action = '6a0f8b34-9b1c-4d55-8a55-0f3d3f2a9e11'
  const prices = () => {
    const ids = encodeURIComponent(JSON.stringify([products.get('17')?.id, products.get('200')?.id]))
    return send(owner, 'GET', `Loja_filials/filiaisProdutos?lojaId=${store}&produtosIds=${ids}`)
  }
  /** A product of the branch that nobody sent there. */
  const stranger = async (code: number, name: string, bar: string | null): Promise<number> => {
    const { rows } = await server.context.database.system.query<{ id: string }>(
      'INSERT INTO produtos ("lojaId", cod_prod, desc_prod, cod_aux, preco_vnd_prod) VALUES ($1, $2, $3, $4, 7) RETURNING id',
      [branch, code, name, bar],
    )
    return Number(rows[0]?.id)
  }
  const push = async (cells: object[]) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/Loja_filials/filiaisClonaProdutos',
      headers: { authorization: owner, 'x-action': action },
      payload: { lojaId: store, produtosData: cells.map(cell => ({ matrizId: store, filialId: branch, ...cell })) },
    })
    return { status: reply.statusCode, body: reply.json() }
  }

  test('without branches the alert says so', async () => {
    const { status, body } = await prices()
    expect([status, (body as { error: { message: string } }).error.message]).toEqual([422, 'Lojas filiais não configuradas.'])
  })

  test('a table of products and stores by name; what is wrong stands at its cell and nothing is sent', async () => {
    await ok(send(owner, 'POST', 'Loja_filials', { lojaId: store, filialId: branch }))
    expect(await ok(prices())).toMatchObject({
      produtosMatriz: [{ lojaId: store }, { lojaId: store }],
      lojas: [{ id: branch, nome_fantasia: 'Filial Centro' }],
      produtosLojas: [],
    })
    const good = { produtoIdMatriz: products.get('17')?.id, preco_vnd_prod: 50 }
    const { status, body } = await push([
      good,
      { produtoIdMatriz: products.get('200')?.id, produtoIdFilial: 987_654, preco_vnd_prod: 3 },
    ])
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.error.details[0].path).toMatch(/^produtosData\.1/)
    expect((await ok<{ produtosLojas: Row[] }>(prices())).produtosLojas).toEqual([])
    expect((await push([good])).body).toEqual({ criados: 1, alterados: 0, excluidos: 0 })
    expect((await ok<{ produtosLojas: Row[] }>(prices())).produtosLojas).toMatchObject([{ lojaId: branch, preco_vnd_prod: 50 }])
  })

  test('what was sent is taken back in the store that it was sent to', async () => {
    expect((await send(owner, 'POST', `atividade/${action}/desfazer`, { lojaId: store })).status).toBe(404)
    await ok(send(owner, 'POST', `atividade/${action}/desfazer`, { lojaId: branch }))
    expect((await ok<{ produtosLojas: Row[] }>(prices())).produtosLojas).toEqual([])
  })

  test('a product of the branch that only has the code is told by name, and nothing is written into it until somebody links the two', async () => {
    const made = { id: await stranger(200, 'Outra coisa', null) }
    const there = async () => (await ok<{ produtosLojas: Row[] }>(prices())).produtosLojas.find(({ id }) => id === made.id)
    expect(await there()).toMatchObject({ cod_prod: '200', desc_prod: 'Outra coisa', outro: true, vinculado: false })
    const cell = { produtoIdMatriz: products.get('200')?.id, produtoIdFilial: made.id, preco_vnd_prod: 3 }
    const refused = await push([cell])
    expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining('lá 200 Outra coisa')])
    expect(refused.body.error.details).toMatchObject([{ path: 'produtosData.0' }])
    const another = await push([{ ...cell, produtoIdMatriz: products.get('17')?.id }])
    expect([another.status, another.body.error.message]).toEqual([422, expect.stringContaining('lá 200 Outra coisa')])
    // Nor is it removed.
    expect((await push([{ ...cell, preco_vnd_prod: null }])).status).toBe(422)
    expect(await there()).toMatchObject({ preco_vnd_prod: 7 })

    const link = (produtoFilialId: unknown, produtoId = products.get('200')?.id, filialId: unknown = branch) =>
      send(owner, 'POST', 'Loja_filials/vinculaProduto', { lojaId: store, produtoId, filialId, produtoFilialId })
    expect((await link(987_654)).status).toBe(404)
    expect((await link(made.id, products.get('200')?.id, 987_654)).status).toBe(422)
    expect(await ok(link(made.id))).toEqual({ vinculado: true })
    expect(await ok(link(made.id))).toEqual({ vinculado: true })
    expect(await there()).toMatchObject({ outro: false, vinculado: true })
    expect((await push([cell])).body).toEqual({ criados: 0, alterados: 1, excluidos: 0 })
    expect(await there()).toMatchObject({ preco_vnd_prod: 3 })
    expect(await ok(link(null))).toEqual({ vinculado: false })
    expect((await push([cell])).status).toBe(422)
  })

  test('a printed bar code tells the same product, whatever its code and name', async () => {
    const there = await stranger(777, 'Nome da filial', '7891000100103')
    await server.context.database.system.query(
      `UPDATE produtos SET cod_aux = '7891000100103' WHERE "lojaId" = $1 AND cod_prod = 17`,
      [store],
    )
    const { produtosLojas } = await ok<{ produtosLojas: Row[] }>(prices())
    expect(produtosLojas.find(({ id }) => id === there)).toMatchObject({
      outro: false,
      cod_prod: '777',
      desc_prod: 'Nome da filial',
    })
  })
})
