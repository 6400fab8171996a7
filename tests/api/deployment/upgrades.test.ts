import { execFile } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readArchive } from '../../../src/server/backup/archive.ts'
import { productVersion } from '../../../src/server/backup/productVersion.ts'
import { restoreBackup } from '../../../src/server/backup/restoreBackup.ts'
import { secretsUnderKey } from '../../../src/server/database/secret.ts'
import { openFolderStorage } from '../../../src/server/storage/folderStorage.ts'
import { isSpread, scratchDatabase } from '../fixtures/scratchDatabase.ts'
import { apiClient, removeFolder, type ServerProcess, scratchFolder, serverEnv, startProcess } from '../fixtures/serverProcess.ts'

const distributed = await isSpread()
const folder = scratchFolder()
afterAll(() => removeFolder(folder))

/** Kept states are not sealed: whoever tests them knows where they come from. */
const opening = { secrets: secretsUnderKey(Buffer.alloc(32)), trust: true }

const releases = readdirSync('tests/releases')
  .filter(name => name.endsWith('.tar.gz'))
  .map(name => join('tests/releases', name))
const newest = releases.at(-1) ?? ''
const current = '-- The tables are as the definitions want them.'

/** A database that holds what a release left. */
interface Installation {
  readonly env: Record<string, string>
  query<R extends object>(text: string, params?: readonly unknown[]): Promise<R[]>
}

async function installed(archive: string, name: string): Promise<Installation> {
  const scratch = await scratchDatabase()
  onTestFinished(scratch.drop)
  const dataDir = join(folder, name)
  await restoreBackup({ url: scratch.url, files: openFolderStorage(dataDir), opening }, archive)
  const env = { DATABASE_URL: scratch.url, DATA_DIR: dataDir, DEMO: '0', SECRET_KEY: 'estado-guardado' }
  // Several machines get it as `npm run restore` gives it to them.
  if (distributed) await command('--distribute', env)
  return {
    env,
    async query<R extends object>(text: string, params: readonly unknown[] = []) {
      const client = new pg.Client({ connectionString: scratch.url, options: '-c app.store=*' })
      await client.connect()
      try {
        return (await client.query<R>(text, [...params])).rows
      } finally {
        await client.end()
      }
    },
  }
}

const startOver = async ({ env }: Installation, more: Record<string, string> = {}): Promise<ServerProcess> => {
  const server = await startProcess(folder, ['--no-pages'], { ...env, ...more })
  onTestFinished(async () => void (await server.end()))
  return server
}

/** Returns the output of the server's command by a word. */
const command = async (word: string, env: Readonly<Record<string, string>>): Promise<string> => {
  const all = { ...process.env, ...serverEnv(folder), ...env }
  return (await promisify(execFile)(process.execPath, ['src/main/server.ts', word], { env: all })).stdout
}

/** `npm run plan`, as somebody reads it before an update. */
const plan = ({ env }: Installation, more: Record<string, string> = {}): Promise<string> => command('--plan', { ...env, ...more })

/** Tables of the registers and their sums, with what they hold: rows, and one figure for all that stands in the columns. */
async function contents({ query }: Installation): Promise<Map<string, string>> {
  const tables = await query<{ name: string; columns: string }>(
    `SELECT c.oid::regclass::text AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attname) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND n.nspname NOT IN ('system', 'pg_catalog', 'information_schema') GROUP BY c.oid ORDER BY 1`,
  )
  const each = tables.map(
    ({ name, columns }) =>
      `SELECT '${name}' AS name, count(*) || ' rows ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) AS text FROM (SELECT ${columns} FROM ${name}) t`,
  )
  const rows = await query<{ name: string; text: string }>(each.join(' UNION ALL '))
  return new Map(rows.map(({ name, text }) => [name, text]))
}

/** Registers of the platform that a version fills with more than the one before: what was there stays. */
const filled = new Set(['cclasstribs'])

function expectStanding(before: Map<string, string>, after: Map<string, string>): void {
  for (const name of before.keys())
    if (filled.has(name)) expect(Number(rowsOf(after, name))).toBeGreaterThanOrEqual(Number(rowsOf(before, name)))
    else expect([name, rowsOf(after, name)]).toEqual([name, rowsOf(before, name)])
}

const rowsOf = (all: Map<string, string>, name: string): string | undefined => all.get(name)?.split(' ')[0]

/** Asks the owner of a kept state's company for its figures. */
async function askOwner(address: string): Promise<{ products: number; sold: number; saved: number }> {
  const call = apiClient(() => address)
  const login = await call('POST', 'users/login', undefined, { email: 'dono@demo.com.br', password: 'demo1234' })
  const { id: token } = login.body as { id: string }
  const filter = (value: object): string => `filter=${encodeURIComponent(JSON.stringify(value))}`
  const list = async (register: string): Promise<unknown[]> =>
    (await call('GET', `${register}?${filter({ where: { lojaId: 1 }, limit: 10_000 })}`, token)).body as unknown[]
  const saved = await call('POST', 'grupos', token, { lojaId: 1, nome: 'Depois da atualização' })
  return { products: (await list('produtos')).length, sold: (await list('Movimentos')).length, saved: saved.status }
}

