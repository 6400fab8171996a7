import type { Property, RegisterDefinition } from '../../../generated/definitions.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Field, Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

/** Checks that personal data are kept in a column, or nothing could tell or blank them. */
export function checkPersonal(
  checker: Checker,
  path: JsonPath,
  { personal, keptByLaw }: Property,
  { name, stored }: Pick<Field, 'name' | 'stored'>,
  { owner }: { readonly owner: Pick<Register, 'name'> },
): void {
  if (keptByLaw !== undefined && !personal)
    checker.add([...path, 'keptByLaw'], 'kept-nothing', `"${name}" is said to hold nothing of a person.`, { part: 'key' })
  if (!personal) return
  const register = checker.model.registers[owner.name]
  if (!register || !stored) {
    const why = `"${name}" is kept in no record, so nothing of a person stays there.`
    checker.add([...path, 'personal'], 'personal-unkept', why, { part: 'key' })
    return
  }
  const holder = checker.model.registers[register.parent?.register ?? ''] ?? register
  if (holder.person || holder.about || holder.from || register.from) return
  const message = `"${holder.name}" does not say whose its personal values are: "person" or "about" is missing.`
  checker.add([...path, 'personal'], 'personal-nobodys', message, { part: 'key' })
}

/** People, and what holds them back from being erased. */
export function checkPerson(checker: Checker, { person }: RegisterDefinition['register'], register: Register): void {
  if (!person) return
  const path = ['register', 'person']
  checker.gate([...path, 'gate'], person.gate)
  if (!register.fields.some(({ personal }) => personal === 'name' || personal === 'email'))
    checker.add(path, 'person-unnamed', 'None of its fields is the name or the e-mail of a person.', { part: 'key' })
  person.heldBy?.forEach((hold, i) => {
    const at = [...path, 'heldBy', i]
    checker.message([...at, 'message'], hold.message)
    const other = checkReferring(checker, at, hold, register)
    if (!other) return
    for (const [name, value] of Object.entries(hold.where ?? {})) {
      const field = other.fields.find(each => each.name === name)
      if (!checker.field([...at, 'where', name], other, name, 'key') || !field) continue
      if (!field.stored || !kindByName(field.kind).accept(value, field).ok)
        checker.add([...at, 'where', name], 'value-invalid', `The field ${name} does not take ${JSON.stringify(value)}.`)
    }
  })
}

/** Another register, and its reference to this one. */
function checkReferring(
  checker: Checker,
  path: JsonPath,
  { register, field }: { readonly register: string; readonly field: string },
  { name }: Register,
): Register | undefined {
  const other = checker.register([...path, 'register'], register)
  if (!other) return undefined
  const referring = other.fields.filter(({ stored, reference }) => stored && reference?.to === name).map(each => each.name)
  checker.oneOf([...path, 'field'], 'field-unknown', `reference of ${other.name} to ${name}`, field, new Set(referring))
  return other
}

/** Checks whose a record's personal values are: references to registers of people or of things about them, or values of the person. */
export function checkAbout(checker: Checker, { about }: RegisterDefinition['register'], register: Register): void {
  about?.whose?.forEach(({ field: name, same, by }, i) => {
    const path = ['register', 'about', 'whose', i]
    if ((name === undefined) === (by === undefined))
      checker.add(path, 'whose-unclear', 'It says either the "field" of the record or "by" which record it is known.')
    if (by) checkReferring(checker, [...path, 'by'], by, register)
    const field = register.fields.find(each => each.name === name)
    const at = [...path, 'field']
    if (!checker.field(at, register, name) || !field) return
    const target = checker.model.registers[field.reference?.to ?? '']
    // A register that there is not is told where the field refers to it.
    if (field.reference && !target) return
    if (same !== undefined && (field.reference || !field.stored || field.secret))
      checker.add(at, 'same-impossible', `"${name}" holds no value that could be a person's.`)
    else if (same === undefined && !(target?.person || target?.about))
      checker.add(at, 'whose-nobody', `"${name}" refers to no record of a person, nor to one about a person.`)
  })
}

/** Refinements and kinds of which values are mostly people's. */
const likely: ReadonlySet<string> = new Set(['taxId', 'cpf', 'email', 'phone'])

/** Fields of registers that hold something of a person, or seem to, and whose definition says neither: what an erasure would forget. */
export function unmarkedPersonalFields(
  properties: Readonly<Record<string, Property>>,
  above: readonly string[] = ['properties'],
): string[][] {
  return Object.entries(properties).flatMap(([name, property]): string[][] => {
    const path = [...above, name]
    if (property.items) return unmarkedPersonalFields(property.items.properties, [...path, 'items', 'properties'])
    const isLikely = property.format !== undefined && likely.has(property.format) && property.stored !== false
    return isLikely && property.personal === undefined ? [path] : []
  })
}
