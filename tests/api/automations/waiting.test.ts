import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetReads } from '../../../src/server/query/remembered/rememberedReads.ts'
import { type AutomatedShop, modelWith, openAutomatedShop } from './automatedShop.ts'

/** Automations that wait: undone before they did anything, told to come later, in the order of saves, and about a person who is erased. */

const calls = (on: object, body: object) => ({ title: 'Chama', gate: 'owner', on, steps: [{ id: 'chama', webhook: { body } }] })
const onUnit = { register: 'unidades', event: 'saved' }
const model = modelWith({
  primeira: calls(onUnit, { nome: 'nome' }),
  segunda: calls({ ...onUnit, event: 'changed' }, { nome: 'nome' }),
  pessoa: calls({ register: 'parceiros', event: 'saved' }, { nome: 'nome_fantasia', email: 'email1' }),
})

let shop: AutomatedShop
beforeAll(async () => {
  shop = await openAutomatedShop(model)
  // Nothing is taken before the test says so.
  await shop.q(`CREATE FUNCTION system.hold() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.queue LIKE 'automation%' THEN NEW."dueAt" := now() + interval '1 day'; END IF; RETURN NEW; END $$`)
  await shop.q('CREATE TRIGGER hold BEFORE INSERT ON system.queue FOR EACH ROW EXECUTE FUNCTION system.hold()')
})
afterAll(() => shop?.close())
beforeEach(async () => {
  for (const table of ['"Automacoes_loja"', 'system.queue', '"Automacao_execucoes"']) await shop.q(`DELETE FROM ${table}`)
  forgetReads(shop.server.context.database)
  shop.receiver.calls.length = 0
  shop.receiver.answers = {}
})

let units = 0
const save = async (register: string, body: object, action: string = randomUUID()): Promise<{ id: number; action: string }> => {
  const all = { lojaId: shop.stores.ours, ...body }
  const reply = await shop.server.app.inject({
    method: 'POST',
    url: `/api/${register}/save`,
    headers: { authorization: shop.tokens.dona, 'x-action': action },
    payload: all,
  })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return { id: reply.json().id, action }
}
const unit = (body: object = {}, action?: string) => save('unidades', { nome: `Y${++units}`, ...body }, action)
const undo = async (action: string): Promise<void> => {
  const reply = await shop.call(shop.tokens.dona, `atividade/${action}/desfazer`, { lojaId: shop.stores.ours })
  expect(reply.json().desfeitos, reply.body).toBe(1)
}
/** Does the starts, or the runs, that wait: all of them, or those whose content matches. */
const deliver = async (which: 'event' | 'run', like = '%'): Promise<void> => {
  await shop.q(`UPDATE system.queue SET "dueAt" = now() WHERE queue = $1 AND content LIKE $2`, [`automation-${which}`, like])
  await shop.server.context.automationWorkers[which === 'event' ? 'starts' : 'steps']?.deliver()
}
const all = async (): Promise<void> => {
  await deliver('event')
  await deliver('run')
}
const names = (): unknown[] => shop.receiver.calls.map(({ body }) => JSON.parse(body).data.nome)

test('a save that is undone before it was looked at starts nothing, and the log says why', async () => {
  await shop.switchOn('primeira', '/a')
  const { action } = await unit()
  await undo(action)
  await all()
  expect(shop.receiver.calls).toEqual([])
  expect(await shop.runs('primeira')).toMatchObject([
    { situacao: 'CORTADA', motivo: expect.stringContaining('desfeito'), passos: [{ situacao: 'ESPERA' }] },
  ])
})

test('a run that waits is cancelled by the undo; one that ran stays as it was', async () => {
  await shop.switchOn('primeira', '/a')
  const [ran, waits] = [await unit(), await unit()]
  await deliver('event')
  await deliver('run', `%${ran.action}%`)
  await undo(ran.action)
  await undo(waits.action)
  await all()
  expect(shop.receiver.calls).toHaveLength(1)
  expect((await shop.runs('primeira')).map(({ situacao }) => situacao)).toEqual(['FEITA', 'CORTADA'])
})

test('a receiver that asks to be called later is, up to ten hours, and never sooner than usual', async () => {
  await shop.switchOn('primeira', '/a')
  const soon = new Date(Date.now() + 600_000).toUTCString()
  for (const [retryAfter, seconds] of [
    ['900', 900],
    [soon, 600],
    ['1', 0],
    ['9999999', 36_000],
    ['-5', 0],
    ['amanhã', 0],
  ] as const) {
    await shop.q('DELETE FROM system.queue')
    shop.receiver.answers = { '/a': { status: 503, retryAfter: encodeURI(retryAfter).replaceAll('%20', ' ') } }
    await unit()
    await all()
    const [item] = await shop.q<{ seconds: string }>(
      `SELECT extract(epoch FROM "dueAt" - now()) AS seconds FROM system.queue WHERE queue = 'automation-run'`,
    )
    const due = Number(item?.seconds)
    if (seconds === 0) expect(due, retryAfter).toBeLessThanOrEqual(5)
    else expect(Math.abs(due - seconds), `${retryAfter}: ${due}`).toBeLessThan(20)
  }
})

