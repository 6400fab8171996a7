import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluate } from '../../../src/model/expression.ts'
import { openShop, type Shop, type TestReply } from '../fixtures/shop.ts'

/** The rules of registers beyond holding values. */
type Row = Record<string, unknown> & { id: number }
type Ask = ReturnType<Shop['as']>

let shop: Shop
let admin: Ask
let dono: Ask

const ok = async <T = Row>(answer: Promise<TestReply>): Promise<T> => {
  const { status, body } = await answer
  expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  return body as T
}
const refused = async (answer: Promise<TestReply>): Promise<{ status: number; at: string[] }> => {
  const { status, body } = await answer
  const { error } = body as { error: { code: string; details: { path: string; code: string }[] } }
  return { status, at: error.details?.length ? error.details.map(({ path, code }) => `${path}: ${code}`) : [error.code] }
}
const list = async (ask: Ask, register: string, lojaId = 1): Promise<Row[]> =>
  ok<Row[]>(ask('GET', `/api/${register}?lojaId=${lojaId}&filter=${encodeURIComponent(JSON.stringify({ limit: 500 }))}`))

let base: Record<string, unknown>
const products: Row[] = []

beforeAll(async () => {
  shop = await openShop()
  const features = ['cardapio_digital']
  admin = shop.as({ userId: 1, stores: [], admin: true, features })
  for (const nome_fantasia of ['Matriz', 'Filial', 'Alheia'])
    await ok(admin('POST', '/api/lojas', { nome_fantasia, regime_tributario: 1 }))
  dono = shop.as({ userId: 2, stores: [1, 2], owner: true, features })
  const ncm = { id: '21069090', descricao: 'Preparações', tipo: 0, nacional: 1, importado: 1, estadual: 1, municipal: 0 }
  await ok(admin('POST', '/api/ncms', ncm))
  const at = { lojaId: 1 }
  const grupo = await ok(dono('POST', '/api/grupos', { ...at, nome: 'Lanches' }))
  const unidade = await ok(dono('POST', '/api/unidades', { ...at, nome: 'UN' }))
  const fiscal = { nome: 'Padrão', icms_cst: '500', icms_alq: 0, pis_cst: '49', cofins_cst: '49', cfop_estadual: '5405' }
  const imposto = await ok(dono('POST', '/api/impostos', { ...at, ...fiscal }))
  const shared = { grupoId: grupo.id, unidadeId: unidade.id, impostoId: imposto.id, ncmId: '21069090' }
  base = { ...at, ...shared, preco_cst_prod: 2, appPreco: 0 }
  for (const [cod_prod, desc_prod, preco_vnd_prod] of [
    ['1', 'X-Salada', 20],
    ['2', 'Suco', 8.5],
    ['3', 'Batata', 12],
  ] as const)
    products.push(await ok(dono('POST', '/api/produtos', { ...base, cod_prod, desc_prod, preco_vnd_prod })))
})
afterAll(() => shop?.close())

