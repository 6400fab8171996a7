import type { Unique } from '../model.ts'

/** Tells whether a row is among those that must differ: every field is filled, where empty ones are not alike, and it has the values that the definition asks for. */
export function takesPart({ fields, where = {}, emptyAlike }: Unique, row: Readonly<Record<string, unknown>>): boolean {
  if (!emptyAlike && fields.some(name => row[name] === null || row[name] === undefined)) return false
  return Object.entries(where).every(([name, wanted]) => {
    const value = row[name]
    return Array.isArray(wanted) ? wanted.some(one => one === value) : wanted === value
  })
}
