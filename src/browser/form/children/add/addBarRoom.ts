import { kindByName } from '../../../../kinds/values.ts'
import type { Field } from '../../../../model/model.ts'

/** The height of an add bar of one line: a field with its title. Nothing moves when the bar comes. */
export const addBarHeight = '3.75rem'

/** The line of an add bar. */
export const addBarLine = { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '3', mb: '2' } as const

/** A field's room in that line: names take most of it, numbers and dates as much as they need. On a phone a name has a line of its own. */
export function addBarRoom(field: Field) {
  const { grows } = kindByName(field.kind).room(field)
  return grows || field.reference
    ? { flex: '3 1 16rem', minWidth: { base: '100%', sm: '12rem' } }
    : { flex: '1 1 7rem', minWidth: '7rem', maxWidth: { sm: '12rem' } }
}
