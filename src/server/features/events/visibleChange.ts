import type { Model, Register, Rights } from '../../../model/model.ts'
import type { Caller } from '../../access/caller.ts'
import type { RegisterChange } from '../../access/registerChange.ts'
import { visibilityOf } from '../../query/visibility.ts'

/**
 * Returns the part of a change that somebody may hear: of their stores, and under the name of a register that they see. Keys are told only to users
 * who see every record of it; the others look again.
 */
export function visibleChange(
  change: RegisterChange,
  { storeId, stores, rights }: Pick<Caller, 'storeId' | 'stores' | 'rights'>,
  model: Model,
): RegisterChange | undefined {
  const { lojaId, ids } = change
  if (lojaId !== null && (storeId === null ? !stores.includes(lojaId) : lojaId !== storeId)) return undefined
  const register = seenRegister(change.register, rights, model)
  if (!register) return undefined
  const whole =
    register.name === change.register && visibilityOf(model, register, rights) === 'full' && seesEveryRow(register, rights)
  const { removed: gone, ...rest } = change
  return { ...rest, register: register.name, ids: whole ? ids : [], ...(whole && gone ? { removed: gone } : {}) }
}

/** The register itself, else another view of its table, else one that keeps its rows as a list. */
function seenRegister(name: string, rights: Rights, model: Model): Register | undefined {
  const changed = model.registers[name]
  const seen = (one: Register): boolean => visibilityOf(model, one, rights) !== 'none'
  if (!changed || seen(changed)) return changed
  return Object.values(model.registers).find(
    one => (one.table === changed.table || one.lists.some(({ register }) => register === name)) && seen(one),
  )
}

const seesEveryRow = ({ rows }: Register, rights: Rights): boolean =>
  rows?.see === undefined ||
  rows.see.some(
    ({ gate, where = {}, referredBy }) =>
      (gate === undefined || rights[gate] === true) && referredBy === undefined && Object.keys(where).length === 0,
  )
