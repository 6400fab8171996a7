import type { StartWorker } from '../../queue/areaWorker.ts'
import { startQueueWorker } from '../../queue/queueWorker.ts'
import type { Service } from '../../service.ts'
import { isGoneAnswer } from '../integrationError.ts'
import { mostAttempts, notificationQueue, ofStore, type QueuedNotification } from './notificationQueue.ts'
import type { NotificationReceiver, NotificationStore } from './notificationReceiver.ts'
import { noteHandled, noteUnhandled } from './unhandledNotifications.ts'

/** Handles what a partner notified, each in the context of its store; after about a day of failures administrators are told. */
export const notificationWorker =
  (receiver: NotificationReceiver): StartWorker =>
  ({ q, service }) =>
    startQueueWorker({
      queue: notificationQueue(receiver.name),
      q,
      log: service.log,
      async run({ lojaId, id, kind, content, again }) {
        // Above what a store has, its notifications wait; whatever is tried again counts anew.
        service.quotas?.spend('notifications', ofStore(lojaId))
        await receiver.handle({ id, kind, content }, storeOf(lojaId, service))
        if (again) await noteHandled(service, { partner: receiver.partner, id, lojaId })
      },
      failureOf: (error, attempts) => ({
        why: error instanceof Error ? error.message : String(error),
        forever: attempts >= mostAttempts || isGoneAnswer(error),
      }),
      gaveUp: (item, why) => noteUnhandled(service, givenUp(receiver, item, why)),
    })

const storeOf = (lojaId: number, { model, dataDir, log, database, publish }: Service): NotificationStore => ({
  lojaId,
  model: model(),
  dataDir,
  log,
  read: run => database.read({ stores: [lojaId] }, run),
  write: run => database.write({ stores: [lojaId] }, run),
  publish,
})

const givenUp = ({ partner }: NotificationReceiver, { lojaId, id, kind, account, content }: QueuedNotification, why: string) => ({
  partner,
  id,
  kind,
  account,
  content,
  lojaId,
  why,
})
