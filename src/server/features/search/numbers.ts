import { asValue } from '../../../kinds/asValue.ts'
import { isNumberKind } from '../../../kinds/numbers.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Field, NumberSource, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { RawFilter } from '../../query/filter.ts'

type RawWhere = NonNullable<RawFilter['where']>

/** The largest number that a column of numbers takes. */
const MOST_NUMBER = Number.MAX_SAFE_INTEGER

/** Returns the digits of a number, a phone, a tax id or a note's key, in groups too, else nothing. */
export function typedDigits(q: string): string {
  const key = q.replace(/\s/g, '').toUpperCase()
  if (/^\d{6}[0-9A-Z]{12}\d{26}$/.test(key)) return key
  return /^[\d.+()/\s-]+$/.test(q) ? q.replace(/\D/g, '') : ''
}

/** Conditions on a register's numbers. The whole number is asked for: a sale 12 is not what somebody looks for who types 1. */
export const numberConditions = (register: Register, digits: string): readonly RawWhere[] =>
  (register.numbers ?? []).flatMap(place => numberIs(register, place, digits))

function numberIs(register: Register, { field: name, from, length = 0 }: NumberSource, digits: string): readonly RawWhere[] {
  if (from !== undefined) {
    const number = digits.replace(/^0+/, '')
    return number === '' || number.length > length
      ? []
      : [{ [name]: { like: `${'_'.repeat(from - 1)}${number.padStart(length, '0')}%` } }]
  }
  const numbered = fieldOf(register, name)
  if (!numbered || !isNumberKind(numbered)) return [{ [name]: digits }]
  const number = Number(digits)
  return number <= MOST_NUMBER ? [{ [name]: number }] : []
}

/** Tells whether the row was found by one of its numbers, not by words that hold the digits. */
export function matchesNumber(register: Register, row: DataRow, digits: string): boolean {
  const number = digits.replace(/^0+/, '')
  return (
    number !== '' &&
    (register.numbers ?? []).some(({ field, from = 1, length }) => {
      const value = String(row[field] ?? '')
      return value.slice(from - 1, length && from - 1 + length).replace(/^0+/, '') === number
    })
  )
}

/** Dates and amounts of a register's cards: many records of it have the same number or name. */
export const noteFields = (register: Register): readonly Field[] =>
  register.numbers === undefined
    ? []
    : register.views.list.card.flatMap(name => {
        const field = fieldOf(register, name)
        return field?.stored && !field.secret && kindByName(field.kind).tellsApart ? [field] : []
      })

/** Those of a record, as people read them, after its number where its name does not tell it. */
export function recordNote(register: Register, row: DataRow, zone: string): string | null {
  const said = noteFields(register).map(field => kindByName(field.kind).format(asValue(row[field.name]), { ...field, zone }))
  const number = register.numbers?.some(({ field }) => field === 'id') && register.label !== 'id' ? [String(row.id)] : []
  return [...number, ...said].filter(text => text !== '').join(' · ') || null
}
