import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Outgoing invoices while they are typed: numbered, worked out by the server, kept, copied; never those of another store. */

let server: TestServer
let token: string
let store: number
const made = { customer: 0, far: 0, product: 0 }
const run = async (text: string, params: readonly unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.context.database.system.query(text, params)).rows
const idOf = async (text: string, params: readonly unknown[]): Promise<number> => Number((await run(text, params))[0]?.id)

// Its figures are those of 2026: later years know no PIS and add CBS to the total.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-09-10T12:00:00-03:00'), shouldAdvanceTime: true })
  server = await openServer()
  store = await server.addStore('Padaria da Ana')
  await server.tie(await server.addUser('dona@x.br'), store, { type: 1, email: 'dona@x.br' })
  token = await server.enter('dona@x.br')
  await run(`UPDATE lojas SET uf = 'SP', regime_tributario = 3, nfe_informacao_adicional = 'Obrigada!' WHERE "lojaId" = $1`, [
    store,
  ])
  made.customer = await partner('Mercado Bom', '11444777000161', '110042490114', 'SP')
  made.far = await partner('Caio', '52998224725', null, 'RJ')
  const tax = await idOf(
    `INSERT INTO impostos ("lojaId", nome, icms_cst, icms_alq, pis_cst, pis_alq, cofins_cst, cofins_alq, ipi_cst, ipi_alq, cfop_estadual, cfop_federal)
     VALUES ($1, 'Padrão', '00', 18, '01', 1.65, '01', 7.6, '50', 10, '5102', '6102') RETURNING id`,
    [store],
  )
  await run(`INSERT INTO ncms (id, descricao, tipo) VALUES ('21069090', 'Alimentos', 0) ON CONFLICT DO NOTHING`)
  made.product = await idOf(
    `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "impostoId", "ncmId", preco_vnd_prod) VALUES ($1, 7, 'Bolo', $2, '21069090', 10) RETURNING id`,
    [store, tax],
  )
}, 60_000)
afterAll(async () => {
  vi.useRealTimers()
  await server?.close()
})

async function partner(name: string, cnpj: string, ie: string | null, uf: string): Promise<number> {
  const id = await idOf(
    `INSERT INTO parceiros ("lojaId", nome_fantasia, cliente, cnpj, ie) VALUES ($1, $2, true, $3, $4) RETURNING id`,
    [store, name, cnpj, ie],
  )
  await run(`INSERT INTO parceiros_enderecos ("lojaId", "parceirosId", uf, ordem) VALUES ($1, $2, $3, 1)`, [store, id, uf])
  return id
}

const save = (body: object, by = token) => server.call(by, 'POST', '/api/NFe_emissaos/save', { lojaId: store, ...body })
/** A draft with all that it needs beside what a test is about: somebody, an item, a payment. */
const whole = (body: object) => ({ destinatarioId: made.customer, itens: [item()], pagamentos: [{ tipo: 1, valor: 1 }], ...body })
const draft = async (body: object = {}) => {
  const reply = await save(whole(body))
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json()
}
const item = (changes: object = {}) => ({ produtoId: made.product, quantidade: 3, valor_unitario: 10.123456, ...changes })

test('a draft gets series, number, code, environment, and what follows from its recipient', async () => {
  const first = await draft()
  expect(first).toMatchObject({
    modelo: 55,
    serie: 1,
    numero: 1,
    ambiente: 2,
    situacao: 'DIGITACAO',
    identificador_operacao: 1,
    identificador_ie_dest: 1,
    presenca: 9,
    modo_frete: 1,
    consumidor: 1,
    informacao_adicional: 'Obrigada!',
  })
  expect(String(first.cnf)).toMatch(/^[1-9]\d{7}$/)
  const second = await draft({ destinatarioId: made.far })
  expect(second).toMatchObject({ serie: 1, numero: 2, identificador_operacao: 2, identificador_ie_dest: 9 })
  expect(await draft({ serie: 5 })).toMatchObject({ serie: 5, numero: 1 })
  expect(await draft()).toMatchObject({ serie: 5, numero: 2 })
  const taken = await save(whole({ serie: 1, numero: 2 }))
  expect(taken.statusCode).toBe(422)
  expect(taken.body).toContain('Já existe uma NF-e com esta série e este número.')
})