describe('currencies', () => {
  test('the nine acquirers are there from the start, once', async () => {
    const names = (await ok<Row[]>(admin('GET', '/api/Moeda_adquirentes'))).map(row => row.nome)
    expect(names).toEqual(['Bin', 'Caixa', 'Cielo', 'Getnet', 'PagBank', 'Rede', 'Safra', 'Sicredi', 'Stone'])
  })

  test('without an acquirer fee and days are 0, also when it is taken away', async () => {
    const moeda = { lojaId: 1, nome: 'Crédito', cod_sat: '03', taxa: 3.5, dias: 30 }
    const cash = await ok(dono('POST', '/api/moedas', { ...moeda, nome: 'Dinheiro', cod_sat: '01' }))
    expect(cash).toMatchObject({ taxa: 0, dias: 0, status: true, sitef_funcao: 'NENHUMA' })
    const card = await ok(dono('POST', '/api/moedas', { ...moeda, moedaAdquirenteId: 1 }))
    expect(card).toMatchObject({ taxa: 3.5, dias: 30 })
    const without = await ok(dono('PATCH', `/api/moedas/${card.id}`, { lojaId: 1, moedaAdquirenteId: null }))
    expect(without).toMatchObject({ taxa: 0, dias: 0 })
  })

  test('a currency of the app reaches every store and every new store, and goes with its rows', async () => {
    const pix = await ok(admin('POST', '/api/moeda_Apps', { nome: 'PIX' }))
    const [row] = await list(dono, 'Loja_moeda_apps')
    expect(row).toMatchObject({ moeda_appId: pix.id, status: false })
    expect(await ok(dono('PATCH', `/api/Loja_moeda_apps/${row?.id}`, { lojaId: 1, status: true }))).toMatchObject({
      status: true,
    })
    const fresh = await ok(admin('POST', '/api/lojas', { nome_fantasia: 'Nova', regime_tributario: 1 }))
    expect(await list(admin, 'Loja_moeda_apps', fresh.id)).toHaveLength(1)
    expect((await dono('POST', '/api/Loja_moeda_apps', { lojaId: 1, status: true })).status).toBe(403)
    await ok(admin('DELETE', `/api/moeda_Apps/${pix.id}`))
    expect(await list(dono, 'Loja_moeda_apps')).toEqual([])
  })
})

