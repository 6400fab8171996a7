import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PapersReply } from '../../../src/api/paper.ts'
import { readPdf } from '../../../src/base/paper/fixtures/readPdf.ts'
import type { Model } from '../../../src/model/model.ts'
import type { PaperBlock } from '../../../src/model/paper/paperBlock.ts'
import { endThreads } from '../../../src/server/threads/inWorker.ts'
import { productModel } from '../fixtures/product.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Papers of records: for whoever sees the record, of what they may read of it, in any number that a server bears. */

const product = productModel()
const model: Model = {
  ...product,
  limits: { ...product.limits, quotas: { documents: { title: 'Documentos', per: 'hour', store: 1000, user: 12 } } },
}

let server: TestServer
const stores = { ours: 0, theirs: 0 }
const tokens = { owner: '', clerk: '', cook: '', theirs: '', printer: '' }
const ids = { product: 0, other: 0, order: 0, partner: 0, foreign: 0 }

const run = async (sql: string, params: readonly unknown[]): Promise<number> =>
  Number((await server.context.service.database.system.query<{ id: string }>(sql, params)).rows[0]?.id)

beforeAll(async () => {
  server = await openServer(model, { quotas: true })
  stores.ours = await server.addStore('Padaria da Ana')
  stores.theirs = await server.addStore('Alheia')
  tokens.owner = await server.enterStore('dona', stores.ours, { type: 1 })
  tokens.clerk = await server.enterStore('estoque', stores.ours, { estoque_ver: true })
  tokens.cook = await server.enterStore('cozinha', stores.ours, { cardapio_ver: true })
  tokens.printer = await server.enterStore('impressora', stores.ours, { cardapio_ver: true })
  tokens.theirs = await server.enterStore('alheia', stores.theirs, { type: 1 })
  const add = `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, preco_vnd_prod, preco_cst_prod) VALUES ($1, $2, $3, 12.5, 3.21) RETURNING id`
  ids.product = await run(add, [stores.ours, '78931', 'Pão de queijo'])
  ids.other = await run(add, [stores.ours, '10', 'Coxinha \u202E\u0007 de frango'])
  ids.foreign = await run(add, [stores.theirs, '10', 'Segredo'])
  ids.partner = await run(
    `INSERT INTO parceiros ("lojaId", nome_fantasia, fornecedor) VALUES ($1, 'Moinho', true) RETURNING id`,
    [stores.ours],
  )
  ids.order = await run(
    `INSERT INTO pedidos ("lojaId", "parceiroId", tipo, status, total_pedido) VALUES ($1, $2, 'COMPRA', 'DIGITACAO', 25) RETURNING id`,
    [stores.ours, ids.partner],
  )
  await run(
    `INSERT INTO pedidos_itens ("lojaId", "pedidosId", ordem, "produtoId", codigo, descricao, quantidade, valor_unitario, valor_item)
     VALUES ($1, $2, 1, $3, '78931', 'Pão de queijo', 2, 12.5, 25) RETURNING id`,
    [stores.ours, ids.order, ids.product],
  )
})
afterAll(async () => {
  await server?.close()
  await endThreads()
})

const ask = (token: string, path: string, store = stores.ours) =>
  server.call(token, 'GET', `/api/${path}${path.includes('?') ? '&' : '?'}lojaId=${store}`)
const papers = async (token: string, path: string): Promise<PapersReply> => {
  const reply = await ask(token, path)
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()])
  return reply.json()
}
const textsOf = (blocks: readonly PaperBlock[] = []): string => JSON.stringify(blocks)
const refusal = async (token: string, path: string, store?: number) => {
  const reply = await ask(token, path, store)
  return [reply.statusCode, reply.json().error?.code]
}

test('an order is a page with the store, its partner, its lines and its totals', async () => {
  const { title, paper, sheets } = await papers(tokens.clerk, `pedidos/${ids.order}/documents/pedido`)
  expect({ title, paper, sheets: sheets.length }).toEqual({ title: 'Pedido', paper: 'A4', sheets: 1 })
  const said = textsOf(sheets[0])
  for (const words of ['Padaria da Ana', `Pedido nº ${ids.order}`, 'Moinho', 'Pão de queijo', '25,00'])
    expect(said).toContain(words)
})

test('the same is a PDF', async () => {
  const reply = await ask(tokens.clerk, `pedidos/${ids.order}/documents/pedido.pdf`)
  expect(reply.headers['content-type']).toBe('application/pdf')
  expect(reply.headers['content-disposition']).toBe(`inline; filename="pedido-${ids.order}.pdf"`)
  const lines = readPdf(reply.rawPayload).flatMap(page => page.lines)
  expect(lines).toEqual(expect.arrayContaining(['Padaria da Ana', `Pedido nº ${ids.order}`, 'Moinho']))
})

