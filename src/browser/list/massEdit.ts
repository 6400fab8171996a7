import type { Value } from '../../kinds/kind.ts'
import { valueOf } from '../../kinds/values.ts'
import type { Action, Field, Register } from '../../model/model.ts'
import { fieldOf, isSystemField } from '../../model/register.ts'
import type { Row } from '../data/rows.ts'
import type { May } from './actions.ts'

/** Name of the dialog, as definitions write it. */
export const massEdit = 'massEdit'

/** Fields that many records may be given the same value of: not what names one record alone, not what the server keeps. */
export const massFields = (register: Register): readonly Field[] =>
  register.fields.filter(
    field =>
      !isSystemField(field.name) &&
      !field.readOnly &&
      !field.secret &&
      field.stored &&
      field.kind !== 'image' &&
      field.name !== register.code &&
      field.name !== register.label &&
      !register.unique.some(({ fields }) => fields.length === 1 && fields[0] === field.name),
  )

/** A field that the dialog of a mass change offers. */
export interface Offered {
  readonly field: Field
  /** Whether it may be emptied. */
  readonly empty: boolean
}

/** The fields that an action names, or all that can be: those may be emptied that are not required. */
export function offeredFields(register: Register, { does }: Action): readonly Offered[] {
  const named = 'dialog' in does ? does.fields : undefined
  if (!named) return massFields(register).map(field => ({ field, empty: !field.required && field.kind !== 'boolean' }))
  return named.flatMap(({ field: name, empty }) => {
    const field = fieldOf(register, name)
    return field ? [{ field, empty }] : []
  })
}

/** The action that every register offers for its chosen rows, unless its definition offers one of its own. */
export function usualMassEdit(register: Register, may: May, title: string): Action | undefined {
  const own = register.views.actions.some(({ does }) => 'dialog' in does && does.dialog === massEdit)
  if (own || !may(register.access.change) || massFields(register).length === 0) return undefined
  return {
    id: '!massEdit',
    title,
    place: ['bulk'],
    gate: register.access.change ?? 'false',
    danger: false,
    does: { dialog: massEdit },
    icon: 'pencil',
  }
}

/** A value that some of the rows have, as text, and how many. */
export interface Present {
  readonly text: string
  readonly count: number
}

/** The values the rows have now, the commonest first. */
export function presentValues(
  rows: readonly Row[],
  field: Field,
  none: string,
  words: (on: boolean) => string,
): readonly Present[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const text = textOf(row, field, words) || none
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].map(([text, count]) => ({ text, count })).toSorted((a, b) => b.count - a.count)
}

function textOf(row: Row, field: Field, words: (on: boolean) => string): string {
  const value = (row[field.name] ?? null) as Value
  if (field.kind === 'boolean') return words(value === true)
  const record = field.reference ? row[field.reference.as] : undefined
  if (typeof record === 'object' && record !== null) {
    const label = Object.entries(record).find(([name, one]) => name !== 'id' && typeof one === 'string')?.[1]
    return label === undefined ? String(value ?? '') : String(label)
  }
  return valueOf(field.kind).format(value, field)
}

/** Rows that do not have the value yet. */
export const changing = (rows: readonly Row[], name: string, value: Value): readonly Row[] =>
  rows.filter(row => JSON.stringify(row[name] ?? null) !== JSON.stringify(value))
