import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../../src/domain/all.ts'
import { restoreBackup } from '../../../src/server/backup/restoreBackup.ts'
import { writeBackup } from '../../../src/server/backup/writeBackup.ts'
import { compose } from '../../../src/server/compose.ts'
import { secretsOfInstallation } from '../../../src/server/database/secret.ts'
import type { ServerDatabase } from '../../../src/server/database/serverDatabase.ts'
import { loadDemoOnce } from '../../../src/server/start/loadDemoOnce.ts'
import { openFolderStorage } from '../../../src/server/storage/folderStorage.ts'
import { applyModel } from '../../../src/server/tables/applyModel.ts'
import { contentsOf } from '../fixtures/backedUp.ts'
import { openAsServer } from '../fixtures/modelDatabase.ts'
import { reportSearch } from '../fixtures/reportSearch.ts'
import { isSpread, type Scratch, scratchDatabase, scratchOfOneMachine } from '../fixtures/scratchDatabase.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** The demo on several machines, copied, and brought back to others and to one. There is nothing to see where DATABASE_URL names no first machine of several. */
const distributed = await isSpread()
const { tables } = compose(areas)
const stores = [1, 2, 3]
const folder = mkdtempSync(join(tmpdir(), 'copias-'))
const secrets = secretsOfInstallation(folder)
const scratches: Scratch[] = []
const open: { close(): Promise<void> }[] = []
const underLoad = join(folder, 'sob-carga.tar.gz')
const quiet = join(folder, 'em-paz.tar.gz')

let server: TestServer
let owner = ''

const login = async (at: TestServer, email: string): Promise<string> => (await at.login(email, 'demo1234')).json().id

const copy = (database: ServerDatabase, file: string) =>
  writeBackup({ url: database.url, dataDir: folder, files: openFolderStorage(folder) }, file)

/** Brings a copy back into an empty database, and its tables to the definitions. */
async function restored(scratch: Scratch, file: string, spreading: boolean): Promise<ServerDatabase> {
  scratches.push(scratch)
  await restoreBackup({ url: scratch.url, files: openFolderStorage(folder), opening: { secrets } }, file)
  const database = await openAsServer(scratch)
  open.unshift(database)
  await applyModel(database, server.context.service.model(), [], tables, { spreading })
  expect((await applyModel(database, server.context.service.model(), [], tables)).steps).toEqual([])
  return database
}

/** Rows by table. When the tables were brought to the definitions is another moment. */
const rowsOf = ({ rows }: Awaited<ReturnType<typeof contentsOf>>): ReadonlyMap<string, readonly string[]> =>
  new Map(
    rows
      .filter(({ name }) => name !== 'system.definitions')
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, lines }) => [name, lines]),
  )

const question = (lojaId: number, descricao: string): object => ({
  lojaId,
  descricao,
  qtd_min: 0,
  qtd_max: 1,
  respostas: [1, 2, 3].map(each => ({ nome: `${descricao} ${each}` })),
})

/** Rows whose numbers the machine makes that has the store. */
const addUnits = async ({ system }: ServerDatabase, name: string): Promise<void> => {
  for (const id of stores)
    await system.query(
      `INSERT INTO unidades ("lojaId", nome) SELECT $1, $2::text WHERE NOT EXISTS (SELECT FROM unidades WHERE "lojaId" = $1 AND nome = $2::text)`,
      [id, name],
    )
}

const save = (lojaId: number, name: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/pergunta',
    headers: { authorization: owner, 'idempotency-key': name },
    payload: question(lojaId, name),
  })

