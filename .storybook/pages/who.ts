import { answer, type Permission } from '../../src/model/gate.ts'
import type { Expression, Model } from '../../src/model/model.ts'
import { employeeWith } from '../../src/model/words/gate.ts'
import { counted } from '../../src/model/words/phrase.ts'

export type Role = 'administrator' | 'owner' | 'employee'

export const roleTitles: Readonly<Record<Role, string>> = {
  administrator: 'Administrador',
  owner: 'Proprietário',
  employee: 'Funcionário',
}

/** Through whose eyes the page looks. */
export interface Who {
  readonly role: Role
  /** What the employee holds. */
  readonly flags: ReadonlySet<string>
}

export function permissionOf(model: Model, { role, flags }: Who): Permission {
  return { ...employeeWith(model, flags), admin: role === 'administrator', owner: role === 'owner' }
}

export const passes = (model: Model, who: Who, gate: Expression | undefined): boolean =>
  gate !== undefined && answer(gate, permissionOf(model, who))

export const sayWho = ({ role, flags }: Who): string =>
  role === 'employee' ? `${roleTitles.employee} com ${counted(flags.size, 'permissão', 'permissões')}` : roleTitles[role]

export const toggled = (flags: ReadonlySet<string>, name: string): ReadonlySet<string> => {
  const next = new Set(flags)
  if (!next.delete(name)) next.add(name)
  return next
}
