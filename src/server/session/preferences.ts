import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import { bodyObject, requireTexts } from './bodyFields.ts'

/** Letters of a name, and of a value as JSON. */
const LONGEST = { nome: 200, valor: 20_000 }
/** Names that one person may keep: more than there are lists. */
const MOST = 1_000

/**
 * How somebody likes things shown, wherever they sign in (the columns of a list, say): their own alone, and no part of the history.
 * GET users/preferencias gives all by name; POST users/preferencias {nome, valor} keeps one, and forgets it without a value.
 */
export function registerPreferenceRoutes(
  app: FastifyInstance,
  q: Queries,
  who: (request: FastifyRequest) => Promise<number>,
): void {
  app.get('/api/users/preferencias', async request => {
    const { rows } = await q.query<{ name: string; value: string }>(
      'SELECT name, value FROM system.preferences WHERE "userId" = $1',
      [await who(request)],
    )
    return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]))
  })

  app.post('/api/users/preferencias', { config: { cleansTexts: true } }, async (request, reply) => {
    const userId = await who(request)
    const [name] = requireTexts(request, ['nome'])
    const { valor } = bodyObject(request.body)
    const value = valor === undefined || valor === null ? undefined : JSON.stringify(valor)
    demandFit({ nome: name, valor: value ?? '' })
    if (value === undefined) await q.query('DELETE FROM system.preferences WHERE "userId" = $1 AND name = $2', [userId, name])
    else await keep(userId, name, value, q)
    return reply.code(204).send()
  })
}

function demandFit(texts: Readonly<Record<keyof typeof LONGEST, string>>): void {
  const details = (['nome', 'valor'] as const).flatMap(path => {
    if (texts[path].length > LONGEST[path]) return [{ path, code: 'too-long', params: { max: LONGEST[path] } }]
    return texts[path].includes('\0') ? [{ path, code: 'content-invalid' }] : []
  })
  if (details.length > 0) throw new ApiError(422, 'validation', { count: details.length }, details)
}

async function keep(userId: number, name: string, value: string, q: Queries): Promise<void> {
  const { rowCount } = await q.query(
    `INSERT INTO system.preferences ("userId", name, value)
     SELECT $1::bigint, $2::text, $3::text WHERE (SELECT count(*) FROM system.preferences WHERE "userId" = $1 AND name <> $2) < $4
     ON CONFLICT ("userId", name) DO UPDATE SET value = EXCLUDED.value, "updatedAt" = now()`,
    [userId, name, value, MOST],
  )
  if (rowCount === 0) throw new ApiError(400, 'batch-too-large', { max: MOST })
}