describe('digital menu', () => {
  test('an area is by neighbourhood or, with a distance above 0, by distance', async () => {
    const fee = { lojaId: 1, valor: 5, minutos: 30 }
    expect(await ok(dono('POST', '/api/loja_Entregas', { ...fee, bairro: 'Centro Novo' }))).toMatchObject({ porDistancia: false })
    const far = await ok(dono('POST', '/api/loja_Entregas', { ...fee, distancia: 4.5 }))
    expect(far).toMatchObject({ porDistancia: true, status: true })
    expect(await refused(dono('POST', '/api/loja_Entregas', fee))).toEqual({ status: 422, at: ['bairro: required'] })
    // A place has one fee, however it is written; what is not touched may be edited on.
    for (const bairro of ['centro novo', 'CENTRO  NÔVO'])
      expect(await refused(dono('POST', '/api/loja_Entregas', { ...fee, bairro }))).toEqual({
        status: 422,
        at: ['bairro: delivery.place-used'],
      })
    expect(await refused(dono('POST', '/api/loja_Entregas', { ...fee, distancia: 4.5, valor: 9 }))).toEqual({
      status: 422,
      at: ['distancia: delivery.distance-used'],
    })
    await ok(dono('POST', '/api/loja_Entregas', { ...fee, distancia: 4.51 }))
    expect(await ok(dono('PATCH', `/api/loja_Entregas/${far.id}`, { lojaId: 1, distancia: 4.5, valor: 6 }))).toMatchObject({
      valor: 6,
    })
    const { columns } = shop.model.registers.Loja_Entregas?.views.list ?? { columns: [] }
    const text = columns[0]?.text ?? ''
    expect(evaluate(shop.model, 'Loja_Entregas', text, { record: far })).toBe('Até 4,50 km')
    expect(evaluate(shop.model, 'Loja_Entregas', text, { record: { porDistancia: true, distancia: 3 } })).toBe('Até 3 km')
  })

  test('hours and pauses ask for their own fields and know how long they are', async () => {
    const hours = { lojaId: 1, aberto: true, dia_semana_ini: 5, dia_semana_fim: 6, inicio: '18:00', fim: '00:30' }
    expect(await ok(dono('POST', '/api/Loja_Horarios', hours))).toMatchObject({ milisegundos: 390 * 60_000, entrega: true })
    const pause = { lojaId: 1, aberto: false, pausa_inicio: '2026-12-24T12:00:00.000Z', pausa_fim: '2026-12-26T15:30:00.000Z' }
    expect(await refused(dono('POST', '/api/Loja_Horarios', pause))).toEqual({ status: 422, at: ['motivo: required'] })
    const made = await ok(dono('POST', '/api/Loja_Horarios', { ...pause, motivo: 'Natal' }))
    const duration = shop.model.registers.Loja_Horarios?.views.list.columns.find(({ field }) => field === 'milisegundos')?.text
    expect(evaluate(shop.model, 'Loja_Horarios', duration ?? '', { record: made })).toBe('2 dias, 3 horas e 30 minutos')
    const turned = { ...pause, motivo: 'Natal', pausa_fim: '2026-12-20T12:00:00.000Z' }
    expect(await refused(dono('POST', '/api/Loja_Horarios', turned))).toEqual({ status: 422, at: ['pausa_fim: time-order'] })
    const idle = { ...pause, motivo: 'Natal', entrega: false, retirada: false, mesa: false }
    expect((await refused(dono('POST', '/api/Loja_Horarios', idle))).at).toContain('entrega: schedule.order-type-required')
  })

  test('hours that overlap are refused, past midnight and over the end of the week too, and told by the row in the way', async () => {
    const at = { lojaId: 2, aberto: true, entrega: true, retirada: false, mesa: false }
    const hours = (dia_semana_ini: number, dia_semana_fim: number, inicio: string, fim: string, more = {}) => ({
      ...at,
      ...{ dia_semana_ini, dia_semana_fim, inicio, fim, ...more },
    })
    const post = (body: object) => dono('POST', '/api/Loja_Horarios', body)
    const inTheWay = { status: 422, at: ['inicio: schedule.overlap'] }
    const weekend = await ok(post(hours(5, 6, '18:00', '02:00')))
    const again = await post(hours(6, 6, '20:00', '21:00'))
    expect(again.body).toMatchObject({
      error: { message: 'Este horário coincide com outro já cadastrado: Sexta-feira a Sábado, 18:00 a 02:00' },
    })
    expect(await refused(post(hours(0, 0, '01:00', '03:00')))).toEqual(inTheWay)
    expect(await refused(post(hours(4, 4, '20:00', '18:01')))).toEqual(inTheWay)
    expect(await refused(post(hours(6, 1, '01:59', '02:00')))).toEqual(inTheWay)
    // Hours that begin as others end, other orders, a pause: all of that stands beside it.
    const sunday = await ok(post(hours(0, 0, '02:00', '18:00')))
    await ok(post(hours(6, 6, '20:00', '21:00', { entrega: false, mesa: true })))
    await ok(
      post({ ...at, aberto: false, motivo: 'Natal', pausa_inicio: '2026-12-25T00:00:00Z', pausa_fim: '2026-12-26T00:00:00Z' }),
    )
    expect(await refused(post({ ...hours(6, 6, '20:00', '21:00'), lojaId: 1 }))).toEqual(inTheWay)
    // An edit, several at once, and an undo are held to it as well; what is not touched is not asked about.
    const path = `/api/Loja_Horarios/${sunday.id}`
    expect(await refused(dono('PATCH', path, { lojaId: 2, inicio: '01:30' }))).toEqual(inTheWay)
    expect(await ok(dono('PATCH', path, { lojaId: 2, retirada: true }))).toMatchObject({ retirada: true })
    const data = { dia_semana_ini: 3, dia_semana_fim: 3 }
    const ids = [weekend.id, sunday.id]
    expect((await dono('POST', '/api/Loja_Horarios/updateMany', { lojaId: 2, ids, data })).status).toBe(200)
    const alike = { ...data, inicio: '10:00', fim: '11:00' }
    expect((await dono('POST', '/api/Loja_Horarios/updateMany', { lojaId: 2, ids, data: alike })).status).toBe(422)
    const both = await Promise.all([post(hours(2, 2, '10:00', '14:00')), post(hours(1, 2, '12:00', '13:00'))])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
  })
})

