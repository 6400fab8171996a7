import type { RegisterRole } from '../model/access/registerRole.ts'
import { registerOfRole } from '../model/access/roles.ts'
import type { Model } from '../model/model.ts'

/** The table of the register that plays this part, quoted; an installation without one cannot do what was asked. */
export function roleTable(model: Model, role: RegisterRole): string {
  const register = registerOfRole(model, role)
  if (!register) throw new Error(`No register plays the role "${role}"`)
  return `"${register.table}"`
}
