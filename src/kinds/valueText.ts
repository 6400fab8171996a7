import { decimalPlaces } from '../base/number.ts'
import type { ValueOptions } from './kind.ts'
import { decimalPlacesOf } from './numbers.ts'
import { kindByName } from './values.ts'

/** A quantity's options with the places that its values need: whole ones without `,000`. Other kinds as they are. */
export function withNeededDecimals<O extends ValueOptions>(options: O, values: readonly unknown[]): O {
  const places = decimalPlacesOf(options)
  // Money and percentages keep theirs.
  if (!places || kindByName(options.kind).sign) return options
  const needed = Math.max(0, ...values.map(value => (typeof value === 'number' ? decimalPlaces(value) : 0)))
  return { ...options, decimals: Math.min(places, needed) }
}

/** A figure or text of an answer as people read it; a dash where there is none. */
export function valueText(value: unknown, options: ValueOptions): string {
  if (value === null || value === undefined || value === '') return '—'
  const accepted = kindByName(options.kind).accept(value, options)
  return accepted.ok ? kindByName(options.kind).format(accepted.value, options) : String(value)
}
