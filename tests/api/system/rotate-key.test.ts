import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { secretsUnderKey } from '../../../src/server/database/secret.ts'
import { enqueueMail, mailQueue } from '../../../src/server/features/mail/mailOutbox.ts'
import { rotateKey } from '../../../src/server/rotation/rotateKey.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

/** An installation whose key gives way to another one. */
const keyOf = (text: string) => secretsUnderKey(createHash('sha256').update(text).digest())
const [old, own] = [keyOf('chave antiga'), keyOf('chave nova')]
const env = { SECRET_KEY: 'chave nova', SECRET_KEY_OLD: 'chave antiga' }
const place = 'parceiros.senha_pdv'
const letter = { from: 'loja@x.br', to: 'ana@x.br', subject: 'Senha', text: 'https://x.br/confirmacao?token=segredo', button: '' }
let shop: Shop
let store = 0

beforeAll(async () => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  shop = await openShop()
  const { rows } = await shop.database.system.query<{ id: string }>(
    "INSERT INTO lojas (nome_fantasia) VALUES ('Loja') RETURNING id",
  )
  store = Number(rows[0]?.id)
}, 600_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await shop?.close()
})

const query = async <R extends object>(text: string, params: readonly unknown[] = []): Promise<R[]> =>
  (await shop.database.system.query<R>(text, params)).rows

