import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Model } from '../../../src/model/model.ts'
import { readModel } from '../../../src/model/read.ts'
import { openDatabase } from '../../../src/server/database/pool.ts'
import { prepareRole } from '../../../src/server/database/role.ts'
import type { ServerDatabase } from '../../../src/server/database/serverDatabase.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { applyModel, planModel, TablesRefused } from '../../../src/server/tables/applyModel.ts'
import { unfitRows, unfitRowsText } from '../../../src/server/tables/unfitRows.ts'
import { openEmptyDatabase } from '../fixtures/modelDatabase.ts'
import { scratchOfOneMachine } from '../fixtures/scratchDatabase.ts'

let database: ServerDatabase

beforeAll(async () => {
  database = await openEmptyDatabase()
})

afterAll(() => database?.close())

interface Definition {
  readonly scope?: string
  readonly was?: string
  readonly unique?: readonly (readonly string[])[]
  readonly properties: Record<string, unknown>
  readonly required?: readonly string[]
}

const modelOf = (registers: Record<string, Definition>): Model => {
  const files = Object.entries(registers).map(([name, { properties, required, scope, ...own }]) => ({
    path: `registers/teste/${name}.schema.json`,
    text: JSON.stringify({
      title: name,
      type: 'object',
      register: { scope: scope ?? 'store', access: { all: 'logged' }, ...own },
      properties,
      ...(required ? { required } : {}),
    }),
  }))
  const { model, problems } = readModel(files)
  expect(problems).toEqual([])
  return model
}

const text = { type: 'string', title: 'Texto' }
const cores = { properties: { nome: text, tom: { type: 'integer', title: 'Tom', default: 3 } }, unique: [['nome']] }

describe('tables follow the definitions', () => {
  test('what a newer version lets requests read is granted in a database that was there before', async () => {
    const model = modelOf({ cores })
    await applyModel(database, model, [])
    await database.system.query('REVOKE ALL ON system.failing_services FROM retaguarda_app')
    await applyModel(database, model, [])
    const read = database.read('all', async q => (await q.query('SELECT count(*)::int AS n FROM system.failing_services')).rows)
    expect(await read).toEqual([{ n: 0 }])
  })

  test('new registers become tables, and a second time there is nothing to do', async () => {
    const model = modelOf({
      cores,
      panos: { properties: { nome: text, corId: { type: 'integer', title: 'Cor', reference: { to: 'cores' } } } },
    })
    expect((await planModel(database, model, [])).steps.length).toBeGreaterThan(4)
    await applyModel(database, model, [])
    expect((await planModel(database, model, [])).steps).toEqual([])
    await database.write({ stores: [1] }, q => q.query('INSERT INTO cores ("lojaId", nome) VALUES (1, $1)', ['Água-marinha']))
    const { rows } = await database.read({ stores: [1] }, q =>
      q.query('SELECT tom, version FROM cores WHERE _busca @@ f_nas_lojas(ARRAY[1::bigint], f_procura($1))', ['AGUA mar']),
    )
    expect(rows).toEqual([{ tom: 3, version: 1 }])
  })

  test('fields are added, renamed and widened; a changed default is followed', async () => {
    const wide = {
      properties: {
        titulo: { ...text, was: 'nome', search: true },
        tom: { type: 'integer', title: 'Tom', default: 4, maximum: 90_000_000_000 },
        brilho: { type: 'number', format: 'percent', title: 'Brilho', default: 50 },
      },
      unique: [['titulo']],
    }
    const model = modelOf({
      cores: wide,
      panos: { properties: { nome: text, corId: { type: 'integer', title: 'Cor', reference: { to: 'cores' } } } },
    })
    await applyModel(database, model, [])
    expect((await planModel(database, model, [])).steps).toEqual([])
    await database.write({ stores: [1] }, q => q.query('INSERT INTO cores ("lojaId", titulo) VALUES (1, $1)', ['Cinza']))
    const { rows } = await database.read({ stores: [1] }, q => q.query('SELECT titulo, tom, brilho FROM cores ORDER BY titulo'))
    expect(rows).toEqual([
      { titulo: 'Água-marinha', tom: '3', brilho: '50.00' },
      { titulo: 'Cinza', tom: '4', brilho: '50.00' },
    ])
    const again = await database.read({ stores: [1] }, q =>
      q.query('SELECT titulo FROM cores WHERE _busca @@ f_nas_lojas(ARRAY[1::bigint], f_procura($1))', ['agua']),
    )
    expect(again.rows).toHaveLength(1)
  })

  test('a register that is renamed keeps its rows', async () => {
    const tons = {
      was: 'cores',
      properties: {
        titulo: text,
        tom: { type: 'integer', title: 'Tom', maximum: 90_000_000_000 },
        brilho: { type: 'number', format: 'percent', title: 'Brilho' },
      },
    }
    const model = modelOf({
      tons,
      panos: { properties: { nome: text, corId: { type: 'integer', title: 'Cor', reference: { to: 'tons' } } } },
    })
    await applyModel(database, model, [])
    expect((await planModel(database, model, [])).steps).toEqual([])
    const { rows } = await database.read({ stores: [1] }, q => q.query('SELECT count(*)::int AS count FROM tons'))
    expect(rows).toEqual([{ count: 2 }])
  })

  test('what loses data is refused and names its migration, which then runs once', async () => {
    const model = modelOf({
      tons: { properties: { titulo: text, tom: { type: 'integer', title: 'Tom' } } },
      panos: { properties: { nome: text } },
    })
    const refused = await applyModel(database, model, []).catch(error => error)
    expect(refused).toBeInstanceOf(TablesRefused)
    expect(refused.refusals.map((each: { file: string }) => each.file).sort()).toEqual([
      'schemas/migrations/change-tons-tom.sql',
      'schemas/migrations/drop-panos-corId.sql',
      'schemas/migrations/drop-tons-brilho.sql',
    ])
    const migrations = refused.refusals.map((each: { file: string; statement: string }, index: number) => ({
      name: each.file,
      text: each.statement,
      hash: `${index}`,
    }))
    expect((await applyModel(database, model, migrations)).migrations).toHaveLength(3)
    expect(await applyModel(database, model, migrations)).toMatchObject({ migrations: [], steps: [] })
  })

  test('a register taken away leaves its table alone, and is told', async () => {
    const model = modelOf({ tons: { properties: { titulo: text, tom: { type: 'integer', title: 'Tom' } } } })
    const outcome = await applyModel(database, model, [])
    expect(outcome.steps).toEqual([])
    expect(outcome.notices).toEqual([expect.stringContaining('"panos"')])
  })
})