test('labels of several records in their order, as many of each as wanted, with bars to be scanned', async () => {
  const path = `produtos/documents/etiquetas?ids=${ids.other},${ids.product}&copies=2`
  const { sheets } = await papers(tokens.cook, path)
  expect(sheets.map(blocks => blocks[0])).toMatchObject([{ text: 'Coxinha de frango' }, {}, { text: 'Pão de queijo' }, {}])
  expect(sheets[0]?.at(-1)).toMatchObject({ kind: 'bars', text: '10', drawn: { modules: expect.any(Number) } })
  const pdf = await ask(tokens.cook, path.replace('etiquetas', 'etiquetas.pdf'))
  expect(readPdf(pdf.rawPayload)[0]?.lines.filter(line => line === 'Pão de queijo')).toHaveLength(2)
})

test('who may not see the records has no paper of them, and of other stores there is none', async () => {
  expect(await refusal(tokens.cook, `pedidos/${ids.order}/documents/pedido`)).toEqual([403, 'right-missing'])
  expect(await refusal(tokens.theirs, `pedidos/${ids.order}/documents/pedido`)).toEqual([403, 'store-forbidden'])
  expect(await refusal(tokens.theirs, `pedidos/${ids.order}/documents/pedido`, stores.theirs)).toEqual([404, 'not-found'])
  expect(await refusal(tokens.cook, `produtos/documents/etiquetas.pdf?ids=${ids.product},${ids.foreign}`)).toEqual([
    404,
    'not-found',
  ])
  expect(await refusal('', `produtos/documents/etiquetas?ids=${ids.product}`)).toEqual([401, 'unauthenticated'])
})

test('a statement asks its report for the period, for whoever may have the report', async () => {
  const path = `parceiros/documents/comissao?ids=${ids.partner}&from=2026-03-01&to=2026-03-31`
  expect(await refusal(tokens.owner, path)).toEqual([422, 'document.not-of-record'])
  await run('UPDATE parceiros SET funcionario = true WHERE "lojaId" = $1 AND id = $2 RETURNING id', [stores.ours, ids.partner])
  const { period, sheets } = await papers(tokens.owner, path)
  expect(period).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  expect(textsOf(sheets[0])).toContain('Comissão de 01/03/2026 a 31/03/2026')
  expect(textsOf(sheets[0])).toContain('Nada a mostrar.')
  expect(await refusal(tokens.owner, path.replace('2026-03-31', '2026-13-99'))).toEqual([400, 'bad-request'])
  const viewer = await server.enterStore('caixa', stores.ours, { cadastros_ver: true, pdv_relatorios: true })
  expect(await refusal(viewer, path)).toEqual([403, 'right-missing'])
})

test('a closing whose check changed what was counted says so, and adds up', async () => {
  const session = await run(
    `INSERT INTO caixas ("lojaId", abertura, status, aberto_em, total_contabilizado, total_informado, total_corrigido, total_diferenca, total_falta, total_sobra)
     VALUES ($1, 7, 1, now(), 300, 290, 300, 0, 0, 0) RETURNING id`,
    [stores.ours],
  )
  for (const [name, counted] of [
    ['Dinheiro', 90],
    ['Pix', 200],
  ] as const) {
    const currency = await run('INSERT INTO moedas ("lojaId", nome) VALUES ($1, $2) RETURNING id', [stores.ours, name])
    await run(
      `INSERT INTO caixas_valores ("lojaId", "caixasId", "moedaId", valor_contabilizado, valor_informado, valor_corrigido)
       VALUES ($1, $2, $3, $4, $5, $5) RETURNING id`,
      [stores.ours, session, currency, name === 'Pix' ? 200 : 100, counted],
    )
  }
  const said = async () => textsOf((await papers(tokens.owner, `caixas/${session}/documents/fechamento`)).sheets[0])
  expect(await said()).not.toMatch(/[Cc]orrigido/)
  await run('UPDATE caixas_valores SET valor_corrigido = 100 WHERE "caixasId" = $1 AND valor_informado = 90 RETURNING id', [
    session,
  ])
  const corrected = await said()
  expect(corrected).toContain('Corrigido na conferência')
  expect(corrected.split('Corrigido na conferência')[1]).toMatch(/Dinheiro.*90,00.*100,00.*Corrigido.*300,00/)
})

