import { findStores, findUser } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import { secretsOfInstallation } from '../../database/secret.ts'
import { createDurableQueue } from '../../queue/durableQueue.ts'
import { startQueueWorker } from '../../queue/queueWorker.ts'
import type { QueueWorker } from '../../queue/rounds.ts'
import type { Service } from '../../service.ts'
import { publicAddress } from '../../settings.ts'
import { longestLetterValue } from '../mail/letterValue.ts'
import { postLetterWithin } from '../mail/postLetter.ts'
import { mayGet, permissionsOf } from './recipients.ts'

/** Somebody to whom a store's notices go by mail. */
interface Digest {
  readonly lojaId: number
  readonly userId: number
}

/** Seconds for which notices are gathered: a letter has those of between five and ten minutes. */
export const digestDelay = 600

/** Notices that a letter has; it says how many more there are. */
const MOST = 20

/** Letters with notices, each of one store to one person. */
export const digestQueue = createDurableQueue<Digest>({
  name: 'notice-mail',
  lease: 120,
  firstDelay: 30,
  longestDelay: 3600,
  keepDays: 3,
})

/** Writes the letters that are due. */
export const startDigestWorker = (q: Queries, service: Service): QueueWorker =>
  startQueueWorker({
    queue: digestQueue,
    q,
    log: service.log,
    run: item => writeDigest(item, service),
    failureOf: error => ({ why: error instanceof Error ? error.message : String(error), forever: false, log: { err: error } }),
  })

async function writeDigest({ lojaId, userId }: Digest, service: Service): Promise<void> {
  const model = service.model()
  const { system } = service.database
  const [user, [store], permissions] = await Promise.all([
    findUser(system, model, userId),
    findStores(system, model, [lojaId]),
    permissionsOf(system, model, userId),
  ])
  const secrets = secretsOfInstallation(service.dataDir)
  await service.database.write({ stores: [lojaId] }, async q => {
    const { rows } = await q.query<{ notice: string; text: string }>(
      `UPDATE system.notices SET "mailDue" = false WHERE "lojaId" = $1 AND "userId" = $2 AND "mailDue" RETURNING notice, text, "createdAt"`,
      [lojaId, userId],
    )
    // Nothing of it is told to somebody who lost the store or the permission meanwhile.
    const told = rows.filter(({ notice }) => mayGet(model.notices[notice], permissions.get(lojaId)))
    if (!user || !store || told.length === 0) return
    const lines = told.slice(0, MOST).flatMap(({ text }) => cut(text))
    const params = {
      store: String(store.row.nome_fantasia ?? ''),
      count: told.length,
      lines,
      link: `${publicAddress()}/avisos`,
    }
    const letter = { sender: lojaId, to: user.email, code: 'notice-digest', params }
    const isSent = await postLetterWithin({ q, model, secrets, service }, letter)
    if (!isSent) service.log.info({ store: lojaId }, 'notices not mailed: no letters left')
  })
  service.wakeMailWorker?.()
}

/** A notice as lines that a letter carries whole. */
function cut(text: string): string[] {
  const words = `• ${text}`.split(' ')
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < longestLetterValue - 4) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
