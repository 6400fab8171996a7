type Where = Readonly<Record<string, unknown>>

/** A condition that takes its value from the record that refers: the choices have in `theirs` what it has in `own`. */
export interface Narrowing {
  readonly theirs: string
  readonly own: string
}

/** Returns the conditions of a reference's `where` that take a field's value: `{ "grupoId": "$grupoId" }`. */
export const narrowingsOf = (where: Where | undefined): readonly Narrowing[] =>
  Object.entries(where ?? {}).flatMap(([theirs, value]) =>
    typeof value === 'string' && value.startsWith('$') ? [{ theirs, own: value.slice(1) }] : [],
  )

/** Returns the conditions that hold whatever the record; undefined when there are none. */
export function fixedWhere(where: Where | undefined): Where | undefined {
  const narrowings = narrowingsOf(where)
  if (narrowings.length === 0) return where
  const fixed = Object.entries(where ?? {}).filter(([name]) => !narrowings.some(({ theirs }) => theirs === name))
  return fixed.length === 0 ? undefined : Object.fromEntries(fixed)
}

/** Tells whether a value says nothing that choices could be narrowed by. */
export const narrowsNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Returns the values that a record made in place has to have, so that the reference offers it. */
export const valuesOffered = (where: Where | undefined): Where =>
  Object.fromEntries(Object.entries(where ?? {}).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)))

/** The condition of a reference for this record: what hangs on a field that is empty there is left out. */
export function narrowedWhere(where: Where | undefined, record: Where | undefined): Where | undefined {
  const narrowings = narrowingsOf(where)
  if (narrowings.length === 0) return where
  const given = narrowings.map(({ theirs, own }) => [theirs, record?.[own]] as const)
  const left = { ...where, ...Object.fromEntries(given) }
  const parts = Object.entries(left).filter(([name, value]) => !given.some(one => one[0] === name) || !narrowsNothing(value))
  return parts.length === 0 ? undefined : Object.fromEntries(parts)
}

/** A field with what it refers to. */
interface Referring {
  readonly name: string
  readonly reference?: { readonly where?: Where }
  readonly references?: { readonly where?: Where }
}

/**
 * Returns the fields that an edit of one empties: they were chosen among what its former value offered. What was chosen before anything narrowed the
 * choices stays, and the server tells whether it fits.
 */
export function emptiedByEdit(fields: readonly Referring[], record: Where, name: string, value: unknown): Record<string, null> {
  const emptied: Record<string, null> = {}
  const before = record[name]
  if (narrowsNothing(before) || before === value) return emptied
  for (const field of fields) {
    if (field.name === name || field.name in emptied || narrowsNothing(record[field.name])) continue
    if (!narrowingsOf((field.reference ?? field.references)?.where).some(({ own }) => own === name)) continue
    emptied[field.name] = null
    Object.assign(emptied, emptiedByEdit(fields, record, field.name, null))
  }
  return emptied
}
