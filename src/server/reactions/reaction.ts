import type { DomainEvent, ReactionPhases } from '../domainEvent.ts'
import type { Service } from '../service.ts'
import type { UnitOfWork } from '../write/unitOfWork.ts'

/** The context of a reaction that follows once something stands. */
export interface ReactionContext extends Pick<Service, 'model' | 'database' | 'log' | 'dataDir' | 'publish'> {
  /** The same at every attempt: what was done under it need not be done again. */
  readonly id: string
}

/** A reaction of an area to an event of another. */
export type Reaction = ReactionPhases<UnitOfWork, ReactionContext>

/** Follows in the same transaction: what it throws takes back what happened, too. */
export const reactInTransaction = <T>(
  to: DomainEvent<T>,
  id: string,
  run: (payload: T, work: UnitOfWork) => Promise<void>,
): Reaction => ({ id, to: to.name, inTransaction: run })

/** Follows once what happened stands, at least once; a failure is tried again, later each time. */
export const reactOnceCommitted = <T>(
  to: DomainEvent<T>,
  id: string,
  run: (payload: T, context: ReactionContext) => Promise<void>,
): Reaction => ({ id, to: to.name, committed: run })
