import type { DomainEvent } from '../domainEvent.ts'
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
