import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../../src/domain/all.ts'
import { compose } from '../../../src/server/compose.ts'
import { openDatabase } from '../../../src/server/database/pool.ts'
import { appRole } from '../../../src/server/database/role.ts'
import type { ServerDatabase } from '../../../src/server/database/serverDatabase.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { applyModel } from '../../../src/server/tables/applyModel.ts'
import { freeFirstMachine } from '../../../src/server/tables/layout.ts'
import { openAsServer } from '../fixtures/modelDatabase.ts'
import { isSpread, type Scratch, scratchDatabase } from '../fixtures/scratchDatabase.ts'

/** A database over several machines: DATABASE_URL names a first machine with the extension citus, or there is nothing to see. */
const distributed = await isSpread()

const { model } = readDefinitions()
const { tables } = compose(areas)
const stores = [1, 2, 3, 4, 5, 6, 7, 8]

let scratch: Scratch
let database: ServerDatabase

const fill = `INSERT INTO unidades ("lojaId", nome) SELECT s, 'kg ' || n FROM unnest($1::bigint[]) s, generate_series(1, 3) n`
const namesOf = async (scope: Parameters<ServerDatabase['read']>[0]): Promise<string[]> =>
  database.read(scope, async q =>
    (await q.query<{ name: string }>(`SELECT "lojaId" || ' ' || nome AS name FROM unidades ORDER BY 1`)).rows.map(
      ({ name }) => name,
    ),
  )
const expected = (ids: readonly number[]): string[] => ids.flatMap(id => [1, 2, 3].map(n => `${id} kg ${n}`))

describe.skipIf(!distributed)('a database that becomes a distributed one', () => {
  beforeAll(async () => {
    scratch = await scratchDatabase()
    const before = openDatabase({ url: scratch.url })
    await applyModel(before, model, [], tables)
    for (const id of stores) await before.system.query('INSERT INTO lojas (nome_fantasia) VALUES ($1)', [`Loja ${id}`])
    await before.system.query(fill, [stores])
    await before.close()
    database = await openAsServer(scratch)
  }, 300_000)

  afterAll(async () => {
    await database?.close()
    await scratch?.drop()
  })

  test('is spread when somebody says so, and not by a start', async () => {
    await expect(applyModel(database, model, [], tables)).rejects.toThrow('npm run distribute')
    const told: string[] = []
    await applyModel(database, model, [], tables, { spreading: true, progress: step => told.push(step) })
    expect(told.some(step => step.includes(`create_distributed_table('public."unidades"', 'lojaId'`))).toBe(true)
    expect((await applyModel(database, model, [], tables)).steps).toEqual([])
    await freeFirstMachine(database.system, () => undefined)
    expect(await namesOf('all')).toEqual(expected(stores))
  }, 300_000)

  test('has its stores on more than one machine, each with all of its rows on one', async () => {
    const { rows } = await database.system.query<{ node: string }>(
      `SELECT DISTINCT nodeport AS node FROM unnest($1::bigint[]) s
       JOIN citus_shards c ON c.shardid = get_shard_id_for_distribution_column('unidades', s)`,
      [stores],
    )
    expect(rows.length).toBeGreaterThan(1)
    const { rows: places } = await database.system.query<{ places: string }>(
      `SELECT count(DISTINCT colocationid) AS places FROM pg_dist_partition WHERE partmethod = 'h'`,
    )
    expect(places).toEqual([{ places: '1' }])
  })

  test('shows each caller the stores of the scope, and nothing where none was set', async () => {
    expect(await namesOf({ stores: [2] })).toEqual(expected([2]))
    expect(await namesOf({ stores: [2, 7] })).toEqual(expected([2, 7]))
    expect(await namesOf({ stores: [] })).toEqual([])
    const client = new pg.Client({ connectionString: scratch.url, options: `-c role=${appRole}` })
    await client.connect()
    expect((await client.query('SELECT FROM unidades')).rowCount).toBe(0)
    expect((await client.query('SELECT FROM unidades WHERE "lojaId" = 2')).rowCount).toBe(0)
    await expect(client.query(`INSERT INTO unidades ("lojaId", nome) VALUES (2, 'x')`)).rejects.toThrow('row-level security')
    await client.end()
  })

  test('lets nobody write into a store that is not of the scope', async () => {
    const write = (lojaId: number): Promise<unknown> =>
      database.write({ stores: [2] }, q => q.query('INSERT INTO unidades ("lojaId", nome) VALUES ($1, $2)', [lojaId, 'g']))
    await expect(write(3)).rejects.toThrow('row-level security')
    await write(2)
    await database.write({ stores: [2] }, q => q.query(`UPDATE unidades SET nome = 'mg' WHERE nome = 'kg 1'`))
    expect(await namesOf({ stores: [3] })).toEqual(expected([3]))
  })

  test('makes numbers on every machine, each in a range of its own that definitions take', async () => {
    // The store's machine writes such rows (where something is not found) by itself.
    for (const id of stores)
      await database.system.query(
        `INSERT INTO unidades ("lojaId", nome) SELECT $1, '+' WHERE NOT EXISTS (SELECT FROM unidades WHERE "lojaId" = $1 AND nome = '+')`,
        [id],
      )
    const { rows } = await database.system.query<{ machine: number }>(
      `SELECT DISTINCT (id / 1000000000000)::int AS machine FROM unidades WHERE nome = '+' ORDER BY 1`,
    )
    const { rows: machines } = await database.system.query<{ machine: number }>(
      'SELECT groupid AS machine FROM pg_dist_node WHERE groupid > 0 ORDER BY 1',
    )
    const made = rows.map(({ machine }) => machine)
    expect(made.length).toBeGreaterThan(1)
    expect(machines.map(({ machine }) => machine)).toEqual(expect.arrayContaining(made))
  })
})