test('a field that its reader may not see is not on the paper', async () => {
  const see = { ...model.registers.produtos?.fields.find(({ name }) => name === 'preco_vnd_prod'), see: 'owner' }
  const fields = model.registers.produtos?.fields.map(field => (field.name === 'preco_vnd_prod' ? see : field)) ?? []
  const hidden = { ...model, registers: { ...model.registers, produtos: { ...model.registers.produtos, fields } } } as Model
  const other = await openServer(hidden)
  try {
    const store = await other.addStore('Padaria')
    const cook = await other.enterStore('cozinha', store, { cardapio_ver: true })
    const owner = await other.enterStore('dona', store, { type: 1 })
    await other.context.service.database.system.query(
      `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, preco_vnd_prod) VALUES ($1, '10', 'Pão', 12.5)`,
      [store],
    )
    const said = async (token: string): Promise<string> =>
      (await other.call(token, 'GET', `/api/produtos/documents/etiquetas?ids=1&lojaId=${store}`)).body
    expect(await said(owner)).toContain('12,50')
    expect(await said(cook)).toContain('Pão')
    expect(await said(cook)).not.toMatch(/12,50|R\$/)
  } finally {
    await other.close()
  }
})

test.each([
  ['no document of this name', 'produtos/documents/etiqueta?ids=1', [404, 'document.unknown']],
  ['a document of another register', 'produtos/documents/pedido?ids=1', [404, 'document.unknown']],
  ['a name that every object has', 'produtos/documents/constructor?ids=1', [404, 'document.unknown']],
  ['no records', 'produtos/documents/etiquetas', [400, 'bad-request']],
  [
    'too many records',
    `produtos/documents/etiquetas?ids=${Array.from({ length: 501 }, (_, at) => at + 1).join()}`,
    [400, 'bad-request'],
  ],
  ['a key that is none', 'produtos/documents/etiquetas?ids=abc', [404, 'not-found']],
  ['copies without end', 'produtos/documents/etiquetas?ids=1&copies=101', [400, 'bad-request']],
  ['a paper that it has not', 'produtos/documents/etiquetas?ids=1&paper=A4', [400, 'bad-request']],
  ['more used labels than a sheet has', 'produtos/documents/etiquetas?ids=1&skip=24', [400, 'bad-request']],
])('%s is told', async (_what, path, told) => {
  expect(await refusal(tokens.cook, path)).toEqual(told)
})

test('a paper of 10,000 rows holds nobody up, and more than a document may have are refused', async () => {
  const order = await run(
    `INSERT INTO pedidos ("lojaId", "parceiroId", tipo, status) VALUES ($1, $2, 'COMPRA', 'DIGITACAO') RETURNING id`,
    [stores.ours, ids.partner],
  )
  const fill = `INSERT INTO pedidos_itens ("lojaId", "pedidosId", ordem, "produtoId", codigo, descricao, quantidade, valor_unitario, valor_item)
    SELECT $1, $2, n, $3, 'C' || n, repeat('M', 200), 1, 1, 1 FROM generate_series($4::int, $5::int) n RETURNING id`
  await run(fill, [stores.ours, order, ids.product, 1, 10_000])
  const done: string[] = []
  const paper = ask(tokens.clerk, `pedidos/${order}/documents/pedido.pdf`).then(reply => {
    done.push('paper')
    return reply.statusCode
  })
  const list = ask(tokens.theirs, 'produtos', stores.theirs).then(reply => {
    done.push('list')
    return reply.statusCode
  })
  expect(await Promise.all([paper, list])).toEqual([200, 200])
  expect(done).toEqual(['list', 'paper'])
  await run(fill, [stores.ours, order, ids.product, 10_001, 20_001])
  expect(await refusal(tokens.clerk, `pedidos/${order}/documents/pedido`)).toEqual([422, 'document.too-many-rows'])
}, 60_000)

test('papers that are drawn are counted, pages that are read are not', async () => {
  const path = `produtos/documents/etiquetas.pdf?ids=${ids.product}`
  const codes: number[] = []
  for (let at = 0; at < 13; at += 1) codes.push((await ask(tokens.printer, path)).statusCode)
  expect(codes).toEqual([...Array.from({ length: 12 }, () => 200), 429])
  expect((await ask(tokens.printer, path.replace('.pdf', ''))).statusCode).toBe(200)
})

test("the API's document names both calls of each paper", async () => {
  const { paths } = (await server.call('', 'GET', '/api/openapi.json')).json()
  for (const { name, register } of Object.values(model.documents))
    for (const path of [`/${register}/documents/${name}`, `/${register}/documents/${name}.pdf`])
      expect(Object.keys(paths[path] ?? {})).toEqual(['get'])
})