describe.skipIf(!distributed)('a copy of a database that is on several machines', () => {
  beforeAll(async () => {
    server = await openServer()
    await loadDemoOnce(server.context, true)
    owner = await login(server, 'dono@demo.com.br')
  }, 600_000)

  afterAll(async () => {
    for (const each of open) await each.close()
    await server?.close()
    for (const scratch of scratches) await scratch.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('made while people save it holds one moment of all machines, and comes back to others', async () => {
    const acknowledged: string[] = []
    let over = false
    const stream = async (lojaId: number): Promise<void> => {
      for (let at = 0; !over; at++) {
        const name = `copia-${lojaId}-${at}`
        const { statusCode, payload } = await save(lojaId, name)
        expect([statusCode, statusCode === 201 || payload]).toEqual([201, true])
        acknowledged.push(name)
      }
    }
    const streams = stores.map(stream)
    await expect.poll(() => acknowledged.length, { timeout: 600_000 }).toBeGreaterThan(10)
    const before = [...acknowledged]
    await copy(server.context.database, underLoad)
    over = true
    await Promise.all(streams)
    expect(acknowledged.length).toBeGreaterThan(before.length)
    const database = await restored(await scratchDatabase(), underLoad, true)
    const { rows } = await database.system.query<{ name: string; answers: number }>(
      `SELECT p.descricao AS name, count(*)::int AS answers FROM pergunta p
       JOIN pergunta_resposta r ON r."lojaId" = p."lojaId" AND r."perguntaId" = p.id WHERE p.descricao LIKE 'copia-%' GROUP BY 1`,
    )
    expect(rows.filter(({ answers }) => answers !== 3)).toEqual([])
    const names = rows.map(({ name }) => name)
    expect(before.filter(name => !names.includes(name))).toEqual([])
    // Replies are kept by the first machine, rows by another: each is there exactly if the other is.
    const { rows: replies } = await database.system.query<{ key: string }>(
      `SELECT key FROM system.idempotency WHERE key LIKE 'copia-%' AND status = 201`,
    )
    expect(replies.map(({ key }) => key).sort()).toEqual(names.sort())
  }, 600_000)

  test('comes back row for row, to several machines and to one', async () => {
    await addUnits(server.context.database, 'antes')
    await copy(server.context.database, quiet)
    const wanted = await contentsOf(quiet, secrets)
    for (const spreading of [true, false]) {
      const database = await restored(await (spreading ? scratchDatabase() : scratchOfOneMachine()), quiet, spreading)
      const again = join(folder, `de-novo-${spreading}.tar.gz`)
      await copy(database, again)
      const found = await contentsOf(again, secrets)
      expect(rowsOf(found)).toEqual(rowsOf(wanted))
      expect(found.sequences).toEqual(wanted.sequences)
      // Numbers go on where they stood, those that machines make themselves too.
      await addUnits(database, 'depois')
    }
  }, 600_000)

  test('shows the same reports to the cent where all rows are on one machine', async () => {
    const one = open.find(each => 'distributed' in each && !each.distributed) as ServerDatabase
    const plain = await openServer(undefined, {
      database: { database: { ...one, close: async () => undefined }, drop: async () => undefined },
    })
    open.unshift(plain)
    const model = server.context.service.model()
    const tokens = await Promise.all(
      [server, plain].map(async at => ({
        at,
        owner: await login(at, 'dono@demo.com.br'),
        admin: await login(at, 'admin@demo.com.br'),
      })),
    )
    const { rows } = await one.system.query<{ store: number; person: number; product: number; from: string; to: string }>(
      `SELECT l.id::int AS store, (SELECT min(id) FROM parceiros WHERE "lojaId" = l.id)::bigint::text AS person,
         (SELECT "produtoId" FROM "Movimentos_produtos" WHERE "lojaId" = l.id GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1)::int AS product,
         (now() - interval '1 year')::date::text AS from, now()::date::text AS to FROM lojas l ORDER BY 1`,
    )
    expect(rows.map(({ store }) => store)).toEqual(stores)
    const full = new Set<string>()
    for (const query of Object.values(model.queries)) {
      for (const given of query.scope === 'global' ? rows.slice(0, 1) : rows) {
        for (const which of ['needed', 'all'] as const) {
          const search = reportSearch(query, which, given)
          if (query.scope !== 'global') search.set('lojaId', String(given.store))
          const replies = await Promise.all(
            tokens.map(async ({ at, owner: own, admin }) => {
              const reply = await at.call(query.scope === 'global' ? admin : own, 'GET', `/api/${query.path}?${search}`)
              return [query.name, given.store, which, reply.statusCode, reply.json()]
            }),
          )
          expect(replies[0]).toEqual(replies[1])
          expect([query.name, which, replies[0]?.[3], replies[0]?.[4]]).toEqual([query.name, which, 200, expect.anything()])
          if (/[1-9]/.test(JSON.stringify(replies[0]?.[4]))) full.add(query.name)
        }
      }
    }
    // Reports without a figure would be equal, and prove nothing.
    expect(full.size).toBeGreaterThan(Object.keys(model.queries).length * 0.8)
  }, 600_000)
})
