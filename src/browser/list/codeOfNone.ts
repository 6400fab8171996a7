import type { Register } from '../../model/model.ts'
import { opensCreation } from '../../model/register.ts'

/**
 * The message that says why a list without any record is empty: nobody made one yet, only others may, or it is not made by hand at all. `can` answers
 * for a gate.
 */
export function codeOfNone(register: Register, can: (gate: string | undefined) => boolean): string {
  if (opensCreation(register, can)) return register.gender === 'f' ? 'empty-register-f' : 'empty-register-m'
  return opensCreation(register, gate => gate !== undefined && gate !== 'false') ? 'empty-reader' : 'empty-elsewhere'
}
