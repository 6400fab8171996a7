import type { Property } from '../../../generated/definitions.ts'
import { kindByName } from '../../../kinds/values.ts'
import { numberingLength, numberingParts, readNumbering } from '../../computed/numbering.ts'
import type { Field, Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

/** Checks a field that the server numbers: a text that it keeps, in records of a store, with one place for the number. */
export function checkNumbering(
  checker: Checker,
  path: JsonPath,
  { numbering, readOnly, compute, default: start, defaultWhen }: Property,
  field: Field,
  { owner }: { readonly owner: Pick<Register, 'name'> },
): void {
  if (numbering === undefined) return
  const why = unfit({ readOnly, compute, start, defaultWhen }, field, checker.model.registers[owner.name])
  if (why) {
    checker.add(path, why[0], why[1], { part: 'key' })
    return
  }
  const pattern = readNumbering(numbering)
  if (pattern === undefined) {
    const message = `"${numbering}" needs one place for the number, such as {0000}, and takes ${numberingParts.join(', ')} beside it.`
    checker.add(path, 'numbering-pattern', message)
  } else if (field.maxLength !== undefined && field.maxLength < numberingLength(pattern))
    checker.add(path, 'numbering-long', `Its numbers may have ${numberingLength(pattern)} characters, and "maxLength" is less.`)
}

interface Given {
  readonly readOnly: boolean | undefined
  readonly compute: unknown
  readonly start: unknown
  readonly defaultWhen: unknown
}

/** The reason for which the server cannot number the field: a code and its words. */
function unfit({ readOnly, ...others }: Given, field: Field, register: Register | undefined): [string, string] | undefined {
  const { name } = field
  if (register === undefined || register.scope !== 'store' || register.parent !== undefined)
    return ['numbering-place', `"${name}" is no field of records that belong to a store each: nothing is numbered there.`]
  const { words, identifies } = kindByName(field.kind)
  if (!words || identifies || field.refinement !== undefined || field.secret || !field.stored)
    return ['numbering-kind', `"${name}" is no plain text that is kept.`]
  if (!readOnly || Object.values(others).some(value => value !== undefined))
    return ['numbering-kept', `The server alone gives "${name}": it needs "readOnly" and no other value.`]
  if (field.required)
    return ['numbering-required', `"${name}" is given after the record was checked: it cannot be demanded before.`]
  return field.see === undefined
    ? undefined
    : ['see-naming', `"${name}" names records and finds them: whoever sees them sees it.`]
}
