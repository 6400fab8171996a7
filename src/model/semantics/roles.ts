import type { RegisterRole } from '../access/registerRole.ts'
import { roleFields } from '../access/roles.ts'
import type { Definitions, RegisterSource } from '../source/definitions.ts'
import type { Source } from '../source/source.ts'
import { type Checker, fieldNamesOf } from './checker.ts'

/** Each part is played by one register, which has the fields that go with it. */
export function checkRoles(
  definitions: Definitions,
  checkerOf: (source: Source) => Checker,
  roles: readonly RegisterRole[] = [],
): void {
  const players = new Map<RegisterRole, RegisterSource>()
  for (const source of definitions.registers.values()) {
    const { role } = source.value.register
    if (role === undefined) continue
    const checker = checkerOf(source.source)
    const other = players.get(role)
    if (other) checker.add(['register', 'role'], 'role-twice', `The role "${role}" is played by ${other.source.path} already.`)
    else players.set(role, source)
    checkFields(checker, source, role)
  }
  if (!definitions.menu) return
  for (const role of roles)
    if (!players.has(role)) checkerOf(definitions.menu.source).add([], 'role-missing', `No register plays the role "${role}".`)
}

function checkFields(checker: Checker, { name }: RegisterSource, role: RegisterRole): void {
  const register = checker.model.registers[name]
  if (!register) return
  const known = new Set(fieldNamesOf(register))
  for (const field of roleFields[role])
    if (!known.has(field))
      checker.add(['register', 'role'], 'role-field', `The role "${role}" takes a field "${field}", which ${name} has not.`)
}
