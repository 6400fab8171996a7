import { formatDecimal, formatMoney } from '../../../base/number.ts'
import { truncate } from '../../../base/text.ts'
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

let pen: CanvasRenderingContext2D | null | undefined

/** Pixels that a text of a chart takes: measured where there is a page, else about (letters of 12 px). */
export function labelWidth(text: string): number {
  if (pen === undefined) pen = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d')
  if (!pen) return Math.ceil(text.length * 6.6)
  pen.font = `12px ${getComputedStyle(document.body).fontFamily}`
  // Pages write figures all as wide as a nought; a canvas would measure `11/11` a third narrower.
  return Math.ceil(pen.measureText(text.replace(/\d/g, '0')).width)
}

/** A name cut to a width in pixels; the whole is told elsewhere. */
export function fittingLabel(text: string, width: number): string {
  if (labelWidth(text) <= width) return text
  const letters = [...Array(text.length).keys()].reverse().find(most => labelWidth(truncate(text, most)) <= width)
  return truncate(text, letters ?? 1)
}

/** Pixels of the widest of some texts. */
export const widestLabel = (texts: readonly string[]): number => Math.max(0, ...texts.map(labelWidth))