describe('row level security', () => {
  test('rows of other stores are neither read nor written, whatever the SQL says', async () => {
    await applyModel(database, modelOf({ tons: { properties: { titulo: text, tom: { type: 'integer', title: 'Tom' } } } }), [])
    await database.write({ stores: [2] }, q => q.query('INSERT INTO tons ("lojaId", titulo) VALUES (2, $1)', ['De outra loja']))
    const seen = await database.read({ stores: [1] }, q => q.query('SELECT "lojaId" FROM tons GROUP BY 1'))
    expect(seen.rows).toEqual([{ lojaId: '1' }])
    const both = await database.read({ stores: [1, 2] }, q => q.query('SELECT "lojaId" FROM tons GROUP BY 1 ORDER BY 1'))
    expect(both.rows).toEqual([{ lojaId: '1' }, { lojaId: '2' }])
    expect((await database.read('all', q => q.query('SELECT FROM tons'))).rowCount).toBe(3)
    expect((await database.read({ stores: [] }, q => q.query('SELECT FROM tons'))).rowCount).toBe(0)
    await expect(
      database.write({ stores: [1] }, q => q.query('INSERT INTO tons ("lojaId", titulo) VALUES (2, $1)', ['Intruso'])),
    ).rejects.toThrow(/row-level/)
    expect(
      (await database.write({ stores: [1] }, q => q.query('UPDATE tons SET titulo = $1 WHERE "lojaId" = 2', ['x']))).rowCount,
    ).toBe(0)
  })

  test('requests cannot reach the passwords', async () => {
    await expect(database.read('all', q => q.query('SELECT * FROM system.passwords'))).rejects.toThrow(/permission/)
  })

  test('it holds for an owner who is no superuser and may make no role', async () => {
    // The user that spreads rows over machines must be able to become the role of requests.
    const own = await scratchOfOneMachine()
    const owner = new pg.Client({ connectionString: own.url })
    await owner.connect()
    const user = `dono_${process.pid}`
    await owner.query(`CREATE ROLE ${user} LOGIN PASSWORD 'x' NOSUPERUSER NOCREATEROLE`)
    const name = new URL(own.url).pathname.slice(1)
    await owner.query(`ALTER DATABASE "${name}" OWNER TO ${user}`)
    await owner.query(`ALTER SCHEMA public OWNER TO ${user}`)
    const url = new URL(own.url)
    url.username = user
    url.password = 'x'
    const plain = openDatabase({ url: url.href })
    expect(await prepareRole(plain.system)).toBeUndefined()
    await applyModel(plain, modelOf({ tons: { properties: { titulo: text } } }), [])
    await plain.write({ stores: [2] }, q => q.query('INSERT INTO tons ("lojaId", titulo) VALUES (2, $1)', ['De outra loja']))
    expect((await plain.read({ stores: [1] }, q => q.query('SELECT FROM tons'))).rowCount).toBe(0)
    await plain.close()
    await owner.query(`REASSIGN OWNED BY ${user} TO CURRENT_USER`)
    await owner.query(`DROP OWNED BY ${user}`)
    await owner.query(`DROP ROLE ${user}`)
    await owner.end()
    await own.drop()
  })
})