describe('tabs', () => {
  test('codigo_ultimo makes every code of the range, each with its history', async () => {
    const first = await ok(dono('POST', '/api/comandas', { lojaId: 1, codigo: '008', codigo_ultimo: '12', prepaga: true }))
    expect(first).toMatchObject({ codigo: '008' })
    const all = await list(dono, 'comandas')
    expect(all.map(row => row.codigo)).toEqual(['008', '009', '010', '011', '012'])
    expect(all.every(row => row.prepaga === true && row.version === 1)).toBe(true)
    const { rows } = await shop.database.system.query(`SELECT FROM user_logs WHERE recurso = 'comandas'`)
    expect(rows).toHaveLength(5)
  })

  test('a range with codes in use, turned round, too long or with letters is refused whole', async () => {
    const range = (codigo: string, codigo_ultimo: string) =>
      refused(dono('POST', '/api/comandas', { lojaId: 1, codigo, codigo_ultimo }))
    expect(await range('006', '9')).toEqual({ status: 422, at: ['codigo_ultimo: tab.codes-used'] })
    expect(await range('20', '19')).toEqual({ status: 422, at: ['codigo_ultimo: tab.range-order'] })
    expect(await range('20', '5000')).toEqual({ status: 422, at: ['codigo_ultimo: tab.range-too-long'] })
    expect(await range('A1', '9')).toEqual({ status: 422, at: ['codigo: tab.range-numeric'] })
    expect(await list(dono, 'comandas')).toHaveLength(5)
  })

  test('a tab in use is neither changed nor removed', async () => {
    const [tab] = await list(dono, 'comandas')
    await shop.database.asOwner(q => q.query('UPDATE comandas SET "movimentoId" = 7 WHERE id = $1', [tab?.id]))
    expect(await refused(dono('PATCH', `/api/comandas/${tab?.id}`, { lojaId: 1, bloqueada: true }))).toEqual({
      status: 422,
      at: ['tab.in-use'],
    })
    expect((await dono('DELETE', `/api/comandas/${tab?.id}`, { lojaId: 1 })).status).toBe(422)
  })

  test('the places of a range are previewed by name, and only of a range', () => {
    const items = shop.model.registers.Comanda_local?.views.form.preview?.items ?? ''
    const preview = (record: object) => evaluate(shop.model, 'Comanda_local', items, { record: { ...record } })
    expect(preview({ nome: 'Mesa', inicio: 1, fim: 3 })).toEqual(['Mesa 1', 'Mesa 2', 'Mesa 3'])
    expect(preview({ nome: 'Mesa', inicio: 5, fim: 3 })).toEqual([])
    expect(preview({ nome: 'Mesa' })).toEqual([])
  })
})

