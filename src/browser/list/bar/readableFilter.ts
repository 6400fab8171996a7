import { formatDate, parseDate } from '../../../base/dates.ts'
import type { FilterValue } from '../../../kinds/controlProps.ts'
import type { Value, ValueOptions } from '../../../kinds/kind.ts'
import { kindByName } from '../../../kinds/values.ts'

/** A filter as people say it: 'Sim', 'de R$ 10,00 até R$ 20,00', 'A, B'. */
export function readableFilter(
  { eq, from, to, in: among, none }: FilterValue,
  field: ValueOptions,
  words: { readonly from: string; readonly to: string; readonly none: string },
): string {
  const text = (value: Value | undefined): string =>
    value === undefined || value === null || value === '' ? '' : spoken(value, field)
  if (none) return [...(among ?? []).map(text), words.none].join(', ')
  if (among) return among.map(text).join(', ')
  if (from !== undefined && from === to) return text(from)
  const parts = [text(from) && `${words.from} ${text(from)}`, text(to) && `${words.to} ${text(to)}`].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : text(eq)
}

/** A filter of a field's part (half a tax id, a day of a moment) is no whole value: shown as it is when its kind cannot say it. */
function spoken(value: Value, field: ValueOptions): string {
  // A day of moments is the whole day of the store, and no moment of it.
  if (typeof value === 'string' && parseDate(value) === value) return formatDate(value)
  try {
    return kindByName(field.kind).format(value, field) || String(value)
  } catch {
    return String(value)
  }
}
