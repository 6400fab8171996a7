import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Service } from '../access/caller.ts'
import { isClosing } from './closing.ts'
import { isDiskFull } from './log/diskFull.ts'

/** Milliseconds for which a server that could write is believed to be able to: whoever asks often must not make it write as often. */
const BELIEVED = 2000

/** /healthz: the process answers. /readyz: it can work, too, which is to write into the database and into its folder. */
export const registerHealth = (app: FastifyInstance, { database, dataDir }: Pick<Service, 'database' | 'dataDir'>): void => {
  let wrote = Number.NEGATIVE_INFINITY
  const write = async (): Promise<void> => {
    if (performance.now() - wrote < BELIEVED) return
    await database.system.query(
      `INSERT INTO system.settings (name, value) VALUES ('probe', to_jsonb(now())) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
    await writeFile(join(dataDir, '.probe'), 'x'.repeat(4096))
    wrote = performance.now()
  }
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (isClosing(app)) return reply.code(503).send({ status: 'closing' })
    try {
      await write()
      await database.system.query('SELECT 1')
      return { status: 'ok' }
    } catch (error) {
      return reply.code(503).send({ status: isDiskFull(error) ? 'disk-full' : 'unavailable' })
    }
  })
}