describe('combos, bridges, questions', () => {
  test('a combo is a product that costs what its items cost together', async () => {
    const items = [
      { produtoIdItem: products[0]?.id, preco_item: 18.1 },
      { produtoIdItem: products[1]?.id, preco_item: 7.2 },
    ]
    const body = { lojaId: 1, cod_prod: '100', desc_prod: 'Combo 1', grupoId: base.grupoId, comboItens: items, preco_vnd_prod: 1 }
    const combo = await ok(dono('POST', '/api/produtoCombos', body))
    expect(combo).toMatchObject({ preco_vnd_prod: 25.3, combo: true, ordem: 999, stt_prod: true, appDelivery: true })
    const [row] = combo.comboItens as Row[]
    const cheaper = { lojaId: 1, comboItens: [{ id: row?.id, preco_item: 10 }] }
    expect(await ok(dono('PATCH', `/api/produtoCombos/${combo.id}`, cheaper))).toMatchObject({ preco_vnd_prod: 17.2 })
    expect((await list(dono, 'produtoCombos')).map(each => each.desc_prod)).toEqual(['Combo 1'])
    expect(await refused(dono('PATCH', `/api/produtos/${combo.id}`, { lojaId: 1, preco_vnd_prod: 3 }))).toMatchObject({
      status: 422,
      at: ['preco_vnd_prod: field-read-only'],
    })
    expect((await dono('PATCH', `/api/produtos/${combo.id}`, { lojaId: 1, stt_prod: false })).status).toBe(200)
    expect(await refused(dono('POST', '/api/produtoCombos', { ...body, cod_prod: '1' }))).toEqual({
      status: 422,
      at: ['cod_prod: product.code-used'],
    })
    expect((await dono('DELETE', `/api/produtos/${products[0]?.id}`, { lojaId: 1 })).status).toBe(422)
  })

  test('a group lies within no group that lies within it', async () => {
    const group = async (nome: string, paiId?: unknown) =>
      (await ok(dono('POST', '/api/grupos', { lojaId: 1, nome, ...(paiId ? { paiId } : {}) }))).id
    const top = await group('Bar')
    const middle = await group('Drinques', top)
    const below = await group('Sem álcool', middle)
    for (const paiId of [middle, below])
      expect(await refused(dono('PATCH', `/api/grupos/${top}`, { lojaId: 1, paiId }))).toEqual({
        status: 422,
        at: ['paiId: group.parent-below'],
      })
    await ok(dono('PATCH', `/api/grupos/${below}`, { lojaId: 1, paiId: top }))
    await ok(dono('PATCH', `/api/grupos/${middle}`, { lojaId: 1, paiId: below }))
    for (const id of [middle, below, top]) await ok(dono('DELETE', `/api/grupos/${id}`, { lojaId: 1 }))
  })

  test('a bridge is a product that asks', async () => {
    const respostas = [{ cod_prod: '1', nome: 'Quero o lanche', valor: 20 }, { nome: 'Só olhando' }]
    const body = { lojaId: 1, cod_prod: '200', desc_prod: 'O que vai ser?', grupoId: base.grupoId, respostas }
    const bridge = await ok(dono('POST', '/api/produtoPontes', body))
    const round = { ...body, cod_prod: '201', respostas: [{ cod_prod: '201', nome: 'De novo', valor: 0 }] }
    expect(await refused(dono('POST', '/api/produtoPontes', round))).toEqual({
      status: 422,
      at: ['respostas.0.cod_prod: answer.bridge-itself'],
    })
    expect(bridge).toMatchObject({ ponte: true, ordem: 999, stt_prod: true, preco_vnd_prod: 0 })
    expect(bridge.respostas).toMatchObject([
      { cod_prod: '1', valor: 20, ordem: 1 },
      { valor: 0, ordem: 2 },
    ])
    expect(await list(dono, 'produtoPontes')).toHaveLength(1)
  })

  test('a question knows its products by code, and links to them', async () => {
    const body = { lojaId: 1, descricao: 'Ponto?', qtd_min: 0, qtd_max: 1, produtosCodigos: '1, 3' }
    const made = await ok(dono('POST', '/api/pergunta', { ...body, respostas: [{ cod_prod: 2, nome: 'Com suco', valor: 8 }] }))
    expect(made.respostas).toMatchObject([{ produtoId: products[1]?.id, ativo: true }])
    const { produtos } = await ok(dono('GET', `/api/pergunta/${made.id}?lojaId=1`))
    expect((produtos as Row[]).map(row => Number(row.produtoId)).sort()).toEqual([products[0]?.id, products[2]?.id])
    const again = { lojaId: 1, id: made.id, produtosCodigos: '3;2' }
    await ok(dono('POST', '/api/pergunta/save', again))
    expect(await list(dono, 'produto_pergunta')).toHaveLength(3)
    expect(await refused(dono('POST', '/api/pergunta', { ...body, produtosCodigos: '77' }))).toEqual({
      status: 422,
      at: ['produtosCodigos: question.products-unknown'],
    })
    const [answer] = made.respostas as Row[]
    expect(await ok(dono('PUT', '/api/pergunta_resposta', { id: answer?.id, lojaId: 1, ativo: false }))).toMatchObject({
      ativo: false,
    })
  })
})

