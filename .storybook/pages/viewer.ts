import { permissionOfEmployee } from '../../scripts/describe/gate.ts'
import { withCount } from '../../scripts/describe/phrase.ts'
import { gateAllows, type Permission } from '../../src/model/access/gate.ts'
import type { Expression, Model } from '../../src/model/model.ts'

export type ViewerRole = 'administrator' | 'owner' | 'employee'

export const roleTitles: Readonly<Record<ViewerRole, string>> = {
  administrator: 'Administrador',
  owner: 'Proprietário',
  employee: 'Funcionário',
}

/** Through whose eyes the page looks. */
export interface Viewer {
  readonly role: ViewerRole
  /** The employee's permissions. */
  readonly flags: ReadonlySet<string>
}

export function permissionOf(model: Model, { role, flags }: Viewer): Permission {
  return { ...permissionOfEmployee(model, flags), admin: role === 'administrator', owner: role === 'owner' }
}

export const viewerPasses = (model: Model, who: Viewer, gate: Expression | undefined): boolean =>
  gate !== undefined && gateAllows(gate, permissionOf(model, who))

export const describeViewer = ({ role, flags }: Viewer): string =>
  role === 'employee' ? `${roleTitles.employee} com ${withCount(flags.size, 'permissão', 'permissões')}` : roleTitles[role]

export const toggledFlags = (flags: ReadonlySet<string>, name: string): ReadonlySet<string> => {
  const next = new Set(flags)
  if (!next.delete(name)) next.add(name)
  return next
}