test('a draft has an item and a payment, when it is made and when rows are taken out; a range of numbers needs neither', async () => {
  const told = async (body: object): Promise<unknown> =>
    (await save(body)).json().error?.details?.map(({ path, message }: Record<string, unknown>) => [path, message])
  const items = ['itens', 'Adicione ao menos um produto']
  const payments = ['pagamentos', 'Adicione ao menos um pagamentos']
  expect(await told({ destinatarioId: made.customer })).toEqual([items, payments])
  expect(await told(whole({ itens: [] }))).toEqual([items])
  expect(await told(whole({ pagamentos: [] }))).toEqual([payments])
  const note = await draft()
  const without = (list: 'itens' | 'pagamentos') => [{ id: note[list][0].id, deletar: true }]
  expect(await told({ id: note.id, version: note.version, itens: without('itens') })).toEqual([items])
  expect(await told({ id: note.id, version: note.version, pagamentos: without('pagamentos') })).toEqual([payments])
  expect(await told({ id: note.id, version: note.version, natureza_operacao: 'REMESSA' })).toBeUndefined()
  const range = { inutilizacao: true, serie: 77, numero: 1, numero_final: 2, justificativa: 'Falha na numeração da série' }
  expect(await told(range)).toBeUndefined()
})

test('two who begin a draft at once get two numbers', async () => {
  const both = await Promise.all([draft({ serie: 9 }), draft({ serie: 9 })])
  expect(both.map(one => one.numero).toSorted()).toEqual([1, 2])
})

test('an item of CST 90 is charged with a substitution only where its profile names a margin', async () => {
  const profile = (cst: string, reduced: number, margin: number) =>
    run('UPDATE impostos SET icms_cst = $2, icms_red_bc = $3, icms_st_mva = $4, ipi_cst = $5 WHERE "lojaId" = $1', [
      ...[store, cst, reduced, margin, cst === '90' ? null : '50'],
    ])
  await profile('90', 33.33, 0)
  const plain = await draft({ itens: [item({ quantidade: 1, valor_unitario: 100 })] })
  await profile('90', 33.33, 40)
  const margined = await draft({ itens: [item({ quantidade: 1, valor_unitario: 100 })] })
  await profile('00', 0, 0)
  expect(plain).toMatchObject({ total_icms_v: 12, total_icms_st_bc: 0, total_icms_st_v: 0, total_nota: 100 })
  expect(margined).toMatchObject({ total_icms_v: 12, total_icms_st_bc: 140, total_icms_st_v: 13.2, total_nota: 113.2 })
})

test('an item for another state takes the rate between the two, not that of its own state', async () => {
  const far = { destinatarioId: made.far }
  const rate = (note: { itens: Record<string, unknown>[] }) => note.itens.map(({ cfop, icms_alq }) => [cfop, icms_alq])
  expect(rate(await draft())).toEqual([['5102', 18]])
  expect(rate(await draft(far))).toEqual([['6102', 12]])
  expect(rate(await draft({ ...far, itens: [item({ icms_cst: '00', icms_alq: 17 })] }))).toEqual([['6102', 17]])
  await run('UPDATE produtos SET orig = 2 WHERE "lojaId" = $1', [store])
  expect(rate(await draft(far))).toEqual([['6102', 4]])
  await run('UPDATE produtos SET orig = NULL WHERE "lojaId" = $1', [store])
  // At the counter the operation is that of the store's state.
  expect(rate(await draft({ ...far, identificador_operacao: 1 }))).toEqual([['5102', 18]])
})

test('an item takes codes and taxes of its product, and the server works it out', async () => {
  const note = await draft({
    consumidor: 0,
    itens: [item(), item({ quantidade: 1, valor_unitario: 20 })],
    total_frete: 5,
    total_desconto: 1,
  })
  // 30.37 and 20.00: the freight falls into 3.01 and 1.99, the discount into 0.60 and 0.40.
  expect(note.itens).toMatchObject([
    {
      codigo: '7',
      descricao: 'Bolo',
      cfop: '5102',
      ncmId: '21069090',
      icms_cst: '00',
      valor_total: 30.37,
      valor_frete: 3.01,
      valor_desconto: 0.6,
      valor_item: 32.78,
      ipi_v: 3.34,
      icms_bc: 32.78,
      icms_v: 5.9,
      pis_v: 0.44,
      cofins_v: 2.04,
    },
    { valor_total: 20, valor_frete: 1.99, valor_desconto: 0.4, valor_item: 21.59, icms_v: 3.89 },
  ])
  expect(note).toMatchObject({ total_produtos: 50.37, total_frete: 5, total_desconto: 1, total_icms_v: 9.79, total_ipi_v: 5.54 })
  expect(note.total_nota).toBe(59.91)
  const [one, two] = note.itens
  const changed = await save({ id: note.id, version: note.version, itens: [{ id: two.id, deletar: true }] })
  expect(changed.json()).toMatchObject({ total_produtos: 30.37, total_frete: 5 })
  expect(changed.json().itens).toMatchObject([{ id: one.id, valor_frete: 5 }])
  const far = await save({ id: note.id, version: changed.json().version, total_frete: 0 })
  expect(far.json().itens).toMatchObject([{ valor_frete: 0 }])
})

