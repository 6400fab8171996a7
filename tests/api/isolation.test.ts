import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formsChoosing } from '../../src/model/access/choosing.ts'
import { gateAllows, type Permission, rightsFor } from '../../src/model/access/gate.ts'
import type { RecordAccess, Register } from '../../src/model/model.ts'
import { topLevelRegisters } from '../../src/model/register.ts'
import { planList } from '../../src/server/query/planList.ts'
import { countSql, selectSql } from '../../src/server/query/planSql.ts'
import { restrictPlan } from '../../src/server/query/restrictPlan.ts'
import { tableOf } from '../../src/server/query/table.ts'
import { visibilityOf } from '../../src/server/query/visibility.ts'
import { runtimeOperations } from '../../src/server/runtimeOperations.ts'
import { makeKey } from './fixtures/apiKey.ts'
import { oneOfEach } from './fixtures/oneOfEach.ts'
import { product, productModel } from './fixtures/product.ts'
import { filterQuery, type RegisterCall, registerCalls } from './fixtures/registerCalls.ts'
import { openServer, type TestServer } from './fixtures/testServer.ts'

/**
 * Walks every register and every call: with the owner of another store, who must neither see nor change a thing, and with every
 * flag alone, where each call opens exactly when its gate does. New registers are walked without a word here.
 */
const model = productModel()
const TOKEN = 'zzsegredo'
const scoped = topLevelRegisters(model).filter(register => register.scope === 'store')

let server: TestServer
const stores = { ours: 0, theirs: 0 }
let theirs: string
let theirKey: string
let before: string
const records = new Map<string, unknown>()

beforeAll(async () => {
  server = await openServer(model)
  const owner = await server.addUser('nossa@x.br')
  const other = await server.addUser('alheia@x.br')
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  await server.tie(owner, stores.ours, { type: 1, email: 'nossa@x.br' })
  await server.tie(other, stores.theirs, { type: 1, email: 'alheia@x.br' })
  await oneOfEach({ model, server, store: stores.ours, token: TOKEN, records })
  theirs = await server.enter('alheia@x.br')
  theirKey = await makeKey(server, theirs, stores.theirs, Object.fromEntries(model.flags.map(({ name }) => [name, true])))
  before = await everything(stores.ours)
})
afterAll(() => server?.close())

/** All that a store holds, as one text. */
async function everything(store: number): Promise<string> {
  const tables = [
    ...new Set(
      Object.values(model.registers)
        .filter(one => one.scope !== 'global' && one.stored !== false)
        .map(one => one.table),
    ),
  ]
  const rows = await Promise.all(
    tables.map(table =>
      server.context.database.system.query(`SELECT * FROM "${table}" WHERE "lojaId" = $1 ORDER BY id`, [store]),
    ),
  )
  return JSON.stringify(rows.map(({ rows: found }, at) => [tables[at], found]))
}

const callsOf = (register: Register, id: unknown, lojaId: number | undefined): RegisterCall[] =>
  registerCalls({ model, register, id, ours: stores.ours, token: TOKEN, records }, lojaId)

const send = (token: string, [method, url, payload]: RegisterCall) => server.call(token, method as 'GET', url, payload)

describe('the owner of another store, and a key that may all there', () => {
  test.each(scoped.map(register => [register.name, register] as const))(
    '%s: sees and changes nothing of ours',
    async (_, register) => {
      const id = records.get(register.table)
      const leaks: string[] = []
      const note = (call: RegisterCall, why: string): void =>
        void leaks.push(`${call[0]} ${call[1]} ${JSON.stringify(call[2] ?? {})}: ${why}`)
      for (const [call, token] of callsOf(register, id, stores.ours).flatMap(one => [
        [one, theirs] as const,
        [one, theirKey] as const,
      ])) {
        const reply = await send(token, call)
        if (reply.statusCode !== 403 && reply.statusCode !== 400 && reply.statusCode !== 404)
          note(call, `status ${reply.statusCode}`)
        if (reply.body.includes(TOKEN)) note(call, 'shows our text')
      }
      for (const [lojaId, token] of [
        [undefined, theirs],
        [stores.theirs, theirs],
        [undefined, theirKey],
      ] as const) {
        for (const call of callsOf(register, id, lojaId)) {
          const reply = await send(token, call)
          const said = reply.body.replaceAll(`_like=${TOKEN}`, '')
          if (reply.statusCode >= 500) note(call, `status ${reply.statusCode} ${reply.body}`)
          if (said.includes(TOKEN)) note(call, `shows our text ${reply.body}`)
          const isJson = String(reply.headers['content-type']).includes('json')
          const counted =
            reply.statusCode === 200 && call[0] === 'GET' && isJson ? (reply.json() as { count?: number }).count : undefined
          if (call[1].includes('exportar?filter') && Number(reply.headers['content-count'] ?? 0) > 0) note(call, 'exports a row')
          if (counted) note(call, `counts ${counted}`)
          if (call[1].includes(`/${id}`) && reply.statusCode < 400) note(call, `status ${reply.statusCode}`)
        }
      }
      expect(leaks).toEqual([])
    },
  )

  test('and afterwards our store holds exactly what it held', async () => {
    expect(await everything(stores.ours)).toBe(before)
  })

  test('without a session there is nothing', async () => {
    for (const { name } of topLevelRegisters(model))
      expect((await server.call('nenhuma', 'GET', `/api/${name}`)).statusCode).toBe(401)
  })
})

