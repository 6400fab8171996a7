import type { KindName } from '../kind.ts'

export type PickerType = 'date' | 'datetime-local' | 'time'

/** The system's picker for a kind. */
export const pickerType = (kind: KindName): PickerType =>
  kind === 'time' ? 'time' : kind === 'dateTime' ? 'datetime-local' : 'date'

/** '31/01/2026 18:30' as the picker wants it: '2026-01-31T18:30'. An hour is the same in both. */
export function toPicker(text: string): string {
  const [, day, month, year, hour] = /^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}:\d{2}))?/.exec(text) ?? []
  if (!day) return /^\d{2}:\d{2}$/.test(text) ? text : ''
  return `${year}-${month}-${day}${hour ? `T${hour}` : ''}`
}

/** Returns the picker's text as people write it. */
export function fromPicker(text: string): string {
  const [, year, month, day, hour] = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?/.exec(text) ?? []
  if (!year) return text
  return `${day}/${month}/${year}${hour ? ` ${hour}` : ''}`
}
