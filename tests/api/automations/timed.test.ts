import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { automationJobs, lastDue } from '../../../src/server/jobs/automationJobs.ts'
import { forgetReads } from '../../../src/server/query/remembered/rememberedReads.ts'
import { noticeCalls } from '../notices/noticeCalls.ts'
import { type AutomatedShop, modelWith, openAutomatedShop } from './automatedShop.ts'

/** Automations that a time starts, and those that ship. */

const here = (moment = new Date()): string => moment.toLocaleTimeString('sv', { timeZone: 'America/Sao_Paulo' }).slice(0, 5)
const days = (count: number): string =>
  new Date(Date.now() + count * 86_400_000).toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' })
const letter = { id: 'carta', mail: { people: 'owner', subject: 'Agora', text: 'Chegou a hora.' } }
const now = here()
const model = modelWith({
  todo_dia: { title: 'Todo dia', gate: 'owner', on: { every: 'day', time: now }, steps: [letter] },
  outra_hora: {
    title: 'Outra hora',
    gate: 'owner',
    on: { every: 'day', time: here(new Date(Date.now() + 7_200_000)) },
    steps: [letter],
  },
  vespera: {
    title: 'Véspera',
    gate: 'contas_ver',
    on: { register: 'Conta', at: 'vencimento', days: -1, time: now },
    when: '!pago',
    steps: [{ id: 'avisa', notify: { text: 'Vence {vencimento}.', page: '/Conta/{id}' } }],
  },
  nascimento: {
    title: 'Nascimento',
    gate: 'owner',
    on: { register: 'AppUsers', at: 'nascido_em', days: 0, yearly: true, time: now },
    steps: [{ id: 'avisa', notify: { text: 'Aniversário.', page: '/AppUsers/{id}' } }],
  },
  promocao: {
    title: 'Promoção',
    gate: 'owner',
    on: { register: 'produtos', at: 'promocao_ate', minutes: -30 },
    steps: [{ id: 'avisa', notify: { text: 'Acaba em meia hora.', page: '/produtos/{id}' } }],
  },
})

let shop: AutomatedShop
let notices: ReturnType<typeof noticeCalls>
beforeAll(async () => {
  shop = await openAutomatedShop(model)
  notices = noticeCalls(shop.server)
})
afterAll(() => shop?.close())
beforeEach(async () => {
  await shop.q('DELETE FROM "Automacoes_loja"')
  await shop.q('DELETE FROM system.notices')
  await shop.q('DELETE FROM system.notice_causes')
  forgetReads(shop.server.context.database)
})

const tick = async (): Promise<void> => {
  for (const job of automationJobs) await job.run({ ...shop.server.context.service, signal: new AbortController().signal })
  await shop.work()
}
const pages = async () => (await notices.of(shop.tokens.dona)).map(({ pagina }) => pagina)
const ids = async (text: string, params: readonly unknown[]): Promise<string[]> =>
  (await shop.q<{ id: string }>(text, params)).map(({ id }) => id)

test('a time of the day, once, and none that came long ago', async () => {
  await shop.switchOn('todo_dia')
  await shop.switchOn('outra_hora')
  await tick()
  await tick()
  expect(await shop.runs('todo_dia')).toHaveLength(1)
  expect(await shop.runs('outra_hora')).toEqual([])
  expect((await shop.post.next('dona@x.br')).text).toContain('Chegou a hora.')
})

test('the eve of a day, of records of the stores that have it on', async () => {
  const { ours, theirs } = shop.stores
  const bills = await ids(
    `INSERT INTO "Conta" ("lojaId", tipo, valor, vencimento, pago) VALUES ($1, 'PAGAR', 10, $3, false), ($1, 'PAGAR', 20, $3, true), ($1, 'PAGAR', 30, $4, false), ($2, 'PAGAR', 40, $3, false) RETURNING id`,
    [ours, theirs, days(1), days(2)],
  )
  await shop.switchOn('vespera')
  await tick()
  await tick()
  expect(await pages()).toEqual([`/Conta/${bills[0]}`])
  expect(await notices.of(shop.tokens.outra)).toEqual([])
})

test('a birthday comes each year', async () => {
  const born = days(0).replace(/^\d{4}/, '1990')
  const people = await ids(
    `INSERT INTO "AppUsers" ("lojaId", uuid, nome, nascido_em) VALUES ($1, 'a', 'Ana', $2), ($1, 'b', 'Bia', $3) RETURNING id`,
    [shop.stores.ours, born, days(1).replace(/^\d{4}/, '1990')],
  )
  await shop.switchOn('nascimento')
  await tick()
  await tick()
  expect(await pages()).toEqual([`/AppUsers/${people[0]}`])
})

test('so many minutes before a moment, and again once it is moved', async () => {
  const [grupo] = await ids(`INSERT INTO grupos ("lojaId", nome) VALUES ($1, 'Geral') RETURNING id`, [shop.stores.ours])
  const [id] = await ids(
    `INSERT INTO produtos ("lojaId", desc_prod, "grupoId", promocao_ate) VALUES ($1, 'Pão', $2, now() + interval '29 minutes') RETURNING id`,
    [shop.stores.ours, grupo],
  )
  await shop.switchOn('promocao')
  await tick()
  await tick()
  expect(await pages()).toEqual([`/produtos/${id}`])
  await shop.q(`UPDATE produtos SET promocao_ate = now() + interval '28 minutes' WHERE id = $1`, [id])
  await tick()
  expect(await pages()).toEqual([`/produtos/${id}`, `/produtos/${id}`])
  await shop.q(`UPDATE produtos SET promocao_ate = now() - interval '3 hours' WHERE id = $1`, [id])
  await tick()
  expect(await pages()).toHaveLength(2)
})

test.each([
  ['day', '2026-03-10T09:59:00-03:00', '2026-03-09T10:00:00-03:00'],
  ['day', '2026-03-10T10:00:00-03:00', '2026-03-10T10:00:00-03:00'],
  ['hour', '2026-03-10T10:59:00-03:00', '2026-03-10T10:00:00-03:00'],
  ['month', '2026-03-01T09:00:00-03:00', '2026-02-01T10:00:00-03:00'],
] as const)('the last %s before %s', (every, moment, due) => {
  expect(lastDue({ every, time: '10:00' }, 'America/Sao_Paulo', new Date(moment))).toEqual(new Date(due))
})
