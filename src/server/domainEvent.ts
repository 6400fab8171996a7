/** Something that happens in an area and that others may follow: `domainEvent<{ saleId: number }>('sales.closed')`. */
export interface DomainEvent<T> {
  /** The area's name, a dot, what happened. */
  readonly name: string
  /** Never there: it keeps the type of what is told. */
  readonly payload?: T
}

/** Declares an event, which the area's `public.ts` exports. What is told must be plain JSON. */
export const domainEvent = <T>(name: `${string}.${string}`): DomainEvent<T> => ({ name })

/**
 * The reactions of an area to events of another. The types of its services come from outside, so that the service may hold reactions whose context
 * holds the service.
 */
export interface ReactionPhases<InTransaction = unknown, Committed = unknown> {
  readonly id: string
  /** The event's name. */
  readonly to: string
  /** Stands or falls with what happened: what it throws takes all of it back. */
  inTransaction?(payload: unknown, work: InTransaction): Promise<void>
  /** Soon after what happened stands, at least once: again after a failure or the server's death. */
  committed?(payload: unknown, context: Committed): Promise<void>
}
