import type { ValueOptions } from '../../kinds/kind.ts'
import { valueOf } from '../../kinds/values.ts'

/** A figure or text of an answer as people read it; a dash where there is none. */
export function valueText(value: unknown, options: ValueOptions): string {
  if (value === null || value === undefined || value === '') return '—'
  const accepted = valueOf(options.kind).accept(value, options)
  return accepted.ok ? valueOf(options.kind).format(accepted.value, options) : String(value)
}
