import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetReads } from '../../../src/server/query/remembered/rememberedReads.ts'
import { noticeCalls } from '../notices/noticeCalls.ts'
import { type AutomatedShop, modelWith, openAutomatedShop } from './automatedShop.ts'

/** Automations from a save to what they do, on definitions of the test's own. */

const onBill = (rest: object) => ({ register: 'Conta', ...rest })
const automation = (on: object, steps: readonly object[], rest: object = {}) => ({
  title: 'Teste',
  gate: 'contas_ver',
  on,
  steps,
  ...rest,
})

const model = modelWith({
  'conta-alta': automation(
    onBill({ event: 'saved', fields: ['valor'] }),
    [
      { id: 'chama', webhook: { body: { numero: 'id', valor: 'valor', antes: 'before.valor', quem: 'parceiro.nome_fantasia' } } },
      { id: 'marca', set: { values: { observacao: "'Alta: ' + string(id)" } } },
      { id: 'cria', create: { register: 'unidades', values: { nome: "'U' + string(id)" } } },
      { id: 'nunca', when: 'valor > 1000000.0', notify: { text: 'Nunca', page: '/Conta/{id}' } },
      { id: 'avisa', notify: { text: 'Conta de {valor} marcada.', page: '/Conta/{id}' } },
    ],
    { when: 'valor > 100.0' },
  ),
  'tipo-mudou': automation(onBill({ state: 'tipo', to: 'RECEBER', from: 'PAGAR' }), [
    { id: 'avisa', notify: { text: 'Conta a receber.', page: '/Conta/{id}' } },
  ]),
  apagada: automation(onBill({ event: 'removed' }), [
    { id: 'carta', mail: { people: 'owner', subject: 'Conta {id} apagada', text: 'Era de {valor}.' } },
  ]),
  'circulo-a': automation(onBill({ event: 'changed', fields: ['observacao'] }), [
    { id: 'a', set: { values: { descricao: "'de a ' + observacao" } } },
  ]),
  'circulo-b': automation(onBill({ event: 'changed', fields: ['descricao'] }), [
    { id: 'b', set: { values: { observacao: "'de b ' + descricao" } } },
  ]),
  chamada: automation(onBill({ call: true }), [
    { id: 'carta', mail: { to: "'alguem@x.br'", subject: 'Conta {id}', text: 'Chamaram a conta de {valor}.' } },
  ]),
  ruim: automation(onBill({ event: 'made' }), [
    { id: 'valor', set: { values: { valor: '-5.0' } } },
    { id: 'depois', set: { values: { observacao: "'depois'" } } },
  ]),
  segue: automation(onBill({ event: 'made' }), [
    { id: 'valor', set: { values: { valor: '-5.0' } }, onFailure: 'go-on' },
    { id: 'depois', set: { values: { observacao: "'depois'" } } },
  ]),
})

let shop: AutomatedShop
const places = new Map<number, object>()
let notices: ReturnType<typeof noticeCalls>
beforeAll(async () => {
  shop = await openAutomatedShop(model)
  notices = noticeCalls(shop.server)
  for (const lojaId of [shop.stores.ours, shop.stores.theirs]) {
    const [kind] = await shop.q<{ id: string }>(
      `INSERT INTO "Conta_classificacoes" ("lojaId", nome) VALUES ($1, 'Geral') RETURNING id`,
      [lojaId],
    )
    const [centre] = await shop.q<{ id: string }>(
      `INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES ($1, 'Loja') RETURNING id`,
      [lojaId],
    )
    places.set(lojaId, { classificacaoId: Number(kind?.id), centroCustoId: Number(centre?.id) })
  }
})
afterAll(() => shop?.close())
beforeEach(async () => {
  await shop.work()
  await shop.q('DELETE FROM "Automacoes_loja"')
  await shop.q('DELETE FROM system.queue')
  await shop.q('DELETE FROM "Automacao_execucoes"')
  await shop.q('DELETE FROM system.notices')
  shop.receiver.calls.length = 0
  shop.receiver.answers = {}
  forgetReads(shop.server.context.database)
})

