import { contentHash, deepFreeze } from '../build/freeze.ts'
import type { Model, Screen } from '../model.ts'

const cuts = new WeakMap<Model, Model>()

/** The part of the Model that everybody may see, without a session: public screens and the texts. */
export function publicModel(model: Model): Model {
  const known = cuts.get(model)
  if (known) return known
  const { messages, refinements } = model
  const screens = Object.fromEntries(Object.entries(model.screens).filter(([, screen]) => screen.public))
  const content = {
    registers: {},
    screens,
    imports: {},
    queries: {},
    reports: {},
    flags: [],
    features: [],
    addresses: {},
    menu: [],
    messages,
    refinements,
  }
  const cut = deepFreeze({ hash: contentHash(content), ...content })
  cuts.set(model, cut)
  return cut
}

/** The public screen of an address, in any letter case. */
export function publicScreen({ screens }: Pick<Model, 'screens'>, path: string): Screen | undefined {
  const wanted = path.toLowerCase().replace(/\/+$/, '')
  return Object.values(screens).find(screen => screen.public && screen.path.toLowerCase() === wanted)
}
