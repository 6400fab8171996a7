import type { Property } from '../../../generated/definitions.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Field, Register } from '../../model.ts'
import { settableFields } from '../../own/settable.ts'
import { fieldOf } from '../../register.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

/** Checks what stores may set of a field, and the texts that name a field or keep a value of one. */
export function checkSetByStores(
  checker: Checker,
  path: JsonPath,
  { setByStores, fieldOf: named, valueFor }: Property,
  field: Field,
  { owner }: { readonly owner: Pick<Register, 'name'> },
): void {
  const register = checker.model.registers[owner.name]
  if (setByStores !== undefined && !(register && isSettableElse(register, field)))
    checker.add(
      [...path, 'setByStores'],
      'set-by-stores-unfit',
      `Stores set nothing of "${field.name}" anyway: it is no field that people type in records of a store.`,
      { part: 'key' },
    )
  if (named !== undefined) {
    checkText(checker, [...path, 'fieldOf'], field)
    const choice = register && fieldOf(register, named)
    if (choice?.choices === undefined)
      checker.add(
        [...path, 'fieldOf'],
        'field-of-choice',
        `"${named}" is no choice of a register: it needs "options": "settable".`,
      )
  }
  if (valueFor !== undefined) {
    checkText(checker, [...path, 'valueFor'], field)
    if (register && fieldOf(register, valueFor)?.fieldOf === undefined)
      checker.add([...path, 'valueFor'], 'value-for-field', `"${valueFor}" names no field: it needs "fieldOf".`)
  }
}

/** Tells whether a store would set something of the field if nothing were said. */
const isSettableElse = (register: Register, { setByStores: _, ...field }: Field): boolean =>
  settableFields({ ...register, fields: [field] }).length > 0

function checkText(checker: Checker, path: JsonPath, { name, kind, refinement }: Field): void {
  const { words, identifies } = kindByName(kind)
  if (!words || identifies || refinement !== undefined)
    checker.add(path, 'field-of-kind', `"${name}" is no plain text.`, { part: 'key' })
}
