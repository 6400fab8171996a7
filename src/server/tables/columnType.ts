const longNames: Readonly<Record<string, string>> = {
  timestamptz: 'timestamp with time zone',
  timestamp: 'timestamp without time zone',
  time: 'time without time zone',
  int8: 'bigint',
  int4: 'integer',
  int: 'integer',
  int2: 'smallint',
  bool: 'boolean',
  'int2[]': 'smallint[]',
  'int8[]': 'bigint[]',
}

/** A type as PostgreSQL's `format_type` writes it. */
export const canonicalType = (type: string): string => {
  const text = type
    .toLowerCase()
    .trim()
    .replace(/\s*,\s*/g, ',')
  return longNames[text] ?? text
}

const wholeDigits: Readonly<Record<string, number>> = { smallint: 5, integer: 10, bigint: 19 }

/** Digits before and after the point that a number type holds. */
const digitsOf = (type: string): { readonly before: number; readonly after: number; readonly whole: boolean } | undefined => {
  const whole = wholeDigits[type]
  if (whole !== undefined) return { before: whole, after: 0, whole: true }
  const [, precision, scale] = /^numeric\((\d+),(\d+)\)$/.exec(type) ?? []
  return precision && scale ? { before: Number(precision) - Number(scale), after: Number(scale), whole: false } : undefined
}

/** Tells whether every value of the type `from` is the same value in the type `to`. */
export const isWideningType = (from: string, to: string): boolean => {
  if (from === to) return true
  const narrow = digitsOf(from)
  if (narrow && to === 'text') return true
  const wide = digitsOf(to)
  if (!narrow || !wide) return from.startsWith('character varying') && to === 'text'
  if (wide.whole && !narrow.whole) return false
  return wide.before >= narrow.before && wide.after >= narrow.after
}
