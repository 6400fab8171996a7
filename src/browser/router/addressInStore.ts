import type { Field, Model, Register, Rights } from '../../model/model.ts'
import { matchRoute, type Route } from './route.ts'

/** Where somebody stands once another store is chosen. */
export interface StoreAddress {
  readonly to: string
  /** The part that could not come along: the record that was open, or the whole page. */
  readonly left?: 'record' | 'page'
}

/**
 * The same page with the same query, as far as the new store lets the person in. What belongs to the former store stays there: an open
 * record gives way to its list, and a filter by one of its records is taken off.
 */
export function addressInStore(
  model: Model,
  rights: Rights,
  { pathname, search }: { readonly pathname: string; readonly search: string },
): StoreAddress {
  const place = matchRoute(model, rights, pathname)
  if (!place) return pathname === '/' ? { to: '/' } : { to: '/', left: 'page' }
  const owner = recordOwner(model, place)
  if (owner && owner.register.scope !== 'global') return { to: owner.above, left: 'record' }
  const query = new URLSearchParams(search)
  for (const field of askedFields(place)) if (isOfStore(model, field)) query.delete(field.name)
  const text = query.toString()
  return { to: text === '' ? pathname : `${pathname}?${text}` }
}

/** The register of the record that a page shows, and the page above it. */
function recordOwner(model: Model, place: Route): { readonly register: Register; readonly above: string } | undefined {
  if (place.kind === 'form') return { register: place.register, above: place.register.views.path }
  if (place.kind !== 'screen' || place.rest.length === 0 || !('record' in place.screen.body)) return undefined
  const register = model.registers[place.screen.body.record.register]
  return register && { register, above: place.screen.path }
}

/** Names of a page's query that say a record, with where they point. */
function askedFields(place: Route): readonly Pick<Field, 'name' | 'reference'>[] {
  if (place.kind === 'list') return place.register.fields
  if (place.kind !== 'report') return []
  return place.report.parameters.flatMap(({ fills, reference }) =>
    fills.map(name => ({ name, ...(reference ? { reference } : {}) })),
  )
}

const isOfStore = (model: Model, { reference }: Pick<Field, 'reference'>): boolean =>
  reference !== undefined && model.registers[reference.to]?.scope === 'store'