const countOf = async ({ query }: Installation, table: string): Promise<number> =>
  (await query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE "lojaId" = 1`))[0]?.n ?? 0

test('the state of this version is kept, or made from the same code', () => {
  expect(releases.map(path => basename(path, '.tar.gz'))).toContain(productVersion())
})

test.each(releases)('%s starts under this version, and all of its rows stand', { timeout: 600_000 }, async release => {
  const { totals } = await readArchive(release, opening)
  expect(totals.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(40)
  const installation = await installed(release, basename(release, '.tar.gz'))
  const before = await contents(installation)
  const told = await plan(installation)
  expect(told).not.toContain('-- refused')
  // It only tells.
  expect(await contents(installation)).toEqual(before)
  const server = await startOver(installation)
  const after = await contents(installation)
  expectStanding(before, after)
  if (told.trim() === current) expect(after).toEqual(before)
  const asked = await askOwner(server.address)
  expect(asked).toEqual({
    products: await countOf(installation, 'produtos'),
    sold: await countOf(installation, '"Movimentos"'),
    saved: 201,
  })
  expect(asked.sold).toBeGreaterThan(0)
  // People go on seeing what they saw, and each store has the roles that the product brings.
  const blind =
    'cardapio_ver AND custos_ver IS NOT TRUE OR cadastros_ver AND NOT (coalesce(comissoes_ver, false) AND coalesce(credito_ver, false))'
  expect(await installation.query(`SELECT email FROM user_lojas WHERE ${blind}`)).toEqual([])
  const lacking = `SELECT id FROM lojas l WHERE NOT EXISTS (SELECT FROM papeis p WHERE p."lojaId" = l.id AND p.modelo = 'gerente')`
  expect(await installation.query(lacking)).toEqual([])
  expect((await plan(installation)).trim()).toBe(current)
})

test('a state from before a migration and a field is told what will change, and then has it', { timeout: 600_000 }, async () => {
  const installation = await installed(newest, 'antes')
  const all = await contents(installation)
  const groups = (): Promise<object[]> => installation.query('SELECT id, nome, version FROM grupos ORDER BY id')
  const named = await groups()
  // As it was once: a column that a migration drops, and a field that was not there.
  await installation.query('ALTER TABLE nfes_itens ADD COLUMN margem numeric')
  await installation.query(`DELETE FROM system.migrations WHERE name = 'drop-nfes_itens-margem'`)
  await installation.query('ALTER TABLE grupos DROP COLUMN "fotoUrl"')
  const told = await plan(installation)
  expect(told).toContain('-- migration drop-nfes_itens-margem')
  expect(told).toMatch(/ALTER TABLE "grupos" ADD COLUMN "fotoUrl"/)
  const columns = (): Promise<{ name: string }[]> =>
    installation.query(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE (table_name, column_name) IN (('nfes_itens', 'margem'), ('grupos', 'fotoUrl'))`,
    )
  expect(await columns()).toEqual([{ name: 'nfes_itens.margem' }])
  const server = await startOver(installation)
  expect(await columns()).toEqual([{ name: 'grupos.fotoUrl' }])
  const now = await contents(installation)
  expectStanding(all, now)
  expect(await groups()).toEqual(named)
  expect((await askOwner(server.address)).saved).toBe(201)
})

test('a step that fails leaves the old state as it was, and the old version goes on', { timeout: 600_000 }, async () => {
  const installation = await installed(newest, 'falha')
  const old = await startOver(installation)
  const schemas = join(folder, 'definicoes-novas')
  cpSync('schemas', schemas, { recursive: true })
  const path = join(schemas, 'registers/cardapio/grupos.schema.json')
  const register = JSON.parse(readFileSync(path, 'utf8'))
  register.properties.apelido = { type: 'string', title: 'Apelido', maxLength: 20 }
  writeFileSync(path, JSON.stringify(register))
  writeFileSync(
    join(schemas, 'migrations/zz-falha.sql'),
    `UPDATE produtos SET nome = 'estragado'; CREATE TABLE pela_metade (id int); SELECT 1 / 0;`,
  )
  const before = await contents(installation)
  const more = { SCHEMAS_DIR: schemas, DATA_DIR: join(folder, 'falha-nova') }
  const why = await startProcess(folder, ['--no-pages'], { ...installation.env, ...more }).then(
    () => 'it started',
    error => String(error),
  )
  expect(why).toContain('zz-falha')
  expect(await contents(installation)).toEqual(before)
  expect(await installation.query(`SELECT FROM system.migrations WHERE name = 'zz-falha'`)).toEqual([])
  expect(await askOwner(old.address)).toMatchObject({ products: await countOf(installation, 'produtos'), saved: 201 })
  // Put right, the same version starts over the same state.
  writeFileSync(
    join(schemas, 'migrations/zz-falha.sql'),
    `UPDATE grupos SET nome = upper(nome) WHERE nome = 'Depois da atualização'`,
  )
  expect(await plan(installation, more)).toMatch(/-- migration zz-falha\n[\s\S]*ALTER TABLE "grupos" ADD COLUMN "apelido"/)
  const renewed = await startOver(installation, more)
  expect(await installation.query(`SELECT nome FROM grupos WHERE nome ILIKE 'depois da%'`)).toEqual([
    { nome: 'DEPOIS DA ATUALIZAÇÃO' },
  ])
  expect((await askOwner(renewed.address)).saved).toBe(201)
})