test('what a browser worked out does not count, unless the invoice is worked out by hand', async () => {
  const typed = item({
    quantidade: 1,
    valor_unitario: 10,
    valor_total: 10,
    valor_item: 10,
    icms_cst: '00',
    icms_alq: 18,
    icms_bc: 5,
    icms_v: 0.5,
  })
  expect((await draft({ itens: [typed] })).itens).toMatchObject([{ icms_bc: 10, icms_v: 1.8, cfop: '5102' }])
  const note = await draft({ itens: [typed], calculo_manual: true })
  expect(note.itens).toMatchObject([{ icms_bc: 5, icms_v: 0.5 }])
  expect(note).toMatchObject({ total_icms_bc: 5, total_icms_v: 0.5, total_produtos: 10, total_nota: 10 })
})

test('keys are cleaned; what is wrong is told at its field', async () => {
  const key = '35260111222333000181550010000001201123456780'
  const note = await draft({
    chaves: [{ chave: key.replace(/(.{4})/g, '$1 ') }],
    pagamentos: [{ tipo: 90, valor: 0 }],
    volumes: [{ quantidade: 2 }],
  })
  expect(note).toMatchObject({ chaves: [{ chave: key }], pagamentos: [{ tipo: 90, valor: 0 }], volumes: [{ quantidade: 2 }] })
  const wrong = async (body: object): Promise<[number, string]> => {
    const reply = await save(whole(body))
    return [reply.statusCode, reply.json().error?.message]
  }
  expect(await wrong({ chaves: [{ chave: '123' }] })).toEqual([422, 'Preencha a chave de acesso com 44 caracteres!'])
  expect(await wrong({ pagamentos: [{ valor: 1 }] })).toEqual([422, 'Preencha o tipo!'])
  expect(await wrong({ pagamentos: [{ tipo: 1 }] })).toEqual([422, 'Preencha o valor!'])
  expect((await wrong({ itens: [item({ quantidade: 0 })] }))[1]).toMatch(/^Quantidade e valor precisam ser maiores que zero/)
  expect((await draft({ itens: [item({ quantidade: 0 })], finalidade: 2 })).total_nota).toBe(0)
  for (const strange of ['x', {}, [1], [{ quantidade: 'muito', descricao: 'A', valor_unitario: {} }]])
    expect((await wrong({ itens: strange }))[0], JSON.stringify(strange)).toBe(422)
  const huge = item({ quantidade: 99_999_999, valor_unitario: 99_999_999 })
  expect(await wrong({ itens: [huge] })).toEqual([422, 'Os totais desta nota não cabem numa NF-e.'])
  expect((await wrong({ destinatarioId: 999_999 }))[0]).toBe(422)
  const { details } = (await save(whole({ total_desconto: 30.38 }))).json().error
  const message = 'O desconto é maior que o valor dos produtos'
  for (const path of ['total_desconto', 'itens.0.valor_item'])
    expect(details).toContainEqual(expect.objectContaining({ path, message }))
  expect((await draft({ total_desconto: 30.37 })).total_produtos).toBe(30.37)
})

test('a copy is a new draft; what is issued stays, whoever asks', async () => {
  const note = await draft({ itens: [item()], natureza_operacao: 'BRINDE' })
  await run(`UPDATE "NFe_emissaos" SET situacao = 'AUTORIZADA', chave = 'X', "xmlUrl" = '/x' WHERE id = $1`, [note.id])
  const changed = await save({ id: note.id, version: note.version, natureza_operacao: 'VENDA' })
  expect(changed.json().error.message).toBe('Uma nota emitida ou cancelada não pode ser alterada.')
  const removed = await server.call(token, 'DELETE', `/api/NFe_emissaos/${note.id}?lojaId=${store}`)
  expect(removed.json().error.message).toBe('Uma nota emitida ou cancelada não pode ser alterada.')
  const { id: _, ...forged } = note
  const copy = await draft({
    ...forged,
    serie: undefined,
    numero: undefined,
    itens: [item()],
    pagamentos: [{ tipo: 17, valor: 30.37 }],
    situacao: 'AUTORIZADA',
    cnf: 11111111,
    total_nota: 1,
  })
  expect(copy).toMatchObject({ situacao: 'DIGITACAO', natureza_operacao: 'BRINDE' })
  expect(copy.chave ?? null).toBeNull()
  expect(copy.cnf).not.toBe(11111111)
  expect(copy.total_nota).not.toBe(1)
})

test('who may not see the stock sees no invoices; products of another store give nothing', async () => {
  await server.tie(await server.addUser('caixa@x.br'), store, { email: 'caixa@x.br', pdv_relatorios: true })
  expect((await save(whole({}), await server.enter('caixa@x.br'))).statusCode).toBe(403)
  const other = await server.addStore('Alheia')
  const foreign = await idOf(`INSERT INTO produtos ("lojaId", cod_prod, desc_prod) VALUES ($1, 7, 'Segredo') RETURNING id`, [
    other,
  ])
  const reply = await save(whole({ itens: [item({ produtoId: foreign })] }))
  expect(reply.statusCode).toBe(422)
  expect(reply.body).not.toContain('Segredo')
})
