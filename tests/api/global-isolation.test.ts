import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rightsFor } from '../../src/model/access/gate.ts'
import type { Model, Register } from '../../src/model/model.ts'
import { topLevelRegisters } from '../../src/model/register.ts'
import { visibilityOf } from '../../src/server/query/visibility.ts'
import { productModel } from './fixtures/product.ts'
import { filterQuery, type RegisterCall, registerCalls } from './fixtures/registerCalls.ts'
import { openServer, type TestServer } from './fixtures/testServer.ts'

/**
 * Registers without a store hold what is everybody's (tax codes, currencies) and what is somebody's (people, their answers, errors).
 * Every register is asked in every way by people of another store; what they get is read for values that are ours alone, whatever
 * the status. New registers are walked without a word here.
 */
const model = productModel()
const PRIVATE = 'zzsegredo'
const registers = topLevelRegisters(model)
const globals = registers.filter(({ scope }) => scope === 'global')

const ownerRights = rightsFor(model, { admin: false, owner: true, logged: true, flags: {}, store: {} })

/** Tells whether rows are somebody's: people themselves, rows that name a person or a store, and rows that owners do not see at all. */
const isPrivate = (register: Register): boolean =>
  register.role === 'users' ||
  register.fields.some(({ reference }) => ['users', 'store'].includes(model.registers[reference?.to ?? '']?.role ?? '')) ||
  visibilityOf(model, register, ownerRights) === 'none'

let server: TestServer
const stores = { ours: 0, theirs: 0 }
const records = new Map<string, unknown>()
const people = { boss: 0, clerk: 0 }
const tokens = new Map<string, string>()
let before = ''

beforeAll(async () => {
  server = await openServer(model)
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  people.boss = await server.addUser(`chefe.${PRIVATE}@x.br`)
  people.clerk = await server.addUser(`caixa.${PRIVATE}@x.br`)
  await server.tie(people.boss, stores.ours, { type: 1, email: `chefe.${PRIVATE}@x.br` })
  await server.tie(people.clerk, stores.ours, { email: `caixa.${PRIVATE}@x.br` })
  await seedGlobals(model)
  const flags = Object.fromEntries(model.flags.map(({ name }) => [name, true]))
  const callers: readonly [string, Readonly<Record<string, unknown>> | undefined][] = [
    ['owner', { type: 1 }],
    ['employee with every flag', flags],
    ['employee without flags', {}],
    ['nobody of any store', undefined],
  ]
  for (const [at, [name, link]] of callers.entries()) {
    const email = `alheio${at}@y.br`
    const id = await server.addUser(email)
    if (link) await server.tie(id, stores.theirs, { ...link, email })
    tokens.set(name, await server.enter(email))
  }
  before = await ourGlobals()
})
afterAll(() => server?.close())

/** One row of every global register that is somebody's, ours. */
async function seedGlobals({ registers: all }: Model): Promise<void> {
  records.set('users', people.clerk)
  records.set('lojas', stores.ours)
  const q = server.context.database.system
  for (const register of globals.filter(one => one.role !== 'users' && isPrivate(one))) {
    const texts = register.fields.filter(
      ({ stored, kind, readOnly, refine, name }) => stored && kind === 'text' && !readOnly && !refine?.numeric && name !== 'id',
    )
    const references = register.fields.filter(
      ({ stored, reference }) => stored && reference && records.has(all[reference.to]?.table ?? ''),
    )
    const row = new Map<string, unknown>([
      ...texts.map(({ name, maxLength }) => [name, PRIVATE.slice(0, maxLength ?? 99)] as const),
      ...references.map(({ name, reference }) => [name, records.get(all[reference?.to ?? '']?.table ?? '')] as const),
      ...(register.textKey
        ? [['id', PRIVATE.slice(0, register.fields.find(({ name }) => name === 'id')?.maxLength ?? 9)] as const]
        : []),
    ])
    const names = [...row.keys()].map(name => `"${name}"`).join(', ')
    const values = [...row.keys()].map((_, at) => `$${at + 1}`).join(', ')
    const { rows } = await q.query(`INSERT INTO "${register.table}" (${names}) VALUES (${values}) RETURNING id`, [
      ...row.values(),
    ])
    records.set(register.table, rows[0]?.id)
  }
}

