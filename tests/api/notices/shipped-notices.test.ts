import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordStockCount } from '../../../src/domain/stock/public.ts'
import {
  changeRecords,
  saveOneRecord,
  storeCaller,
  tableOf,
  type UnitOfWork,
  withUnitOfWork,
} from '../../../src/server/plugin.ts'
import { visitKey } from '../../../src/server/visitors/visitLink.ts'
import { type FiscalShop, openFiscalShop } from '../fiscal/fiscalShop.ts'
import { productModel } from '../fixtures/product.ts'
import { noticeCalls } from './noticeCalls.ts'

/** Each notice that ships, from a real act to what its people are told. */

let shop: FiscalShop
let calls: ReturnType<typeof noticeCalls>
let staff = ''
beforeAll(async () => {
  shop = await openFiscalShop({ csc: true })
  calls = noticeCalls(shop.server)
  staff = await shop.person('balcao', { cadastros_ver: true })
  // This store has to tell IBS and CBS, and knows their rates, whatever the day.
  await shop.run(
    `INSERT INTO regras_fiscais (regra, regime, ativa, vigencia_inicio, fonte) VALUES ('IBSCBS_PREENCHER', 1, true, '2019-01-01', 'Teste'), ('IBSCBS_PREENCHER', 1, true, current_date - 90, 'Teste')`,
  )
  await shop.run(
    `INSERT INTO aliquotas_ibscbs (tributo, local, classe, aliquota, vigencia_inicio, fonte)
     SELECT t, 'BR', '', 1, '2019-01-01', 'Teste' FROM unnest(ARRAY['CBS', 'IBS_UF', 'IBS_MUN']) t`,
  )
})
afterAll(() => shop?.close())
beforeEach(async () => {
  await calls.look()
  await shop.run('DELETE FROM system.notices')
  shop.simulator.set({ faults: [] })
})

const told = async (token = shop.token) => (await calls.of(token)).map(({ titulo, texto, pagina }) => ({ titulo, texto, pagina }))
const tested: string[] = []
/** Expects what the owner is told by the notices of these names, and that an employee without any permission hears of none. */
const expectTold = async (names: readonly string[], texts: readonly string[]): Promise<void> => {
  tested.push(...names)
  expect((await told()).map(({ texto }) => texto).sort()).toEqual([...texts].sort())
  expect(await told(staff)).toEqual([])
}
const days = (count: number): string =>
  new Date(Date.now() + count * 86_400_000).toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' })
const brazilian = (day: string): string => day.split('-').reverse().join('/')

const session = (abertura: number, informado: number, changes: object = {}) =>
  shop.post('caixas/save', {
    equipamentoId: shop.equipment,
    abertura,
    operador: 'Bruno',
    aberto_em: '2026-03-10T08:00:00-03:00',
    fechado_em: '2026-03-10T18:00:00-03:00',
    valores: [{ moedaId: shop.currency, valor_contabilizado: 250, valor_informado: informado }],
    ...changes,
  })

test('a session that closes with a difference above the store’s limit', async () => {
  const short = (await session(1, 227.02)).json().id
  await session(2, 245)
  await calls.look()
  await expectTold(['caixa_diferenca'], ['Caixa 1 fechado com diferença: falta R$ 22,98, sobra R$ 0,00.'])
  expect(await told()).toMatchObject([{ titulo: 'Caixa fechado com diferença', pagina: `/caixas/${short}` }])
  // Five reais are enough from now on.
  expect((await shop.post('Loja_avisos/save', { caixa_diferenca: 4, venda_cancelada: 20, venda_desconto: 3 })).statusCode).toBe(
    201,
  )
  await session(3, 245)
  await calls.look()
  expect((await told()).map(({ texto }) => texto)).toContain('Caixa 3 fechado com diferença: falta R$ 5,00, sobra R$ 0,00.')
})

test('a sale that is cancelled, and one with a discount, above the limits', async () => {
  const person = await shop.run(
    `INSERT INTO parceiros ("lojaId", nome_fantasia, funcionario) VALUES ($1, 'Dona', true) RETURNING id`,
    [shop.store],
  )
  await shop.run(`UPDATE user_lojas SET "parceiroId" = $2 WHERE "lojaId" = $1 AND type = 1`, [shop.store, person[0]?.id])
  const sale = await shop.sell()
  const cheap = await shop.sell({
    produtos: [{ produtoId: shop.product, qtd: 2, valor_unitario: 9.9, valor_bruto: 19.8 }],
    total_desconto: 5,
    total_servico: 0,
    recebimentos: [{ moedaId: shop.currency, valor: 14.8 }],
  })
  await calls.look()
  await expectTold(['venda_desconto'], [`Venda ${cheap} teve R$ 5,00 de desconto: de R$ 19,80 ficou R$ 14,80.`])
  for (const movimentoId of [sale, cheap]) expect((await shop.post('Movimentos/cancela', { movimentoId })).statusCode).toBe(200)
  await calls.look()
  tested.push('venda_cancelada')
  expect((await told()).map(({ texto }) => texto)).toContain(`Venda ${sale} de R$ 24,09 foi cancelada.`)
  expect(await told()).toHaveLength(2)
})