test('runs about one record begin in the order of their saves, whichever places they call', async () => {
  await shop.switchOn('primeira', '/a')
  await shop.switchOn('segunda', '/b')
  const { id } = await unit({ nome: 'Um' })
  await deliver('event')
  // The first save's run is kept back: those of the second one, which call elsewhere, too, must not pass it.
  const second = await unit({ id, nome: 'Dois' })
  await unit({ nome: 'Outra' })
  await deliver('event')
  await deliver('run', `%${second.action}%`)
  expect(names()).toEqual([])
  await deliver('run')
  for (let round = 0; round < 4; round++) await deliver('run')
  const about = names().filter(name => name !== 'Outra')
  expect(names()).toHaveLength(4)
  expect(about).toEqual(['Um', 'Dois', 'Dois'])
})

test('a run that is tried again later is not overtaken by later ones about its record, and holds up no other record', async () => {
  await shop.switchOn('primeira', '/a')
  await shop.switchOn('segunda', '/b')
  shop.receiver.answers = { '/a': { status: 503 } }
  const { id } = await unit({ nome: 'A um' })
  await all()
  shop.receiver.answers = {}
  await unit({ id, nome: 'A dois' })
  await unit({ nome: 'A outra' })
  await deliver('event')
  shop.receiver.calls.length = 0
  // The run of the first save stays put off; whoever waits for it looks again when it is due.
  await shop.q(`UPDATE system.queue SET "dueAt" = now() WHERE queue = 'automation-run' AND attempts = 0`)
  await shop.server.context.automationWorkers.steps?.deliver()
  expect(names()).toEqual(['A outra'])
  const waits = await shop.q<{ seconds: string }>(
    `SELECT extract(epoch FROM "dueAt" - now()) AS seconds FROM system.queue WHERE queue = 'automation-run'`,
  )
  expect(waits).toHaveLength(3)
  for (const { seconds } of waits) expect(Number(seconds)).toBeLessThanOrEqual(60)
  for (let round = 0; round < 4; round++) await deliver('run')
  expect(names()).toEqual(['A outra', 'A um', 'A dois', 'A dois'])
})

test('one that is given up lets those after it go on', async () => {
  await shop.switchOn('primeira', '/a')
  shop.receiver.answers = { '/a': { status: 410 } }
  const { id } = await unit({ nome: 'B um' })
  await all()
  shop.receiver.answers = {}
  await unit({ id, nome: 'B dois' })
  await all()
  expect(names()).toEqual(['B um', 'B dois'])
})

test('an undo of some records of an action cancels only what waits about these', async () => {
  await shop.switchOn('primeira', '/a')
  const action = randomUUID()
  const back = await unit({ nome: 'Volta' }, action)
  const stays = await unit({ nome: 'Fica' }, action)
  const started = await unit({ nome: 'Depois' }, action)
  await deliver('event', `%Depois%`)
  // The undo leaves alone a record that holds something else by now.
  for (const { id } of [stays, started]) await unit({ id, nome: `Mudada ${id}` })
  await shop.q(`DELETE FROM system.queue WHERE queue = 'automation-event' AND content LIKE '%Mudada%'`)
  const reply = await shop.call(shop.tokens.dona, `atividade/${action}/desfazer`, { lojaId: shop.stores.ours })
  expect(reply.json(), reply.body).toMatchObject({ desfeitos: 1, total: 3 })
  await all()
  expect(names().toSorted()).toEqual(['Depois', 'Fica'])
  const cut = (await shop.runs('primeira')).filter(({ situacao }) => situacao === 'CORTADA')
  expect(cut).toMatchObject([{ registro: String(back.id) }])
})

test('a person who is erased is gone from starts that wait; those about others stay', async () => {
  await shop.switchOn('pessoa', '/a')
  const gone = await save('parceiros', { cliente: true, nome_fantasia: 'Zaqfila', email1: 'zaq@fila.br' })
  await save('parceiros', { cliente: true, nome_fantasia: 'Fica' })
  const queue = async () =>
    (await shop.q<{ content: string }>(`SELECT content FROM system.queue WHERE queue = 'automation-event'`)).map(
      ({ content }) => content,
    )
  expect((await queue()).join()).toContain('Zaqfila')
  const path = `titulares/parceiros/${gone.id}/apagar?lojaId=${shop.stores.ours}`
  const reply = await shop.call(shop.tokens.dona, path, { ciente: true })
  expect(reply.statusCode, reply.body).toBe(200)
  expect((await queue()).join()).not.toMatch(/Zaqfila|zaq@fila/)
  await all()
  expect(names()).not.toContain('Zaqfila')
  expect(names()).toContain('Fica')
})