/** All that we have in registers without a store, as one text. */
async function ourGlobals(): Promise<string> {
  const found = await Promise.all(
    globals.map(async ({ table }) => {
      const { rows } = await server.context.database.system.query(
        `SELECT * FROM "${table}" t WHERE t::text LIKE $1 ORDER BY id`,
        [`%${PRIVATE}%`],
      )
      return [table, rows]
    }),
  )
  return JSON.stringify(found)
}

const callers = ['owner', 'employee with every flag', 'employee without flags', 'nobody of any store']

/** Tells whether a reply gives something away; the words of the question that it repeats are no answer. */
const tells = (body: string): boolean => body.includes(PRIVATE)

async function leaksOf(caller: string, calls: readonly RegisterCall[]): Promise<string[]> {
  const leaks: string[] = []
  for (const [method, url, payload] of calls) {
    const reply = await server.call(tokens.get(caller) ?? '', method as 'GET', url, payload)
    const what = `${method} ${url} ${JSON.stringify(payload ?? {})}`
    if (reply.statusCode >= 500) leaks.push(`${what}: status ${reply.statusCode} ${reply.body}`)
    if (tells(reply.body)) leaks.push(`${what}: ${reply.body}`)
    const asksForOurs = url.includes(encodeURIComponent(`"${PRIVATE}`)) || url.includes(`q=${PRIVATE}`)
    if (method === 'GET' && asksForOurs && Number(reply.headers['content-count'] ?? 0) > 0) leaks.push(`${what}: finds`)
  }
  return leaks
}

describe.each(callers)('%s elsewhere', caller => {
  test.each(registers.map(register => [register.name, register] as const))(
    '%s: tells nothing of our people',
    async (_, register) => {
      const id = register.scope === 'self' ? stores.ours : records.get(register.table)
      const attempt = { model, register, id: id ?? people.clerk, ours: stores.ours, token: PRIVATE, records }
      const whole = register.scope !== 'store'
      for (const lojaId of [undefined, stores.theirs]) {
        const calls = registerCalls(attempt, lojaId).filter(([method]) => whole || method === 'GET')
        expect(await leaksOf(caller, calls)).toEqual([])
        // Older rows may refer to somebody now: they are read again.
        if (whole)
          expect(
            await leaksOf(
              caller,
              calls.filter(([method]) => method === 'GET'),
            ),
          ).toEqual([])
      }
    },
  )

  test('nor do the calls that search, explain and look back', async () => {
    const at = `lojaId=${stores.theirs}`
    expect(
      await leaksOf(caller, [
        ['GET', `/api/buscar?q=${PRIVATE}&${at}`],
        ['GET', `/api/atividade?${at}`],
        ['GET', `/api/explicar?tela=/users/${people.clerk}&${at}`],
        ['GET', `/api/explicar/direitos?userId=${people.clerk}&${at}`],
        ['GET', `/api/users?${filterQuery({ where: { email: { like: 'c%' } } })}&${at}`],
        ['GET', `/api/users?${filterQuery({ where: { id: { inq: [people.boss, people.clerk] } }, order: 'email ASC' })}`],
        ['POST', '/api/users/configuracao', { lojaId: stores.ours }],
      ]),
    ).toEqual([])
  })
})

test('and afterwards our rows are what they were', async () => {
  expect(await ourGlobals()).toBe(before)
})

test('people of a store are chosen by its owner, all people by the administrator alone', async () => {
  await server.addUser('plataforma@x.br', { admin: true })
  const names = async (email: string, at: string): Promise<string[]> => {
    const reply = await server.call(await server.enter(email), 'GET', `/api/users?${at}`)
    return (reply.json() as { email: string }[]).map(user => user.email)
  }
  expect(await names(`chefe.${PRIVATE}@x.br`, `lojaId=${stores.ours}`)).toEqual([
    `caixa.${PRIVATE}@x.br`,
    `chefe.${PRIVATE}@x.br`,
  ])
  expect(await names('plataforma@x.br', '')).toHaveLength(7)
  expect((await server.call(await server.enter(`caixa.${PRIVATE}@x.br`), 'GET', '/api/users')).statusCode).toBe(403)
})
