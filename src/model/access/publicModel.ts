import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { contentHash, deepFreeze } from '../../base/objects/freeze.ts'
import type { Model, Register, Screen } from '../model.ts'
import { asLookup } from './asLookup.ts'
import { noLimits } from './limits.ts'
import { withoutEndSlashes } from './withoutEndSlashes.ts'

const cuts = new WeakMap<Model, Map<Screen | undefined, Model>>()

/**
 * The part of the Model that everybody may see, without a session: public screens and the texts, and of the registers in which a
 * field of this screen chooses what names a record.
 */
export const publicModel = (model: Model, screen?: Screen): Model =>
  memoizeByKey(
    memoizeByKey(cuts, model, () => new Map<Screen | undefined, Model>()),
    screen,
    () => makeCut(model, screen),
  )

function makeCut(model: Model, screen: Screen | undefined): Model {
  const { messages, refinements } = model
  const screens = Object.fromEntries(Object.entries(model.screens).filter(([, each]) => each.public))
  const content = {
    registers: Object.fromEntries(chosenIn(model, screen).map(register => [register.name, asLookup(register, new Set())])),
    screens,
    imports: {},
    notices: {},
    automations: {},
    documents: {},
    queries: {},
    reports: {},
    flags: [],
    staffRoles: [],
    features: [],
    addresses: {},
    menu: [],
    messages,
    refinements,
    limits: noLimits,
  }
  return deepFreeze({ hash: contentHash(content), ...content })
}

/** Registers from which the fields of a screen's form choose. */
function chosenIn({ registers }: Model, screen: Screen | undefined): Register[] {
  const fields = screen && 'form' in screen.body ? screen.body.form.fields : []
  return [...new Set(fields.flatMap(({ reference }) => registers[reference?.to ?? ''] ?? []))]
}

/** The public screen of an address, in any letter case. */
export function publicScreen({ screens }: Pick<Model, 'screens'>, path: string): Screen | undefined {
  const wanted = withoutEndSlashes(path.toLowerCase())
  return Object.values(screens).find(screen => screen.public && screen.path.toLowerCase() === wanted)
}
