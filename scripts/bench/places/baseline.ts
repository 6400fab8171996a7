import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { addHandlersByHand } from './handlersByHand.ts'
import { notifierKey } from './notifier.ts'

/**
 * The server that a good programmer would write by hand for one table: the fastest that the generic calls could be. It has no sessions, no
 * permissions, no row level security, no filters, no validation, no logs and no security headers; its SQL is that of the generic calls, prepared,
 * over a pool of the same size.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c jit=off' })

// Numbers travel as numbers, days as they are: what the generic calls answer.
for (const type of [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]) pg.types.setTypeParser(type, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)

const columns = await columnsOf('produtos')
const selected = columns.map(name => `t."${name}"`).join(', ')
const from = 'FROM "produtos" t WHERE t."lojaId" = $1'
const page = 'ORDER BY t."desc_prod", t."id" LIMIT 10'

/** The line of the history and the action that it belongs to, as ours writes them. */
const history = `WITH action AS (
    INSERT INTO system.actions AS a ("lojaId", "userId", id, kind, register, label, registers, counts)
    VALUES ($1::bigint, 1, $2::uuid, 'criar', 'produtos', $4, ARRAY['produtos'], '{"produtos criar": 1}') ON CONFLICT DO NOTHING)
  INSERT INTO "user_logs" ("lojaId", "userId", "acaoId", "recurso", "recursoId", "acao", "antes", "depois")
  VALUES ($1, 1, $2::uuid::text, 'produtos', $3, 'criar', NULL, $5)`

const app = Fastify()

app.get('/readyz', () => ({ status: 'ok' }))

/** A page and the count of all, by one statement. */
app.get('/list', async (request, reply) => {
  const { lojaId } = request.query as { lojaId: string }
  const text = `SELECT ${selected}, (SELECT count(*) ${from}) AS total ${from} ${page}`
  const { rows } = await pool.query({ name: 'list', text, values: [Number(lojaId)] })
  reply.header('content-count', rows[0]?.total ?? 0)
  for (const row of rows) delete row.total
  return rows
})

/** The same with one condition. */
app.get('/priced', async (request, reply) => {
  const { lojaId, least } = request.query as { lojaId: string; least: string }
  const where = `${from} AND t."preco_vnd_prod" >= $2`
  const text = `SELECT ${selected}, (SELECT count(*) ${where}) AS total ${where} ${page}`
  const { rows } = await pool.query({ name: 'priced', text, values: [Number(lojaId), Number(least)] })
  reply.header('content-count', rows[0]?.total ?? 0)
  for (const row of rows) delete row.total
  return rows
})

/** The page alone, with a count that is known already: as fast as any list can be. */
app.get('/page', async (request, reply) => {
  const { lojaId } = request.query as { lojaId: string }
  const { rows } = await pool.query({ name: 'page', text: `SELECT ${selected} ${from} ${page}`, values: [Number(lojaId)] })
  reply.header('content-count', 20_000)
  return rows
})

/** A product and its history, in one transaction. */
app.post('/save', async (request, reply) => {
  const record = request.body as Record<string, unknown>
  const names = Object.keys(record)
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const places = names.map((_, at) => `$${at + 1}`)
    const { rows } = await client.query({
      name: 'insert',
      text: `INSERT INTO "produtos" AS t (${names.map(name => `"${name}"`).join(', ')}) VALUES (${places.join(', ')}) RETURNING ${selected}`,
      values: Object.values(record),
    })
    const [saved] = rows
    await client.query({
      name: 'history',
      text: history,
      values: [saved.lojaId, randomUUID(), String(saved.id), saved.desc_prod, JSON.stringify(saved)],
    })
    await client.query('COMMIT')
    return reply.code(201).send(saved)
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
})

/** The figures of a report: its statements, one after the other. */
app.post('/figures', async request => {
  const { statements } = request.body as { statements: { text: string; values: unknown[] }[] }
  const client = await pool.connect()
  try {
    const figures: unknown[][] = []
    for (const { text, values } of statements) figures.push((await client.query({ text, values })).rows)
    return figures
  } finally {
    client.release()
  }
})

addHandlersByHand(app, pool, notifierKey)

console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('SIGTERM', () => process.exit(0))

/** All columns but the one that is only searched. */
async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND column_name <> '_busca' ORDER BY ordinal_position`,
    [table],
  )
  return rows.map(row => row.name)
}
