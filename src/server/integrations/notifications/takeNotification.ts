import { foreignText } from '../../../base/text.ts'
import { ApiError } from '../../error.ts'
import type { Service } from '../../service.ts'
import { admissionContext } from './admissionContext.ts'
import { notificationDays, notificationQueue, ofStore } from './notificationQueue.ts'
import type { ArrivedNotification, NotificationReceiver } from './notificationReceiver.ts'
import { noteUnhandled } from './unhandledNotifications.ts'

/** The fate of a notification: `repeated` ones were taken before, of an `unknown` one no store has the installation. */
export type NotificationFate = 'taken' | 'repeated' | 'unknown'

/** Longest id, and longest words of a partner, that are kept. */
const longest = { id: 200, words: 120 }

interface Context {
  readonly service: Service
  /** Runs before anything is done of one whose signature is wrong or whose installation is unknown; throws where there were too many. */
  countUnsound(): Promise<void>
}

/** Takes a notification: once this resolves it is kept, whatever becomes of the server. Throws ApiError 401 for a wrong signature. */
export async function takeNotification(
  receiver: NotificationReceiver,
  arrived: ArrivedNotification,
  { service, countUnsound }: Context,
): Promise<NotificationFate> {
  const admitted = await receiver.admit(arrived, admissionContext(service))
  if (!admitted) {
    await countUnsound()
    throw new ApiError(401, 'notification.signature')
  }
  const { id, lojaId, content } = admitted
  // A text that the database cannot hold is no id.
  if (id === '' || id.length > longest.id || id.includes('\0')) throw new ApiError(400, 'bad-request')
  const [kind, account] = [foreignText(admitted.kind, longest.words), foreignText(admitted.account, longest.words)]
  if (lojaId === undefined) {
    await countUnsound()
    await noteUnhandled(service, { partner: receiver.partner, id, kind, account, content, lojaId, why: undefined })
    return 'unknown'
  }
  // Partners send again what was not taken.
  service.quotas?.spend('notifications', ofStore(lojaId))
  const queue = notificationQueue(receiver.name)
  const isNew = await queue.addNew(
    service.database.system,
    { lojaId, id, kind, account, content },
    `${lojaId} ${id}`,
    notificationDays,
  )
  return isNew ? 'taken' : 'repeated'
}
