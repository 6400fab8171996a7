import { formatDecimal, formatMoney } from '../../../base/number.ts'
import type { ValueOptions } from '../../../kinds/kind.ts'
import { kindByName } from '../../../kinds/values.ts'
import { valueText } from '../../../kinds/valueText.ts'

/** A value as people read it, whole: in tips, tables, for screen readers. */
export const wholeText = valueText

const steps: readonly (readonly [number, string])[] = [
  [1e9, 'bi'],
  [1e6, 'mi'],
  [1e3, 'mil'],
]

/** A number as an axis or a bar says it, in few characters: `R$ 1,2 mil`, `3,4 mi`, `45%`. */
export function shortText(value: number, options: ValueOptions): string {
  const { before, after = '' } = kindByName(options.kind).sign ?? {}
  if (after !== '') return `${few(value)}${after}`
  const [size, word] = steps.find(([least]) => Math.abs(value) >= least) ?? [1, '']
  if (size === 1 && before !== undefined) return formatMoney(value, Number.isInteger(value) ? 0 : 2)
  const text = word === '' ? few(value) : `${few(value / size)} ${word}`
  return before === undefined ? text : text.replace(/^-?/, minus => `${minus}${before} `)
}

/** At most one decimal place, and none where there is nothing to say. */
function few(value: number): string {
  const whole = Math.abs(value) >= 100 || Number.isInteger(value)
  const text = formatDecimal(value, whole ? 0 : 1)
  return text.endsWith(',0') ? text.slice(0, -2) : text
}

/** A long name cut to fit; the whole is told elsewhere. */
export function truncateLabel(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`
}

/** Pixels that a text of the axis takes, about: letters of 12 px. */
export const labelWidth = (text: string): number => Math.ceil(text.length * 6.6)
