import type { FastifyInstance } from 'fastify'
import type { Service } from '../service.ts'
import { probeDisk } from '../storage/probeDisk.ts'
import { isClosing } from './closing.ts'
import { isDiskFull } from './log/diskFull.ts'

/** Milliseconds for which a server that could write is believed to be able to: whoever asks often must not make it write as often. */
const BELIEVED = 2000

/** /healthz: the process answers. /readyz: it can work, too, which is to write into the database and into its folder. */
export const registerHealth = (app: FastifyInstance, { database, dataDir }: Pick<Service, 'database' | 'dataDir'>): void => {
  let wrote = Number.NEGATIVE_INFINITY
  let writing: Promise<void> | undefined
  const write = async (): Promise<void> => {
    await database.system.query(
      `INSERT INTO system.settings (name, value) VALUES ('probe', to_jsonb(now())) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
    await probeDisk(dataDir)
    wrote = performance.now()
  }
  /** Requests meanwhile wait for the same write. */
  const canWrite = async (): Promise<void> => {
    if (performance.now() - wrote < BELIEVED) return
    writing ??= write().finally(() => {
      writing = undefined
    })
    await writing
  }
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (isClosing(app)) return reply.code(503).send({ status: 'closing' })
    try {
      await canWrite()
      await database.system.query('SELECT 1')
      return { status: 'ok' }
    } catch (error) {
      return reply.code(503).send({ status: isDiskFull(error) ? 'disk-full' : 'unavailable' })
    }
  })
}