const bill = async (values: object = {}, token = shop.tokens.dona): Promise<Record<string, unknown> & { id: number }> => {
  const lojaId = token === shop.tokens.outra ? shop.stores.theirs : shop.stores.ours
  const reply = await shop.call(token, 'Conta/save', {
    lojaId,
    ...places.get(lojaId),
    tipo: 'PAGAR',
    descricao: 'Luz',
    valor: 150,
    vencimento: '2026-12-10',
    ...values,
  })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply.json()
}
const billNow = async (id: number) =>
  (await shop.q<{ observacao: string; descricao: string; valor: string }>('SELECT * FROM "Conta" WHERE id = $1', [id]))[0]
const queued = async (): Promise<number> =>
  Number((await shop.q<{ n: string }>(`SELECT count(*) AS n FROM system.queue WHERE queue LIKE 'automation%'`))[0]?.n)

test('nothing listening costs nothing: a save of a store that has none on writes no row', async () => {
  await bill()
  expect(await queued()).toBe(0)
  await shop.switchOn('conta-alta', '/caixa')
  await bill({}, shop.tokens.outra)
  expect(await queued()).toBe(0)
})

test('a save starts it once: a signed call, a value, a new record, a notice, under its name', async () => {
  const secret = await shop.switchOn('conta-alta', '/caixa')
  const [partner] = await shop.q<{ id: string }>(
    `INSERT INTO parceiros ("lojaId", nome_fantasia) VALUES ($1, 'Padaria Sol') RETURNING id`,
    [shop.stores.ours],
  )
  const made = await bill({ parceiroId: Number(partner?.id) })
  await bill({ valor: 50 })
  await shop.work()
  const [run, ...others] = await shop.runs('conta-alta')
  expect(others).toEqual([])
  expect(run?.passos.map(({ passo, situacao, falha }) => [passo, situacao, falha])).toEqual([
    ['chama', 'FEITO', null],
    ['marca', 'FEITO', null],
    ['cria', 'FEITO', null],
    ['nunca', 'PULADO', null],
    ['avisa', 'FEITO', null],
  ])
  expect(run?.situacao).toBe('FEITA')
  const [call, ...more] = shop.receiver.calls
  expect(more).toEqual([])
  const sent = JSON.parse(call?.body ?? '')
  expect(sent).toMatchObject({ type: 'conta-alta', data: { numero: made.id, valor: 150, quem: 'Padaria Sol' } })
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = call?.headers ?? {}
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${id}.${at}.${call?.body}`).digest('base64')}`)
  expect((await billNow(made.id))?.observacao).toBe(`Alta: ${made.id}`)
  expect(await shop.q('SELECT nome FROM unidades WHERE "lojaId" = $1', [shop.stores.ours])).toEqual([{ nome: `U${made.id}` }])
  expect((await notices.of(shop.tokens.dona)).map(({ texto }) => texto)).toEqual(['Conta de R$ 150,00 marcada.'])
  const history = await shop.server.call(shop.tokens.dona, 'GET', `/api/Conta/${made.id}/historico?lojaId=${shop.stores.ours}`)
  expect(history.body).toContain('Automação: Teste')
  // The log tells no secret.
  expect(JSON.stringify(await shop.runs('conta-alta'))).not.toContain(secret)
})

test('a change counts only where a field that it names took another value', async () => {
  const made = await bill()
  await shop.switchOn('conta-alta', '/caixa')
  await shop.call(shop.tokens.dona, 'Conta/save', { id: made.id, lojaId: shop.stores.ours, descricao: 'Água' })
  await shop.work()
  expect(await shop.runs('conta-alta')).toEqual([])
  await shop.call(shop.tokens.dona, 'Conta/save', { id: made.id, lojaId: shop.stores.ours, valor: 300 })
  await shop.work()
  expect(JSON.parse(shop.receiver.calls[0]?.body ?? '').data).toMatchObject({ valor: 300, antes: 150 })
})

test('a moved state, a removed record', async () => {
  await shop.switchOn('tipo-mudou')
  await shop.switchOn('apagada')
  const made = await bill()
  const paid = await bill({ tipo: 'RECEBER' })
  await shop.call(shop.tokens.dona, 'Conta/save', { id: made.id, lojaId: shop.stores.ours, tipo: 'RECEBER' })
  await shop.server.call(shop.tokens.dona, 'DELETE', `/api/Conta/${paid.id}?lojaId=${shop.stores.ours}`)
  await shop.work()
  expect((await notices.of(shop.tokens.caixa)).map(({ pagina }) => pagina)).toEqual([`/Conta/${made.id}`])
  const letter = await shop.post.next('dona@x.br')
  expect(letter.text.replaceAll('\u00a0', ' ')).toContain('Era de R$ 150,00.')
})

