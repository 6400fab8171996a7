import type { Queries } from '../database/queries.ts'
import type { DomainEvent } from '../domainEvent.ts'
import type { Service } from '../service.ts'
import type { UnitOfWork } from '../write/unitOfWork.ts'
import { enqueueReactions } from './reactionOutbox.ts'

/** Says that something happened, as part of the transaction in which it does: all reactions to it follow, those of needed areas first. */
export async function emitEvent<T>(event: DomainEvent<T>, payload: T, work: UnitOfWork): Promise<void> {
  const { service } = work
  const following = service.reactions.filter(({ to }) => to === event.name)
  const later = following.filter(reaction => reaction.committed)
  if (later.length > 0) {
    await enqueueReactions(
      work.q,
      later.map(({ id }) => id),
      payload,
    )
    work.afterCommit.push(async () => service.wakeReactionWorker?.())
  }
  for (const reaction of following) await reaction.inTransaction?.(payload, work)
}

/**
 * Says the same in a transaction that is no unit of work: those reactions follow that wait until it stands. Whoever commits it wakes their worker
 * (`wakeReactionWorker`).
 */
export async function announceEvent<T>(
  event: DomainEvent<T>,
  payload: T,
  q: Queries,
  { reactions }: Pick<Service, 'reactions'>,
): Promise<void> {
  const following = reactions.filter(({ to, committed }) => to === event.name && committed)
  if (following.length > 0)
    await enqueueReactions(
      q,
      following.map(({ id }) => id),
      payload,
    )
}
