import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetReads } from '../../../src/server/query/remembered/rememberedReads.ts'
import { noticeCalls } from '../notices/noticeCalls.ts'
import { type AutomatedShop, modelWith, openAutomatedShop } from './automatedShop.ts'

/** Calls of automations to systems that fail in every way they can. */

const onUnit = { register: 'unidades', event: 'made' }
const calls = (name: string) => ({
  title: name,
  gate: 'owner',
  on: onUnit,
  steps: [{ id: 'chama', webhook: { body: { nome: 'nome' } } }],
})
const model = modelWith({
  primeira: calls('Primeira'),
  segunda: calls('Segunda'),
  conta: {
    title: 'Conta',
    gate: 'owner',
    on: onUnit,
    steps: [
      { id: 'chama', webhook: { body: { nome: 'nome' } } },
      { id: 'avisa', notify: { text: 'Unidade {nome}.', page: '/unidades' } },
      { id: 'de-novo', webhook: { body: { nome: 'nome' } } },
    ],
  },
  cartas: {
    title: 'Cartas',
    gate: 'owner',
    on: onUnit,
    steps: [{ id: 'carta', mail: { to: "'cliente@x.br'", subject: 'Unidade', text: '{nome}' } }],
  },
  ninguem: {
    title: 'A quem não tem e-mail',
    gate: 'owner',
    on: onUnit,
    steps: [
      { id: 'carta', mail: { to: 'nome', subject: 'Unidade', text: '{nome}' } },
      { id: 'avisa', notify: { text: 'Escrevemos a {nome}.', page: '/unidades' } },
    ],
  },
  grande: {
    title: 'Grande demais',
    gate: 'owner',
    on: onUnit,
    steps: [{ id: 'carta', mail: { people: 'owner', subject: 'Unidade', text: 'Longa. '.repeat(3000) } }],
  },
  relatorio: {
    title: 'De um relatório',
    gate: 'owner',
    on: { query: 'estoque', rows: 'array', key: 'id', parameters: {}, every: 'day' },
    steps: [{ id: 'carta', mail: { people: 'owner', subject: '{desc_prod}', text: '{saldo}' } }],
  },
})

let shop: AutomatedShop
let notices: ReturnType<typeof noticeCalls>
let units = 0
beforeAll(async () => {
  shop = await openAutomatedShop(model, true)
  notices = noticeCalls(shop.server)
})
afterAll(() => shop?.close())
beforeEach(async () => {
  await shop.q('DELETE FROM "Automacoes_loja"')
  await shop.q('DELETE FROM system.queue')
  await shop.q('DELETE FROM "Automacao_execucoes"')
  await shop.q('DELETE FROM system.notices')
  forgetReads(shop.server.context.database)
  shop.receiver.calls.length = 0
  shop.receiver.answers = {}
})

const unit = async (): Promise<void> => {
  units += 1
  const reply = await shop.call(shop.tokens.dona, 'unidades/save', { lojaId: shop.stores.ours, nome: `X${units}` })
  expect(reply.statusCode).toBe(201)
}
const lastStep = async (automation = 'primeira') => (await shop.runs(automation)).at(-1)?.passos[0]
const waits = async (): Promise<number> => {
  const [item] = await shop.q<{ seconds: string }>(
    `SELECT round(extract(epoch FROM "dueAt" - now()) / 10) * 10 AS seconds FROM system.queue WHERE queue = 'automation-run'`,
  )
  return Number(item?.seconds)
}