test('the product has tables for all of its registers', async () => {
  const fresh = await openEmptyDatabase()
  const { model } = readDefinitions()
  await applyModel(fresh, model, [])
  expect((await planModel(fresh, model, [])).steps).toEqual([])
  await fresh.close()
})

test('a change of tables and a running server that wait for each other end well: the change is tried again', async () => {
  const fresh = await openEmptyDatabase()
  const model = modelOf({ copos: { properties: { nome: text } }, jarras: { properties: { nome: text } } })
  await applyModel(fresh, model, [])
  await fresh.asOwner(q =>
    q.query(`INSERT INTO copos ("lojaId", nome) VALUES (1, 'a'); INSERT INTO jarras ("lojaId", nome) VALUES (1, 'b')`),
  )
  const migration = { name: 'duas', hash: '1', text: `UPDATE copos SET nome = nome || '!'; UPDATE jarras SET nome = nome || '!'` }
  const waiting = async (): Promise<unknown> =>
    (await fresh.system.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))
      .rowCount
  let changing: Promise<unknown> | undefined
  await fresh.asOwner(async q => {
    // A transaction that has waited for so long finds the deadlock, and gives way: not this one.
    await q.query(`SET LOCAL deadlock_timeout = '10min'`)
    await q.query(`UPDATE jarras SET nome = nome || '?'`)
    changing = applyModel(fresh, model, [migration])
    await expect.poll(waiting).toBe(1)
    await q.query(`UPDATE copos SET nome = nome || '?'`)
  })
  expect(await changing).toMatchObject({ migrations: ['duas'] })
  const { rows } = await fresh.system.query('SELECT nome FROM copos UNION ALL SELECT nome FROM jarras ORDER BY nome')
  expect(rows).toEqual([{ nome: 'a?!' }, { nome: 'b?!' }])
  await fresh.close()
})

test('rows that narrower definitions take no more are told by the beginning of long ones, and not in what the server alone writes', async () => {
  const fresh = await openEmptyDatabase()
  await applyModel(fresh, modelOf({ latas: { properties: { nome: text } } }), [])
  await fresh.asOwner(q => q.query(`INSERT INTO latas ("lojaId", nome) VALUES (1, repeat('x', 500))`))
  const narrow = (register: object) => modelOf({ latas: { ...register, properties: { nome: { ...text, maxLength: 6 } } } })
  const told = async (register: object) => (await fresh.asOwner(q => unfitRows(q, narrow(register)))).map(unfitRowsText)
  expect(await told({})).toEqual([expect.stringMatching(/such as "x{79}…"$/)])
  expect(await told({ readOnly: true })).toEqual([])
  await fresh.close()
})

test('rows that narrower definitions take no more are told by store: limits, options, and what has become required', async () => {
  const fresh = await openEmptyDatabase()
  const wide = { properties: { nome: text, tom: { type: 'integer', title: 'Tom' }, cod: text, uso: text } }
  await applyModel(fresh, modelOf({ latas: wide }), [])
  await fresh.asOwner(q =>
    q.query(`INSERT INTO latas ("lojaId", nome, tom, cod, uso)
      VALUES (1, 'curto', 5, 'A', 'a'), (1, 'comprido demais', 50, 'B', 'b'), (2, 'outro comprido', 5, NULL, 'c')`),
  )
  expect(await fresh.asOwner(q => unfitRows(q, modelOf({ latas: wide })))).toEqual([])
  const narrow = modelOf({
    latas: {
      properties: {
        nome: { ...text, maxLength: 6 },
        tom: { type: 'integer', title: 'Tom', maximum: 9 },
        cod: { ...text, pattern: '^A$' },
        uso: { ...text, oneOf: [{ const: 'a', title: 'A' }] },
        novo: text,
        vazio: { ...text, default: 'x' },
      },
      required: ['cod', 'novo', 'vazio'],
    },
  })
  expect((await fresh.asOwner(q => unfitRows(q, narrow))).map(unfitRowsText)).toEqual([
    'latas.nome holds what its definition does not take in 2 rows (store 1: 1, store 2: 1), such as "comprido demais", "outro comprido"',
    'latas.tom holds what its definition does not take in 1 row (store 1: 1), such as "50"',
    'latas.cod is required and blank in 1 row (store 2: 1)',
    'latas.cod holds what its definition does not take in 1 row (store 1: 1), such as "B"',
    'latas.uso holds what its definition does not take in 2 rows (store 1: 1, store 2: 1), such as "b", "c"',
    'latas.novo is required and blank in 3 rows (store 1: 2, store 2: 1)',
  ])
  await fresh.close()
})

