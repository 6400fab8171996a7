import type { RegisterRole } from '../../model/access/registerRole.ts'
import type { Register } from '../../model/model.ts'
import type { Table } from '../query/table.ts'
import type { Service } from '../service.ts'
import type { Effect, SavedRecord } from './effect.ts'

/** The runtime's own effect, of registers that invite visitors. */
export const INVITES = 'inviteVisitors'

/** The runtime's own effects of registers that play a part in it. */
const roleEffects: Readonly<Partial<Record<RegisterRole, string>>> = { webhooks: 'acceptAddress', automations: 'demandAddress' }

function namesOf({ effects, visitors, role }: Register): readonly string[] {
  const own = role === undefined ? undefined : roleEffects[role]
  if (!visitors?.invite && own === undefined) return effects
  return [...effects, ...(visitors?.invite ? [INVITES] : []), ...(own === undefined ? [] : [own])]
}

/** The effects of a register, in the order of its definition, as the composed areas declare them. */
export const effectsOf = (register: Register, { effects }: Service): Effect[] =>
  namesOf(register).map(name => {
    const effect: Effect | undefined = effects[name]
    if (!effect) throw new Error(`Unknown effect of ${register.name}: ${name}`)
    return effect
  })

/** The lists of a record that its register's effects read once it is written. */
export const listsReadAfter = ({ register, lists }: Table, service: Service): ReadonlySet<string> =>
  new Set(effectsOf(register, service).flatMap(effect => (effect.after ? (effect.lists ?? [...lists.keys()]) : [])))

/** Runs the effects after records were written, be it by a save or by taking one back: each over all of them, in order. */
export async function runAfterEffects(register: Register, service: Service, saved: () => readonly SavedRecord[]): Promise<void> {
  const following = effectsOf(register, service).filter(effect => effect.after)
  if (following.length === 0) return
  const all = saved()
  for (const effect of following) for (const one of all) await effect.after?.(one)
}