test('a sync is asked of active equipment, and waits as one', async () => {
  const nome = 'Totem'
  const machine = await ok(dono('POST', '/api/equipamentos', { lojaId: 1, nome, totem_operacao: 'AGUARDA_TRANSACAO' }))
  const sync = () => dono('POST', '/api/equipamento_eventos/sincronizar', { lojaId: 1, equipamentoId: machine.id })
  expect(await ok(sync())).toMatchObject({ equipamentoId: machine.id, completo: false })
  await ok(sync())
  expect(await list(dono, 'equipamento_eventos')).toHaveLength(1)
  await ok(dono('PATCH', `/api/equipamentos/${machine.id}`, { lojaId: 1, ativo: false }))
  expect(await refused(sync())).toEqual({ status: 422, at: ['equipment.inactive'] })
  const other = { lojaId: 2, equipamentoId: machine.id }
  expect((await dono('POST', '/api/equipamento_eventos/sincronizar', other)).status).toBe(404)
  expect((await dono('POST', '/api/equipamento_eventos', { lojaId: 1, equipamentoId: machine.id })).status).toBe(403)
})

describe('branches', () => {
  const ids = () => encodeURIComponent(JSON.stringify(products.map(product => product.id)))
  const prices = (ask: Ask) => ask('GET', `/api/Loja_filials/filiaisProdutos?lojaId=1&produtosIds=${ids()}`)
  const send = (ask: Ask, ...cells: object[]) =>
    ask('POST', '/api/Loja_filials/filiaisClonaProdutos', {
      lojaId: 1,
      produtosData: cells.map(cell => ({ matrizId: 1, ...cell })),
    })

  test('an owner names own stores only', async () => {
    expect(await refused(prices(dono))).toEqual({ status: 422, at: ['product.branches-unset'] })
    const name = (filialId: number) => dono('POST', '/api/Loja_filials', { lojaId: 1, filialId })
    expect(await refused(name(1))).toEqual({ status: 422, at: ['filialId: branch.itself'] })
    expect(await refused(name(3))).toEqual({ status: 422, at: ['filialId: branch.unknown'] })
    await ok(name(2))
  })

  test('a price makes, changes and removes the product of the branch', async () => {
    await shop.database.asOwner(q =>
      q.query(`INSERT INTO user_lojas ("lojaId", "userId", email, "type") VALUES (1, 2, 'd@x.br', 1), (2, 2, 'd@x.br', 1)`),
    )
    expect(await ok(prices(dono))).toMatchObject({
      lojasIds: [2],
      produtosLojas: [],
      produtosMatriz: [{ cod_prod: '1' }, {}, {}],
    })
    const [one, two] = products.map(product => ({ filialId: 2, produtoIdMatriz: product.id }))
    const made = await ok(send(dono, { ...one, preco_vnd_prod: 22 }, { ...two, preco_vnd_prod: 9 }))
    expect(made).toEqual({ criados: 2, alterados: 0, excluidos: 0 })
    const there = (await ok(prices(dono))).produtosLojas as Row[]
    expect(there).toMatchObject([
      { lojaId: 2, produtoIdMatriz: products[0]?.id, cod_prod: '1', preco_vnd_prod: 22 },
      { cod_prod: '2', preco_vnd_prod: 9 },
    ])
    expect((await list(dono, 'grupos', 2)).map(row => row.nome)).toEqual(['Lanches'])
    const done = await ok(
      send(dono, { ...one, produtoIdFilial: there[0]?.id, preco_vnd_prod: 19.9 }, { ...two, produtoIdFilial: there[1]?.id }),
    )
    expect(done).toEqual({ criados: 0, alterados: 1, excluidos: 1 })
    expect(await list(dono, 'produtos', 2)).toMatchObject([{ cod_prod: '1', preco_vnd_prod: 19.9 }])
    // Of many prices, that of a combo is named: it is nobody's to give.
    const [bag] = await list(dono, 'grupos', 2)
    const [here, over] = await Promise.all(
      [base.grupoId, bag?.id].map((grupoId, at) =>
        ok(dono('POST', '/api/produtoCombos', { lojaId: at + 1, cod_prod: '700', desc_prod: 'Kit', grupoId })),
      ),
    )
    const kit = { filialId: 2, produtoIdMatriz: here?.id, produtoIdFilial: over?.id, preco_vnd_prod: 5 }
    expect((await send(dono, { ...one, produtoIdFilial: there[0]?.id, preco_vnd_prod: 20 }, kit)).body).toMatchObject({
      error: { message: expect.stringContaining('Kit é um combo'), details: [{ path: 'produtosData.1' }] },
    })
    expect((await list(dono, 'produtos', 2)).find(row => row.cod_prod === '1')).toMatchObject({ preco_vnd_prod: 19.9 })
    await ok(dono('DELETE', `/api/produtoCombos/${over?.id}`, { lojaId: 2 }))
  })

  test('a flag counts in the store that gave it, and other stores are out of reach', async () => {
    const flags = ['cardapio_ver', 'cardapio_editar', 'cardapio_criar', 'cardapio_excluir']
    const employee = shop.as({ userId: 3, stores: [1, 2], flags })
    await shop.database.asOwner(q =>
      q.query(`INSERT INTO user_lojas ("lojaId", "userId", email, "type", "cardapio_editar") VALUES (1, 3, 'f@x.br', 2, true)`),
    )
    expect(await refused(prices(employee))).toEqual({ status: 422, at: ['branch.none-allowed'] })
    await shop.database.asOwner(q =>
      q.query(`INSERT INTO user_lojas ("lojaId", "userId", email, "type", "cardapio_editar") VALUES (2, 3, 'f@x.br', 2, true)`),
    )
    const cell = { filialId: 2, produtoIdMatriz: products[1]?.id, preco_vnd_prod: 9 }
    expect(await refused(send(employee, cell))).toEqual({ status: 422, at: ['produtosData.0: branch.forbidden'] })
    expect(await refused(send(dono, { ...cell, filialId: 3 }))).toEqual({ status: 422, at: ['branch.forbidden'] })
    const [theirs] = await list(dono, 'produtos', 2)
    const wrong = { ...cell, produtoIdFilial: products[1]?.id }
    expect((await send(dono, wrong)).status).toBe(404)
    expect((await send(dono, { ...wrong, preco_vnd_prod: null })).status).toBe(404)
    expect(await list(dono, 'produtos', 2)).toEqual([theirs])
  })

  test('a branch whose licence is over gets no prices, and the refusal names it', async () => {
    const licence = (active: boolean) =>
      shop.database.asOwner(q =>
        q
          .query(
            `WITH company AS (INSERT INTO users (email, active) VALUES ('empresa@x.br', true) ON CONFLICT DO NOTHING RETURNING id)
           UPDATE lojas SET "adminUserId" = company.id FROM company WHERE lojas.id = 2`,
          )
          .then(() => q.query(`UPDATE users SET active = $1 WHERE email = 'empresa@x.br'`, [active])),
      )
    const [before] = await list(dono, 'produtos', 2)
    const cell = { filialId: 2, produtoIdMatriz: products[1]?.id, preco_vnd_prod: 9 }
    const pair = { lojaId: 1, filialId: 2, produtoId: products[1]?.id, produtoFilialId: before?.id }
    const link = () => dono('POST', '/api/Loja_filials/vinculaProduto', pair)
    await licence(false)
    for (const reply of [await prices(dono), await send(dono, cell), await link()]) {
      expect(reply.status).toBe(422)
      expect(reply.body).toMatchObject({
        error: { code: 'branch.licence-inactive', message: expect.stringContaining('A licença da filial ') },
      })
    }
    expect(await list(dono, 'produtos', 2)).toEqual([before])
    await licence(true)
    await ok(prices(dono))
  })
})