test('what becomes unique over rows that are alike is told by the plan, and by a start that names table and field', async () => {
  const fresh = await openEmptyDatabase()
  const properties = { nome: text, mesa: { type: 'integer', title: 'Mesa' }, fim: { type: 'boolean', title: 'Fim' } }
  const mesas = (register: object) => modelOf({ mesas: { ...register, properties } })
  await applyModel(fresh, mesas({}), [])
  await fresh.asOwner(q =>
    q.query(`INSERT INTO mesas ("lojaId", nome, mesa, fim) VALUES (1, 'a', 1, false), (1, 'a', 2, false), (1, 'b', 2, true), (2, 'a', 1, false),
      (2, NULL, 3, true), (2, NULL, 3, true)`),
  )
  const told = async (...unique: object[]) => (await fresh.asOwner(q => unfitRows(q, mesas({ unique })))).map(unfitRowsText)
  const refused = 'is to be unique, so that a start refuses this, and is the same in 2 rows'
  expect(await told({ fields: ['nome'] })).toEqual([`mesas.nome ${refused} (store 1: 2), such as "a"`])
  expect(await told({ fields: ['nome', 'mesa'] })).toEqual([])
  expect(await told({ fields: ['nome', 'mesa'], emptyAlike: true })).toEqual([
    `mesas.nome+mesa ${refused} (store 2: 2), such as " + 3"`,
  ])
  expect(await told({ fields: ['mesa'], where: { fim: true } })).toEqual([`mesas.mesa ${refused} (store 2: 2), such as "3"`])
  await expect(applyModel(fresh, mesas({ unique: [{ fields: ['nome'] }] }), [])).rejects.toThrow(
    /^Table "mesas", nome: the definition wants these values once, and several rows have the same\./,
  )
  await applyModel(fresh, mesas({ unique: [{ fields: ['nome', 'mesa'] }] }), [])
  expect(await told({ fields: ['nome', 'mesa'] })).toEqual([])
  await fresh.close()
})

test('the migration that a change of type asks for keeps the day of shops, and makes one value a list of one', async () => {
  const fresh = await openEmptyDatabase()
  const before = {
    dia: { ...text, format: 'date' },
    visto: { ...text, format: 'dateTime' },
    cor: { ...text, oneOf: [{ const: 'a', title: 'A' }] },
  }
  await applyModel(fresh, modelOf({ latas: { properties: before } }), [])
  await fresh.asOwner(q =>
    q.query(
      `INSERT INTO latas ("lojaId", dia, visto, cor) VALUES (1, '2026-12-01', '2026-12-02T01:30:00Z', 'a'), (1, NULL, NULL, NULL)`,
    ),
  )
  const after = modelOf({
    latas: { properties: { dia: before.visto, visto: before.dia, cor: { ...before.cor, type: 'array', format: 'multiChoice' } } },
  })
  const { refusals } = await planModel(fresh, after, [])
  expect(refusals.map(({ column }) => column)).toEqual(['dia', 'visto', 'cor'])
  await fresh.asOwner(async q => {
    for (const { statement } of refusals) await q.query(statement)
  })
  const { rows } = await fresh.system.query('SELECT dia, visto::text, cor FROM latas ORDER BY id')
  expect(rows).toEqual([
    { dia: '2026-12-01T03:00:00.000Z', visto: '2026-12-01', cor: ['a'] },
    { dia: null, visto: null, cor: null },
  ])
  await fresh.close()
})

test('rows are looked through under the names that table and field had, and told where saves work a new column out', async () => {
  const fresh = await openEmptyDatabase()
  await applyModel(fresh, modelOf({ potes: { properties: { nome: text, cor: text } } }), [])
  await fresh.asOwner(q => q.query(`INSERT INTO potes ("lojaId", nome, cor) VALUES (1, 'a', 'azul'), (2, 'b', NULL)`))
  const jars = modelOf({
    jarros: {
      was: 'potes',
      properties: {
        nome: text,
        tom: { ...text, was: 'cor', maxLength: 3 },
        dobro: { type: 'string', title: 'Dobro', compute: 'nome + nome' },
      },
      required: ['tom'],
    },
  })
  const told = async () => (await fresh.asOwner(q => unfitRows(q, jars))).map(unfitRowsText)
  const narrow = [
    'tom is required and blank in 1 row (store 2: 1)',
    'tom holds what its definition does not take in 1 row (store 1: 1), such as "azul"',
  ]
  expect(await told()).toEqual([
    'potes.dobro is worked out by the next save of each record, and stays blank until then in 2 rows (store 1: 1, store 2: 1)',
    ...narrow.map(each => `potes.${each}`),
  ])
  await applyModel(fresh, jars, [])
  expect(await told()).toEqual(narrow.map(each => `jarros.${each}`))
  await fresh.close()
})
