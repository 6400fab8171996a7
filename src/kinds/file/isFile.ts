import type { FileValue } from '../kind.ts'

/** Tells whether a value is an attachment, and no record that a reference brought along. */
export const isFileValue = (value: unknown): value is FileValue =>
  typeof value === 'object' && value !== null && 'url' in value && 'size' in value
