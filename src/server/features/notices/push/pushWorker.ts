import { findStores } from '../../../access/users.ts'
import type { Queries } from '../../../database/queries.ts'
import { secretsOfInstallation } from '../../../database/secret.ts'
import { startQueueWorker } from '../../../queue/queueWorker.ts'
import type { QueueWorker } from '../../../queue/rounds.ts'
import type { Service } from '../../../service.ts'
import { mayGet, permissionsOf } from '../recipients.ts'
import { type PushedNotice, pushQueue } from './pushQueue.ts'
import { dropSubscriptions, subscriptionsOf } from './pushSubscriptions.ts'
import type { SendPush } from './sendPush.ts'

/** Attempts after which a service that does not answer is left alone: a message of yesterday helps nobody. */
const mostAttempts = 8

/** Sends notices to the browsers of those who got them. */
export const startPushWorker = (q: Queries, service: Service, send: SendPush): QueueWorker =>
  startQueueWorker({
    queue: pushQueue,
    q,
    log: service.log,
    run: item => pushNotice(item, service, send),
    failureOf: (error, attempts) => ({
      why: error instanceof Error ? error.message : String(error),
      forever: attempts >= mostAttempts,
    }),
  })

async function pushNotice({ lojaId, id, userId }: PushedNotice, service: Service, send: SendPush): Promise<void> {
  const model = service.model()
  const { system } = service.database
  const { rows } = await service.database.read({ stores: [lojaId] }, q =>
    q.query<{ notice: string; text: string; page: string }>(
      'SELECT notice, text, page FROM system.notices WHERE "lojaId" = $1 AND "userId" = $2 AND id = $3 AND "readAt" IS NULL',
      [lojaId, userId, id],
    ),
  )
  const [found] = rows
  // Read already, or forgotten with its person; and who lost the store or the permission is told nothing of it.
  const permission = (await permissionsOf(system, model, userId)).get(lojaId)
  const notice = model.notices[found?.notice ?? '']
  if (!found || !mayGet(notice, permission)) return
  const [store] = await findStores(system, model, [lojaId])
  const title = [notice?.title, store?.row.nome_fantasia].filter(Boolean).join(' · ')
  const text = JSON.stringify({ id, title, body: found.text, page: found.page, lojaId })
  const gone: string[] = []
  let later = 0
  for (const { key, target } of await subscriptionsOf(system, secretsOfInstallation(service.dataDir), userId)) {
    // The browser shows what comes twice once: it goes by the notice's id.
    const outcome = await send(text, target, id.replaceAll('-', '')).catch(() => 'gone' as const)
    if (outcome === 'gone') gone.push(key)
    if (outcome === 'later') later += 1
  }
  await dropSubscriptions(system, gone)
  if (later > 0) throw new Error(`${later} push services did not answer`)
}
