import { valueOfAddressText } from '../../../kinds/addressText.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Parameter } from '../../../model/report.ts'

const DAY = /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):[0-5]\d)?$/

/** A day of the calendar, with or without a time. */
function isDay(text: string): boolean {
  const [, day] = DAY.exec(text) ?? []
  const at = day === undefined || day.startsWith('0000') ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day ?? '')
}

function holds(parameter: Parameter, text: string): boolean {
  if (parameter.control !== undefined) return isDay(text)
  if (parameter.choices) return parameter.choices.some(({ value }) => String(value) === text)
  const value = valueOfAddressText(text, parameter)
  return value !== undefined && kindByName(parameter.kind).check(value, parameter) === undefined
}

/**
 * Returns the part of an address's text that a parameter can hold. A choice that is none, a day that is not in the calendar, a number out of bounds
 * are as if they were not there: an old or mistyped address still opens a report.
 */
export function acceptedParameterText(parameter: Parameter, text: string): string | undefined {
  const parts = parameter.many ? text.split(',') : [text]
  const held = parts.filter(part => holds(parameter, part)).join(',')
  return held === '' ? undefined : held
}