/** Everything that looks sealed, in any column of any table. */
async function sealedAnywhere(): Promise<string[]> {
  const columns = await query<{ table: string; column: string }>(
    `SELECT a.attrelid::regclass::text AS "table", quote_ident(a.attname) AS "column" FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
       AND a.atttypid IN ('text'::regtype, 'jsonb'::regtype, 'json'::regtype) AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const each = columns.map(
    ({ table, column }) => `SELECT ${column}::text AS value FROM ${table} WHERE ${column}::text LIKE '%v1.%'`,
  )
  const rows = await query<{ value: string }>(each.join(' UNION ALL '))
  return rows.flatMap(({ value }) => value.match(/v1\.[\w-]{16}\.[\w-]{22}\.[\w-]*/g) ?? [])
}

const opens = (secrets: typeof own, value: string): boolean =>
  [place, 'lojas.csc', 'system.mails.content'].some(each => {
    try {
      secrets.open(value, each)
      return true
    } catch {
      return false
    }
  })

const ofOwn = async (): Promise<number> => (await sealedAnywhere()).filter(value => opens(own, value)).length

/** People with a password for the counter, as a server with the old key left them, and what else is sealed. */
async function fill(people: number, from = 0): Promise<void> {
  const sealed = Array.from({ length: people }, (_, at) => old.seal(JSON.stringify(`senha${from + at}`), place))
  await query(
    `INSERT INTO parceiros ("lojaId", nome_fantasia, funcionario, senha_pdv)
     SELECT $1, 'Pessoa ' || n, true, sealed FROM unnest($2::text[]) WITH ORDINALITY AS s(sealed, n)`,
    [store, sealed],
  )
}

const command = () =>
  spawn(process.execPath, ['scripts/rotateKey.ts'], {
    env: { ...process.env, ...env, DATABASE_URL: shop.database.url, DATA_DIR: shop.dataDir },
  })

test('killed amid its work it goes on, and nothing stays under the old key', { timeout: 600_000 }, async () => {
  await fill(4000)
  await query('UPDATE lojas SET csc = $2 WHERE id = $1', [store, old.seal('"csc da loja"', 'lojas.csc')])
  await enqueueMail(shop.database.system, old, letter)
  const removed = {
    own: { senha_pdv: old.seal('"apagada"', place) },
    lists: { 'x.1': { csc: old.seal('"da lista"', 'lojas.csc') } },
  }
  await query(
    `INSERT INTO system.removed_secrets ("lojaId", action, register, id, secrets) VALUES ($1, $2, 'parceiros', '9', $3)`,
    [store, randomUUID(), JSON.stringify(removed)],
  )
  const all = (await sealedAnywhere()).length
  expect([all, await ofOwn()]).toEqual([4004, 0])
  const cut = command()
  const over = once(cut, 'exit')
  await expect.poll(async () => (await ofOwn()) > 50 || cut.exitCode !== null, { timeout: 60_000, interval: 5 }).toBe(true)
  cut.kill('SIGKILL')
  await over
  const between = await ofOwn()
  expect([between > 50, between < all]).toEqual([true, true])

  const again = command()
  const told: string[] = []
  again.stdout.on('data', data => told.push(String(data)))
  expect(await once(again, 'exit')).toEqual([0, null])
  expect(told.join('')).toContain(
    `Nothing is sealed with the former key any more: ${all} values, ${all - between} of them by this run.`,
  )
  const values = await sealedAnywhere()
  expect([values.length, values.filter(value => opens(own, value)).length]).toEqual([all, all])
  // Each is what it was.
  const people = await query<{ nome: string; senha: string }>(
    `SELECT nome_fantasia AS nome, senha_pdv AS senha FROM parceiros ORDER BY id`,
  )
  expect(people.map(({ senha }) => JSON.parse(own.open(senha, place)))).toEqual(people.map((_, at) => `senha${at}`))
  const [mail] = await mailQueue(() => own).claim(shop.database.system)
  expect(mailQueue(() => own).rules.read(mail?.content ?? '')).toEqual(letter)
})

test('what people save meanwhile stays theirs, and what another server seals with the old key is found', {
  timeout: 60_000,
}, async () => {
  await fill(500, 4000)
  const someone = shop.as({ userId: 1, stores: [store], owner: true })
  const ids = (
    await query<{ id: string; version: number }>('SELECT id, version FROM parceiros ORDER BY id DESC LIMIT 20')
  ).reverse()
  const saving = (async () => {
    for (const { id, version } of ids) {
      const { status } = await someone('PATCH', `/api/parceiros/${id}`, {
        lojaId: store,
        senha_pdv: `nova${id}`.slice(-8),
        version,
      })
      expect(status).toBe(200)
    }
  })()
  let late = 1
  const told: string[] = []
  await rotateKey({
    database: {
      system: {
        ...shop.database.system,
        // A server that has not heard of the new key writes as the first round ends.
        async query<R extends object>(text: string, params?: readonly unknown[]) {
          if (text.includes('"removed_secrets"') && late-- > 0) await fill(3, 4500)
          return shop.database.system.query<R>(text, params)
        },
      },
    },
    model: shop.model,
    keys: { own, former: old },
    tell: line => told.push(line),
  })
  await saving
  expect(told.length).toBeGreaterThan(1)
  const values = await sealedAnywhere()
  expect(values.filter(value => !opens(own, value))).toEqual([])
  for (const { id } of ids) {
    const [row] = await query<{ senha: string; version: number }>(
      'SELECT senha_pdv AS senha, version FROM parceiros WHERE id = $1',
      [id],
    )
    expect(JSON.parse(own.open(row?.senha ?? '', place))).toBe(`nova${id}`.slice(-8))
  }
})

test('without the former key there is nothing to come from, and what opens with neither is told and kept', {
  timeout: 60_000,
}, async () => {
  const lost = keyOf('perdida').seal('"?"', 'lojas.csc')
  await query('UPDATE lojas SET csc = $2 WHERE id = $1', [store, lost])
  const outcome = await rotateKey({
    database: shop.database,
    model: shop.model,
    keys: { own, former: old },
    tell: () => undefined,
  })
  expect(outcome.lost).toEqual({ 'lojas.csc': 1 })
  expect(await query('SELECT csc FROM lojas WHERE id = $1', [store])).toEqual([{ csc: lost }])
  vi.stubEnv('SECRET_KEY_OLD', '')
  const child = spawn(process.execPath, ['scripts/rotateKey.ts'], {
    env: { ...process.env, DATABASE_URL: shop.database.url, DATA_DIR: shop.dataDir },
  })
  const told: string[] = []
  child.stderr.on('data', data => told.push(String(data)))
  expect((await once(child, 'exit'))[0]).toBe(1)
  expect(told.join('')).toContain('There is no key to come from')
})