test('automations that start each other end: none twice in a chain, and both are logged', async () => {
  await shop.switchOn('circulo-a')
  await shop.switchOn('circulo-b')
  const made = await bill({ observacao: 'um' })
  await shop.call(shop.tokens.dona, 'Conta/save', { id: made.id, lojaId: shop.stores.ours, observacao: 'dois' })
  await shop.work()
  expect((await shop.runs('circulo-a')).map(({ situacao }) => situacao)).toEqual(['FEITA', 'CORTADA'])
  expect((await shop.runs('circulo-b')).map(({ situacao }) => situacao)).toEqual(['FEITA'])
  expect((await shop.runs('circulo-a'))[1]?.motivo).toContain('na sua própria cadeia')
  expect(await billNow(made.id)).toMatchObject({ descricao: 'de a dois', observacao: 'de b de a dois' })
})

test('a step that a rule refuses: the rest is left and owners are told, or it goes on', async () => {
  await shop.switchOn('ruim')
  await shop.switchOn('segue')
  const made = await bill()
  await shop.work()
  const [bad] = await shop.runs('ruim')
  expect(bad?.situacao).toBe('FALHOU')
  expect(bad?.passos.map(({ situacao }) => situacao)).toEqual(['FALHOU', 'ESPERA'])
  expect(bad?.passos[0]?.falha).toContain('valor')
  expect((await notices.of(shop.tokens.dona)).map(({ titulo }) => titulo)).toEqual(['Automação falhou'])
  expect(await notices.of(shop.tokens.caixa)).toEqual([])
  const [on] = await shop.runs('segue')
  expect(on?.passos.map(({ situacao }) => situacao)).toEqual(['FALHOU', 'FEITO'])
  expect((await billNow(made.id))?.observacao).toBe('depois')
})

test('a call with a record: by who passes the gate, once for a key', async () => {
  const made = await bill()
  const { ours, theirs } = shop.stores
  const chama = (token: string, lojaId: number, chave: string) =>
    shop.call(token, 'automacoes/chamar', { lojaId, automacao: 'chamada', registro: String(made.id), chave })
  expect((await chama(shop.tokens.caixa, ours, 'a')).statusCode).toBe(422)
  await shop.switchOn('chamada')
  expect((await chama(shop.tokens.caixa, ours, 'a')).json()).toEqual({ comeca: true })
  expect((await chama(shop.tokens.caixa, ours, 'a')).statusCode).toBeLessThan(300)
  expect((await chama(shop.tokens.outra, ours, 'b')).statusCode).toBe(403)
  expect((await chama(shop.tokens.outra, theirs, 'b')).statusCode).toBe(422)
  await shop.work()
  expect(await shop.runs('chamada')).toHaveLength(1)
})

test('a test tells what would be done, and does none of it', async () => {
  const made = await bill()
  const before = shop.post.mails.length
  const test = await shop.call(shop.tokens.dona, 'automacoes/testar', {
    lojaId: shop.stores.ours,
    automacao: 'conta-alta',
    registro: String(made.id),
  })
  expect(test.json().resultado).toContain(`"observacao":"Alta: ${made.id}"`)
  const other = await shop.call(shop.tokens.outra, 'automacoes/testar', {
    lojaId: shop.stores.theirs,
    automacao: 'conta-alta',
    registro: String(made.id),
  })
  expect(other.statusCode).toBe(404)
  expect(
    (
      await shop.call(shop.tokens.caixa, 'automacoes/testar', {
        lojaId: shop.stores.ours,
        automacao: 'conta-alta',
        registro: '1',
      })
    ).statusCode,
  ).toBe(403)
  await shop.work()
  expect(await shop.runs('conta-alta')).toEqual([])
  expect(shop.receiver.calls).toEqual([])
  expect(shop.post.mails).toHaveLength(before)
})
