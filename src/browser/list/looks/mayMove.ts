import type { Field } from '../../../model/model.ts'
import { isLocked } from '../../actions/actions.ts'
import { rowScope } from '../../actions/rowScope.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import type { ListTools } from '../listTools.ts'

/** Tells whether a card of the record may be moved by these fields: the gate, the record's lock, the fields' own conditions. */
export function mayMove(row: RegisterRow, fields: readonly Field[], { register, can, evaluate }: ListTools): boolean {
  if (!can(register.access.change) || fields.some(({ readOnly }) => readOnly)) return false
  const scope = rowScope(row)
  if (isLocked(register, scope, evaluate)) return false
  return fields.every(({ readOnlyWhen }) => readOnlyWhen === undefined || evaluate(readOnlyWhen, scope) === false)
}
