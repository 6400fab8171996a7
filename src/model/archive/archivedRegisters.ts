import type { Model, Register } from '../model.ts'

/** A register whose rows leave together with others. */
export interface ArchivedRegister {
  readonly register: Register
  /** Where the rows belong to others of these: the place of their register, and the field that names them. */
  readonly parent?: { readonly at: number; readonly by: string }
}

/** The register itself, then those whose rows go along with its records: own child lists, the lists that `archive.with` names, and theirs. */
export function archivedRegisters(model: Model, register: Register): readonly ArchivedRegister[] {
  const found: ArchivedRegister[] = [{ register }]
  for (let at = 0; at < found.length; at++) {
    const { register: each } = found[at] as ArchivedRegister
    for (const list of each.lists) {
      const child = model.registers[list.register]
      if (!child || child.stored === false || list.stored === false) continue
      if (child.parent || (at === 0 && register.archive?.with.includes(list.name)))
        found.push({ register: child, parent: { at, by: list.by } })
    }
  }
  return found
}