test('a consumer’s note that the authority refuses: once for each reason', async () => {
  const sale = await shop.sell()
  shop.simulator.set({ faults: [{ kind: 'code', code: '778', reason: 'NCM inexistente', times: 2 }] })
  for (let time = 0; time < 2; time++) {
    await shop.emit(sale)
    await calls.look()
  }
  const [note] = await shop.notes()
  await expectTold(['nfce_recusada'], [`NFC-e ${note?.nNF} recusada: 778 - Rejeição [NCM inexistente]`])
})

test('an invoice that the authority refuses', async () => {
  const [{ id } = {}] = await shop.run(
    `INSERT INTO "NFe_emissaos" ("lojaId", serie, numero, modelo, ambiente, situacao) VALUES ($1, 1, 77, 55, 2, 'PROCESSAMENTO') RETURNING id`,
    [shop.store],
  )
  // As the answer of the authority is kept: see src/plugins/sefaz/invoices.
  const { service, database } = shop.server.context
  await database.write({ stores: [shop.store] }, async q => {
    await q.query(
      `UPDATE "NFe_emissaos" SET situacao = 'DIGITACAO', "cStat" = '539', "xMotivo" = 'Duplicidade' WHERE "lojaId" = $1 AND id = $2`,
      [shop.store, id],
    )
    await service.noteChanges?.(q, [{ register: 'NFe_emissaos', lojaId: shop.store, id: `${id}` }], 'UTC')
  })
  await calls.look()
  await expectTold(['nfe_recusada'], ['NF-e 77 recusada: 539 - Duplicidade'])
})

test('a certificate that ends in 30 and in 7 days', async () => {
  for (const left of [30, 7]) {
    await shop.run(`UPDATE "Loja_certificados" SET "validoAte" = $2 WHERE "lojaId" = $1`, [shop.store, `${days(left)}T15:00:00Z`])
    for (let time = 0; time < 2; time++) await calls.job('notices-day', shop.store)
  }
  const text = (left: number) =>
    `O certificado digital da loja vence em ${left} dias, em ${brazilian(days(left))} 12:00. Instale o novo antes.`
  await expectTold(['certificado_30', 'certificado_7'], [text(30), text(7)])
})

test('a rate that will be missed, once, until it is known', async () => {
  await shop.run(`DELETE FROM aliquotas_ibscbs WHERE tributo = 'CBS'`)
  await shop.run(
    `INSERT INTO aliquotas_ibscbs (tributo, local, classe, aliquota, vigencia_inicio, vigencia_fim, fonte) VALUES ('CBS', 'BR', '', 1, '2019-01-01', $1, 'Teste')`,
    [days(20)],
  )
  for (let time = 0; time < 2; time++) await calls.job('notices-day', shop.store)
  await expectTold(
    ['aliquota_faltando'],
    [
      `As alíquotas de IBS e CBS a partir de ${brazilian(days(21))} não são conhecidas: sem elas nenhuma nota sai. O administrador as cadastra ou importa.`,
    ],
  )
  await shop.run(`UPDATE aliquotas_ibscbs SET vigencia_fim = NULL WHERE tributo = 'CBS'`)
  await shop.run('DELETE FROM system.notices')
  await calls.job('notices-day', shop.store)
  expect(await told()).toEqual([])
})

test('bills that are due tomorrow: each of a few, and many in one', async () => {
  const one = async (table: string) =>
    Number((await shop.run(`INSERT INTO "${table}" ("lojaId", nome) VALUES ($1, 'Geral') RETURNING id`, [shop.store]))[0]?.id)
  const places = { classificacaoId: await one('Conta_classificacoes'), centroCustoId: await one('Conta_centros_custos') }
  const bill = (valor: number, vencimento: string) =>
    shop.post('Conta/save', { tipo: 'PAGAR', descricao: 'Luz', valor, vencimento, ...places })
  const paid = (await bill(900, days(1))).json()
  await shop.post('Conta/save', { id: paid.id, version: paid.version, pago: true, pagamento: days(0) })
  await bill(100, days(1))
  await bill(200, days(2))
  await calls.job('notices-day', shop.store)
  await expectTold(['conta_vence_amanha'], [`Uma conta de R$ 100,00 vence amanhã, ${brazilian(days(1))}.`])
  await shop.run('DELETE FROM system.notices')
  for (let value = 1; value <= 5; value++) await bill(value, days(1))
  await calls.job('notices-day', shop.store)
  expect((await told()).map(({ texto, pagina }) => [texto, pagina])).toEqual([['5 contas a pagar vencem amanhã.', '/Conta']])
})

