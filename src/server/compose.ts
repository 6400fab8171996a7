import type { DemoData } from './domain.ts'
import type { NotificationReceiver } from './integrations/notifications/notificationReceiver.ts'
import type { Job } from './jobs/job.ts'
import type { WatchedFigure } from './metrics/watchedFigure.ts'
import type { OpenOperation, Operation } from './operations/operation.ts'
import type { Plugin } from './plugin.ts'
import type { Offer } from './port.ts'
import type { StartWorker } from './queue/areaWorker.ts'
import type { Reaction } from './reactions/reaction.ts'
import type { DerivedTables } from './tables/derivedTables.ts'
import type { Effect } from './write/effect.ts'

/** Everything that areas and integrations declare, in one; an area stands after those that it needs. */
export interface ComposedDomain {
  readonly names: readonly string[]
  readonly operations: readonly (Operation | OpenOperation)[]
  readonly effects: Readonly<Record<string, Effect>>
  readonly tables: readonly DerivedTables[]
  readonly jobs: readonly Job[]
  readonly demos: readonly DemoData[]
  readonly reactions: readonly Reaction[]
  readonly offers: readonly Offer[]
  readonly workers: readonly StartWorker[]
  readonly receivers: readonly NotificationReceiver[]
  readonly figures: readonly WatchedFigure[]
}

/** Puts areas and integrations together. What does not fit is refused with the names of both sides. */
export function compose(all: readonly Plugin[]): ComposedDomain {
  const sorted = sortByNeeds(all)
  refuseTwice(sorted, 'operation', ({ operations = [] }) => operations.map(addressOf))
  refuseTwice(sorted, 'effect', ({ effects = {} }) => Object.keys(effects))
  refuseTwice(sorted, 'set of tables', ({ tables = [] }) => tables.map(({ name }) => name))
  refuseTwice(sorted, 'job', ({ jobs = [] }) => jobs.map(({ id }) => id))
  refuseTwice(sorted, 'reaction', ({ reactions = [] }) => reactions.map(({ id }) => id))
  refuseStrangeEvents(sorted)
  refuseTwice(sorted, 'figure', ({ figures = [] }) => figures.map(({ name }) => name))
  refuseTwice(sorted, 'receiver', ({ receivers = [] }) => receivers.map(({ name }) => name.toLowerCase()))
  refuseTwice(sorted, 'offer', ({ offers = [] }) => offers.map(offer => offer.port))
  return {
    names: sorted.map(({ name }) => name),
    operations: sorted.flatMap(({ operations = [] }) => operations),
    effects: Object.assign({}, ...sorted.map(({ effects }) => effects)),
    tables: sorted.flatMap(({ tables = [] }) => tables),
    jobs: sorted.flatMap(({ jobs = [] }) => jobs),
    demos: sorted.flatMap(({ demo }) => demo ?? []),
    reactions: sorted.flatMap(({ reactions = [] }) => reactions),
    offers: sorted.flatMap(({ offers = [] }) => offers),
    workers: sorted.flatMap(({ workers = [] }) => workers),
    receivers: sorted.flatMap(({ receivers = [] }) => receivers),
    figures: sorted.flatMap(({ figures = [] }) => figures),
  }
}

/** An area follows what happens in itself and in those that it needs: so no circle of areas arises, and the order is theirs. */
function refuseStrangeEvents(all: readonly Plugin[]): void {
  for (const { name, needs = [], reactions = [] } of all)
    for (const { id, to } of reactions)
      if (![name, ...needs].some(area => to.startsWith(`${area}.`)))
        throw new Error(`The reaction "${id}" of "${name}" follows "${to}", which is of no area that it needs.`)
}

/** An operation's method and path; what its parameters are called makes no other address of it. */
const addressOf = ({ method, path }: Operation | OpenOperation): string => `${method} ${path.toLowerCase().replace(/:\w+/g, ':')}`

/** Every area after those that it needs, otherwise in the order given. */
function sortByNeeds(all: readonly Plugin[]): Plugin[] {
  const byName = new Map<string, Plugin>()
  for (const one of all) {
    if (byName.has(one.name)) throw new Error(`Two areas are called "${one.name}".`)
    byName.set(one.name, one)
  }
  const sorted = new Set<Plugin>()
  const visit = (one: Plugin, path: readonly string[]): void => {
    if (sorted.has(one)) return
    if (path.includes(one.name))
      throw new Error(`Areas need each other in a circle: ${[...path.slice(path.indexOf(one.name)), one.name].join(' → ')}.`)
    for (const name of one.needs ?? []) {
      const needed = byName.get(name)
      if (!needed) throw new Error(`The area "${one.name}" needs "${name}", which is not there.`)
      visit(needed, [...path, one.name])
    }
    sorted.add(one)
  }
  for (const one of all) visit(one, [])
  return [...sorted]
}

function refuseTwice(all: readonly Plugin[], what: string, namesOf: (one: Plugin) => readonly string[]): void {
  const owners = new Map<string, string>()
  for (const one of all)
    for (const name of namesOf(one)) {
      const owner = owners.get(name)
      if (owner !== undefined) throw new Error(`The ${what} "${name}" is declared by "${owner}" and by "${one.name}".`)
      owners.set(name, one.name)
    }
}