describe('access matrix: with one flag alone every call opens exactly when its gate does', () => {
  const personas = [['none', {}], ...model.flags.map(flag => [flag.name, { [flag.name]: true }] as const)] as const

  test.each(personas)('%s', async (name, flags) => {
    const email = `${name}@x.br`.toLowerCase()
    const user = await server.addUser(email)
    await server.tie(user, stores.ours, { ...flags, email })
    const token = await server.enter(email)
    const permission: Permission = { admin: false, owner: false, logged: true, flags, store: {} }
    const wrong: string[] = []
    for (const register of topLevelRegisters(model)) {
      const opens = (act: RecordAccess): boolean => gateAllows(register.access[act] ?? 'false', permission)
      const id = register.scope === 'self' ? stores.ours : (records.get(register.table) ?? 1)
      const expected: [RecordAccess, RegisterCall, boolean][] = [
        [
          'see',
          ['GET', `/api/${register.name}?${filterQuery({ limit: 3 })}&lojaId=${stores.ours}`],
          opens('see') || isChosen(register, permission),
        ],
        ['see', ['GET', `/api/${register.name}/${id}?lojaId=${stores.ours}`], opens('see') || isChosen(register, permission)],
        [
          'create',
          ['POST', `/api/${register.name}`, { lojaId: stores.ours, desconhecido: 1 }],
          opens('create') || isTaken(register, permission),
        ],
        ['change', ['PATCH', `/api/${register.name}/${id}`, { lojaId: stores.ours, desconhecido: 1 }], opens('change')],
        [
          'remove',
          ['DELETE', `/api/${register.name}/999999999?lojaId=${register.scope === 'self' ? '' : stores.ours}`],
          opens('remove'),
        ],
      ]
      for (const [act, call, open] of expected) {
        const { statusCode, body } = await send(token, call)
        if (statusCode >= 500 || (statusCode === 403) === open)
          wrong.push(`${register.name} ${act} (${register.access[act]}): ${statusCode} ${body.slice(0, 200)}`)
        if (act === 'see' && !opens('see') && statusCode === 200) wrong.push(...tooMuch(register, JSON.parse(body)))
      }
    }
    expect(wrong).toEqual([])
  })

  /** Whether a call of its own takes what is posted to a register that is written by nothing else. */
  const isTaken = ({ name }: Register, permission: Permission): boolean =>
    [...runtimeOperations, ...product.operations].some(
      one => one.method === 'POST' && one.path === name && 'gate' in one && gateAllows(one.gate, permission),
    )

  /**
   * Whether somebody may choose a record of this register: in a field that they may write, in the filter of a list that they see, or
   * for a report that they open.
   */
  const isChosen = (register: Register, permission: Permission): boolean =>
    formsChoosing(model, register).some(({ gate }) => gateAllows(gate, permission)) ||
    Object.values(model.registers).some(one => {
      const owner = one.parent ? model.registers[one.parent.register] : one
      const opens = (act: RecordAccess): boolean => gateAllows(owner?.access[act] ?? 'false', permission)
      const filtered = new Set(one.views.filter.fields.map(({ field }) => field))
      return one.fields
        .filter(({ readOnly, reference }) => !readOnly && reference?.to === register.name)
        .some(
          ({ name, readOnlyWhen }) =>
            (readOnlyWhen !== '!user.admin' && (opens('create') || opens('change'))) || (filtered.has(name) && opens('see')),
        )
    }) ||
    Object.values(model.reports).some(
      ({ gate, parameters }) =>
        parameters.some(({ reference }) => reference?.to === register.name) && gateAllows(gate, permission),
    )

  /** Fields that a look for choosing must not show. */
  const tooMuch = (register: Register, body: unknown): string[] => {
    const shown = new Set(['id', register.label, register.code])
    return [body]
      .flat()
      .flatMap(row => Object.keys(row as object))
      .filter(key => !shown.has(key))
      .map(key => `${register.name} shows ${key}`)
  }
})

describe('the plan alone, without row level security', () => {
  test.each(scoped.map(register => register.name))('%s: every statement names the store', name => {
    const table = tableOf(model, name)
    const viewer = {
      rights: rightsFor(model, { admin: false, owner: true, logged: true, flags: {}, store: {} }),
      admin: false,
      storeId: 7,
      stores: [7],
    }
    if (visibilityOf(model, table.register, viewer.rights) === 'none') return
    const include = [...table.references.keys(), ...table.lists.keys()]
    const plan = restrictPlan(planList({ include, q: 'texto' }, { model, table, zone: 'America/Sao_Paulo' }), viewer, model)
    const below = plan.includes.map(one => one.plan).filter(one => one.table.register.scope === 'store')
    for (const one of [plan, ...below]) {
      expect(selectSql(one, true)).toMatchObject({
        text: expect.stringContaining('t."lojaId" = $1'),
        params: expect.arrayContaining([7]),
      })
      expect(countSql(one).text).toContain('t."lojaId" = $1')
    }
  })
})