test('a product that reaches its least stock, again once it was filled up', async () => {
  await shop.run('UPDATE produtos SET qtd_min_prod = 10 WHERE id = $1', [shop.product])
  await shop.server.context.database.write({ stores: [shop.store] }, q =>
    recordStockCount(q, {
      lojaId: shop.store,
      source: { register: 'inventarios', id: 1 },
      moment: new Date().toISOString(),
      lines: [{ produtoId: shop.product, quantity: 4.5 }],
    }),
  )
  for (let time = 0; time < 2; time++) await calls.job('notices-day', shop.store)
  const [first] = await told()
  tested.push('estoque_minimo')
  expect(first?.texto).toBe('Pão na chapa: restam 4,5, e o mínimo é 10.')
  expect(await told()).toHaveLength(1)
  await shop.run('UPDATE produtos SET qtd_min_prod = 0 WHERE id = $1', [shop.product])
  await calls.job('notices-day', shop.store)
  await shop.run('UPDATE produtos SET qtd_min_prod = 10 WHERE id = $1', [shop.product])
  await calls.job('notices-day', shop.store)
  expect(await told()).toHaveLength(2)
})

test('an integration that fails', async () => {
  await shop.run(
    `INSERT INTO system.failing_services (name, since, reason) VALUES ('CEP_URL', '2026-11-20T12:00:00Z', 'timeout')`,
  )
  for (let time = 0; time < 2; time++) await calls.job('notices-hour', shop.store)
  await expectTold(['integracao_falhando'], ['Endereço pelo CEP: Demora demais a responder, desde 20/11/2026 09:00.'])
})

test('a guest’s low note, and a supplier’s answer to a quote', async () => {
  const { service } = shop.server.context
  const model = service.model()
  const caller = await storeCaller(service.database, model, { lojaId: shop.store, requestId: 'teste' })
  const inStore = (run: (work: UnitOfWork) => Promise<unknown>) =>
    withUnitOfWork({ service, model, caller }, { stores: [shop.store] }, run)
  for (const nota of [3, 9])
    await inStore(work => saveOneRecord({ nota }, tableOf(model, 'avaliacoes'), { ...work, byServer: true }))
  await calls.look()
  await expectTold(['avaliacao_ruim'], ['Um cliente deu nota 3.'])
  await shop.run('DELETE FROM system.notices')
  const [partner] = await shop.run(
    `INSERT INTO parceiros ("lojaId", nome_fantasia, fornecedor) VALUES ($1, 'Feira', true) RETURNING id`,
    [shop.store],
  )
  const [quote] = await shop.run(
    `INSERT INTO cotacoes ("lojaId", codigo, "parceiroId", status, valida_ate) VALUES ($1, 'COT-0001', $2, 'PEDIDA', current_date + 7) RETURNING id`,
    [shop.store, partner?.id],
  )
  await inStore(work =>
    changeRecords(
      tableOf(model, 'cotacoes'),
      [Number(quote?.id)],
      { status: 'RESPONDIDA' },
      { ...work, isConsequence: true },
      { history: true },
    ),
  )
  await calls.look()
  tested.push('cotacao_respondida')
  expect(await told()).toMatchObject([{ texto: expect.stringMatching(/^Cotação COT-0001 .*: Respondida\.$/) }])
})

test('a guest’s booking that waits for an answer, and one that is cancelled', async () => {
  const { service } = shop.server.context
  const model = service.model()
  const caller = await storeCaller(service.database, model, { lojaId: shop.store, requestId: 'teste' })
  const save = (body: object) =>
    withUnitOfWork({ service, model, caller }, { stores: [shop.store] }, work =>
      saveOneRecord({ ...body }, tableOf(model, 'salao_reservas'), { ...work, byServer: true }),
    )
  const inicio = `${days(2)}T23:00:00.000Z`
  const { id } = await save({ nome: 'Ana', inicio, pessoas: 4, origem: 'SITE', status: 'A_VERIFICAR' })
  await save({ nome: 'Por telefone', inicio, pessoas: 3 })
  await calls.look()
  expect(await told()).toEqual([])
  await shop.run(`UPDATE salao_reservas SET email = 'ana@x.br' WHERE id = $1`, [id])
  const link = visitKey(service, { lojaId: shop.store, register: 'salao_reservas', id: String(id) }, 90)
  await shop.run('UPDATE lojas SET reservas_online = true WHERE id = $1', [shop.store])
  const take = async (passo: string) => {
    const payload = { chave: link, passo }
    const reply = await shop.server.app.inject({ method: 'POST', url: '/api/visitantes/registro', payload })
    expect(reply.statusCode, reply.body).toBe(200)
    await calls.look()
  }
  await take('verificar')
  const moment = `${brazilian(days(2))} 20:00, 4 pessoa(s)`
  await expectTold(['reserva_pedida'], [`Pedido de reserva para ${moment}: responda.`])
  await shop.run('DELETE FROM system.notices')
  await take('desistir')
  const why = 'Cancelada pelo cliente na página da loja'
  await expectTold(['reserva_cancelada'], [`Reserva de ${moment}, cancelada. ${why}`])
})

test('no notice ships that is not told here', () => {
  // Those of automations (`automation.step`), and of their failures, are told in tests/api/automations; those of comments in tests/api/discuss, of approvals in
  // tests/api/records/way-approval.test.ts.
  const own = Object.entries(productModel().notices).filter(
    ([name, { on }]) => !name.includes('.') && name !== 'automacao_falhou' && !('discuss' in on) && !('approve' in on),
  )
  expect([...new Set(tested)].sort()).toEqual(own.map(([name]) => name).sort())
})
