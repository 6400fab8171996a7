/** A service of an integration for an area; only the port that it was made for can open it. */
export interface Offer {
  readonly port: string
}

/**
 * Something that an area would have done outside of the server, by whatever can: the area declares the port, an integration offers to
 * do it, and the server only carries the offer from one to the other.
 */
export interface Port<T extends object> {
  readonly name: string
  /** The integration's side: `offers: [menus.by({ … })]`. */
  by(implementation: T): Offer
  /** The area's side: who does it, when anybody does. */
  of(service: { readonly offers: readonly Offer[] }): T | undefined
}

/** Declares a port. */
export function port<T extends object>(name: string): Port<T> {
  const known = new WeakMap<Offer, T>()
  return {
    name,
    by(implementation) {
      const offer = { port: name }
      known.set(offer, implementation)
      return offer
    },
    of: ({ offers }) => offers.map(offer => known.get(offer)).find(found => found !== undefined),
  }
}
