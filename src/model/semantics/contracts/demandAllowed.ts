import type { Permission } from '../../access/gate.ts'
import { gateNames, parseGate } from '../../access/gateTree.ts'
import { letsAnybody, personRefused } from '../../access/personRefused.ts'
import type { Expression } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'
import type { WrittenGate } from './callsIn.ts'

/** Demands that whoever passes the gates `given` may do something whose gate is `needed`. `visitors`: people without a session come, too. */
export function demandAllowed(
  checker: Checker,
  path: JsonPath,
  given: readonly Expression[],
  needed: Expression | undefined,
  what: string,
  visitors = false,
): void {
  // A gate that nobody passes is told where it stands.
  if (needed === undefined || (needed !== 'false' && !letsAnybody([needed]))) return
  // So are flags that are none, which nobody has.
  if (given.some(gate => namesUnknownFlag(checker, gate))) return
  const person = personRefused(given, needed, visitors)
  if (!person) return
  const message = `Somebody ${inWords(person)} comes here and is signed out: ${what} asks for "${needed}".`
  checker.add(path, 'gate-wider', message)
}

/** A gate that cannot be read is told where it stands, too. */
function namesUnknownFlag({ names }: Checker, gate: Expression): boolean {
  try {
    return gateNames(parseGate(gate)).some(({ name }) => !roles.has(name) && !name.startsWith('store.') && !names.flags.has(name))
  } catch {
    return true
  }
}

const roles: ReadonlySet<string> = new Set(['admin', 'owner', 'logged'])

/** Tells a gate that nobody passes; one that says "false" means it. */
export function checkGate(checker: Checker, { path, gates }: WrittenGate): void {
  if (gates.includes('false') || letsAnybody(gates)) return
  // Gates around it that nobody passes are told where they stand.
  if (letsAnybody(gates.slice(-1)) && !letsAnybody(gates.slice(0, -1))) return
  checker.add(path, 'gate-closed', `Nobody passes this gate${gates.length > 1 ? ' and those around it' : ''}.`)
}

function inWords({ admin, owner, logged, flags, store }: Permission): string {
  if (!logged) return 'without a session'
  const has = [...Object.keys(flags), ...Object.keys(store).map(name => `store.${name}`)]
  const who = admin ? 'who is an administrator' : owner ? 'who is an owner' : 'who is an employee'
  return has.length === 0 ? who : `${who} with ${has.join(', ')}`
}