test('a receiver that answers 500: the same call again, later each time, and owners are told when it is given up', async () => {
  await shop.switchOn('primeira', '/500')
  shop.receiver.answers = { '/500': { status: 500, text: 'ruim' } }
  await unit()
  const seen: number[] = []
  for (let attempt = 0; attempt < 8; attempt++) {
    await shop.work()
    seen.push(await waits())
    if (attempt < 7) await shop.due()
  }
  // The first of 5 seconds, less those that the test took.
  expect(seen[0]).toBeLessThanOrEqual(10)
  expect(seen.slice(1, 7)).toEqual([300, 1800, 7200, 18_000, 36_000, 23_000])
  expect(seen[7]).toBeNaN()
  expect(new Set(shop.receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(shop.receiver.calls.map(({ body }) => body)).size).toBe(1)
  expect(shop.receiver.calls).toHaveLength(8)
  expect(await lastStep()).toMatchObject({
    situacao: 'FALHOU',
    tentativas: 8,
    falha: 'O endereço respondeu 500.',
    resposta: '500 ruim',
  })
  const told = await notices.of(shop.tokens.dona)
  expect(told.map(({ titulo }) => titulo)).toEqual(['Automação falhou'])
  expect(await notices.of(shop.tokens.caixa)).toEqual([])
})

test('a call, a notice and a call after it: each is done once, and noted', async () => {
  await shop.switchOn('conta', '/conta')
  await unit()
  await shop.work()
  const [run] = await shop.runs('conta')
  expect(run).toMatchObject({ situacao: 'FEITA' })
  expect(run?.passos.map(({ situacao, tentativas, resposta }) => [situacao, tentativas, resposta])).toEqual([
    ['FEITO', 1, '200 ok'],
    ['FEITO', 1, null],
    ['FEITO', 1, '200 ok'],
  ])
  expect(shop.receiver.calls).toHaveLength(2)
  const told = await shop.q<{ text: string }>('SELECT text FROM system.notices')
  expect(told.map(({ text }) => text)).toEqual([`Unidade X${units}.`])
})

test('of runs that are done as one, each has its own outcome: one that fails takes none along, and no call is sent twice', async () => {
  await shop.switchOn('conta', '/varias')
  shop.receiver.answers = { '/varias': { status: 503, text: 'ruim', only: `"X${units + 3}"` } }
  for (let made = 0; made < 5; made++) await unit()
  const failing = `X${units - 2}`
  await shop.work()
  expect((await shop.runs('conta')).map(({ situacao }) => situacao)).toEqual(['FEITA', 'FEITA', 'ESPERA', 'FEITA', 'FEITA'])
  const bodies = () => shop.receiver.calls.map(({ body }) => JSON.parse(body).data.nome).toSorted()
  const twice = [units - 4, units - 3, units - 1, units].flatMap(at => [`X${at}`, `X${at}`])
  expect(bodies()).toEqual([...twice, failing].toSorted())
  const told = await shop.q(`SELECT DISTINCT text FROM system.notices WHERE text LIKE 'Unidade X%'`)
  expect(told).toHaveLength(4)
  shop.receiver.answers = {}
  await shop.due()
  await shop.work()
  expect((await shop.runs('conta')).every(({ situacao }) => situacao === 'FEITA')).toBe(true)
  expect(bodies()).toEqual([...twice, failing, failing, failing].toSorted())
})

test('where the database refuses what one of them writes, the others stand', async () => {
  await shop.switchOn('conta', '/cinco')
  const refused = `Unidade X${units + 2}.`
  await shop.q(`ALTER TABLE system.notices ADD CONSTRAINT refused CHECK (text <> '${refused}')`)
  for (let made = 0; made < 4; made++) await unit()
  await shop.work()
  await shop.q('ALTER TABLE system.notices DROP CONSTRAINT refused')
  const runs = await shop.runs('conta')
  expect(runs.map(({ situacao }) => situacao === 'FEITA')).toEqual([true, false, true, true])
  // Its call was answered and is noted, so that it is not sent again.
  expect(runs[1]?.passos.map(({ situacao }) => situacao).slice(0, 2)).toEqual(['FEITO', expect.stringMatching(/ESPERA|FALHOU/)])
  expect(shop.receiver.calls).toHaveLength(7)
})

test('what failed is repeated under the same id, by owners of its store alone', async () => {
  await shop.switchOn('primeira', '/depois')
  shop.receiver.answers = { '/depois': { status: 410 } }
  await unit()
  await shop.work()
  const [run] = await shop.runs('primeira')
  expect(run?.situacao).toBe('FALHOU')
  const repeat = (token: string, lojaId: number) => shop.call(token, 'automacoes/repetir', { lojaId, id: run?.id })
  expect((await repeat(shop.tokens.caixa, shop.stores.ours)).statusCode).toBe(403)
  expect((await repeat(shop.tokens.outra, shop.stores.theirs)).statusCode).toBe(404)
  expect((await repeat(shop.tokens.outra, shop.stores.ours)).statusCode).toBe(403)
  const again = async (): Promise<unknown> => {
    expect((await repeat(shop.tokens.dona, shop.stores.ours)).statusCode).toBe(200)
    await shop.server.context.noticeWorkers.look.deliver()
    await shop.work()
    return (await shop.runs('primeira'))[0]?.situacao
  }
  const told = async (): Promise<number> => (await notices.of(shop.tokens.dona)).length
  expect(await told()).toBe(1)
  shop.receiver.answers = { '/depois': { status: 410 } }
  expect([await again(), await told()]).toEqual(['FALHOU', 2])
  shop.receiver.answers = {}
  expect([await again(), await told()]).toEqual(['FEITA', 2])
  expect(new Set(shop.receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect((await repeat(shop.tokens.dona, shop.stores.ours)).statusCode).toBe(422)
})

test('a receiver that hangs is cut off, and holds up no other', async () => {
  await shop.switchOn('primeira', '/hang')
  await shop.switchOn('segunda', '/bom')
  // Another name of the same machine is another place.
  shop.receiver.answers = { '/hang': 'hang' }
  await unit()
  await shop.work()
  expect(await lastStep('segunda')).toMatchObject({ situacao: 'FEITO' })
  expect(await lastStep()).toMatchObject({
    situacao: 'ESPERA',
    tentativas: 1,
    falha: 'O endereço não respondeu, ou não é público.',
  })
})

test.each([
  ['http://169.254.169.254/latest/meta-data'],
  ['http://127.0.0.1:1/'],
  ['https://localhost/'],
  ['https://[::1]/'],
  ['https://10.0.0.1/'],
])('a redirect to %s is a failure, and nobody is followed', async location => {
  await shop.switchOn('primeira', '/longe')
  shop.receiver.answers = { '/longe': { status: 302, location } }
  await unit()
  await shop.work()
  expect(await lastStep()).toMatchObject({ situacao: 'ESPERA', falha: 'O endereço respondeu 302.' })
  expect(shop.receiver.calls).toHaveLength(1)
})

test('two secrets sign while one takes the place of the other', async () => {
  const first = await shop.switchOn('primeira', '/segredos')
  const [{ id } = { id: 0 }] = await shop.q<{ id: string | number }>('SELECT "webhookId" AS id FROM "Automacoes_loja"')
  const second = (await shop.call(shop.tokens.dona, 'automacoes/segredo', { lojaId: shop.stores.ours, id: Number(id) })).json()
    .segredo
  expect(
    (await shop.call(shop.tokens.outra, 'automacoes/segredo', { lojaId: shop.stores.theirs, id: Number(id) })).statusCode,
  ).toBe(404)
  await unit()
  await shop.work()
  const [call] = shop.receiver.calls
  const sign = (secret: string): string => {
    const { 'webhook-id': name, 'webhook-timestamp': at } = call?.headers ?? {}
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${name}.${at}.${call?.body}`).digest('base64')}`
  }
  expect(call?.headers['webhook-signature']).toBe(`${sign(second)} ${sign(first)}`)
  // A day later the first one is over.
  await shop.q(`UPDATE "Webhooks" SET trocado_em = now() - interval '25 hours'`)
  forgetReads(shop.server.context.database)
  await unit()
  await shop.work()
  expect(String(shop.receiver.calls.at(-1)?.headers['webhook-signature']).split(' ')).toHaveLength(1)
})

test('an address that is not public is told like one that does not answer', async () => {
  await shop.switchOn('primeira', '/x')
  await shop.q(`UPDATE "Webhooks" SET endereco = 'https://169.254.169.254/latest'`)
  await unit()
  await shop.work()
  expect(await lastStep()).toMatchObject({ falha: 'O endereço não respondeu, ou não é público.' })
})

test('an address that cannot be called, and a calling automation without one, are told when they are saved', async () => {
  const { dona } = shop.tokens
  const lojaId = shop.stores.ours
  const refusal = async (path: string, body: object) => {
    const reply = await shop.call(dona, path, { lojaId, ...body })
    const { details = [] } = (reply.json().error ?? {}) as { details?: { path: string; message: string }[] }
    return [reply.statusCode, ...details.map(({ path, message }) => [path, message])]
  }
  const told = [422, ['endereco', expect.stringContaining('https://')]]
  for (const endereco of ['http://caixa.com.br/', 'https://localhost/', 'https://10.0.0.1/', 'https://caixa.com.br:8443/'])
    expect(await refusal('Webhooks/save', { nome: 'Caixa', endereco }), endereco).toEqual(told)
  expect(await refusal('Automacoes_loja/save', { automacao: 'primeira' })).toEqual([
    422,
    ['webhookId', 'Esta automação chama outro sistema: escolha o endereço que recebe'],
  ])
  const off = (await shop.call(dona, 'Automacoes_loja/save', { lojaId, automacao: 'primeira', ativa: false })).json()
  expect((await refusal('Automacoes_loja/save', { id: off.id, version: off.version, ativa: true }))[0]).toBe(422)
  expect((await refusal('Automacoes_loja/save', { automacao: 'cartas' }))[0]).toBe(201)
})

test('letters hold to what a mailbox gets in a day: the rest waits', async () => {
  await shop.switchOn('cartas')
  for (let letter = 0; letter < 21; letter++) await unit()
  await shop.work()
  const steps = (await shop.runs('cartas')).flatMap(({ passos }) => passos)
  expect(steps.filter(({ situacao }) => situacao === 'FEITO')).toHaveLength(20)
  expect(steps.filter(({ falha }) => falha === 'O limite de e-mails foi alcançado.')).toHaveLength(1)
})

test('a letter to what is no e-mail fails, and what follows is not done as if it had been written', async () => {
  await shop.switchOn('ninguem')
  await unit()
  await shop.work()
  const [run] = await shop.runs('ninguem')
  expect(run?.motivo).toContain('O destinatário não é um e-mail')
  expect(run).toMatchObject({ situacao: 'FALHOU', passos: [{ situacao: 'FALHOU' }, { situacao: 'ESPERA' }] })
  expect((await notices.of(shop.tokens.dona)).map(({ titulo }) => titulo)).toEqual(['Automação falhou'])
})

test('a content that is too large says so each time that it is repeated', async () => {
  await shop.switchOn('grande')
  await unit()
  await shop.work()
  const reasons = async () => (await shop.runs('grande')).map(({ motivo, passos }) => [motivo, passos[0]?.falha])
  const told = [
    ['O passo carta falhou, e os seguintes não foram feitos. O conteúdo passa de 20 kB.', 'O conteúdo passa de 20 kB.'],
  ]
  expect(await reasons()).toEqual(told)
  const [run] = await shop.runs('grande')
  await shop.call(shop.tokens.dona, 'automacoes/repetir', { lojaId: shop.stores.ours, id: run?.id })
  await shop.work()
  expect(await reasons()).toEqual(told)
})

test('an automation of a report cannot be tried on a record, and says so', async () => {
  const tried = { lojaId: shop.stores.ours, automacao: 'relatorio', registro: '1' }
  const reply = await shop.call(shop.tokens.dona, 'automacoes/testar', tried)
  expect([reply.statusCode, reply.json().error.message]).toEqual([422, expect.stringContaining('linhas de um relatório')])
})

test('switched off, an automation sends nothing that waits, nor repeats what failed', async () => {
  const lojaId = shop.stores.ours
  await shop.switchOn('primeira', '/desligada')
  shop.receiver.answers = { '/desligada': { status: 410 } }
  await unit()
  await shop.work()
  shop.receiver.answers = { '/desligada': { status: 500 } }
  await unit()
  await shop.work()
  const [{ id, version } = { id: 0, version: 0 }] = await shop.q<{ id: string | number; version: number }>(
    'SELECT id, version FROM "Automacoes_loja"',
  )
  const off = { lojaId, id: Number(id), version, ativa: false }
  expect((await shop.call(shop.tokens.dona, 'Automacoes_loja/save', off)).statusCode).toBe(200)
  await shop.due()
  await shop.work()
  const [failed, waiting] = await shop.runs('primeira')
  expect(waiting).toMatchObject({ situacao: 'CORTADA', motivo: expect.stringContaining('desligada antes que terminasse') })
  expect(shop.receiver.calls).toHaveLength(2)
  const again = await shop.call(shop.tokens.dona, 'automacoes/repetir', { lojaId, id: failed?.id })
  expect([again.statusCode, again.json().error.code]).toEqual([422, 'automation.off'])
})
