import type { Field, Lookup, Register } from '../../../model/model.ts'
import type { EvaluateExpression } from './computedFields.ts'
import { type FieldValues, isFieldValues } from './draftRows.ts'
import { equal, isEmptyValue } from './equal.ts'

/** Every lookup of a field. */
export const lookupsOf = (field: Field): readonly Lookup[] => [...(field.lookup ? [field.lookup] : []), ...(field.lookups ?? [])]

/** Lookups that typing sets off, and those that wait for their button. */
export const automaticLookups = (field: Field): readonly Lookup[] =>
  lookupsOf(field).filter(lookup => lookup.button === undefined)
export const buttonLookups = (field: Field): readonly Lookup[] => lookupsOf(field).filter(lookup => lookup.button !== undefined)

/** A call as it is made: every parameter answered, empty ones left out. */
export interface LookupRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query: Readonly<Record<string, string | number | boolean>>
}

/** The call of a lookup over the record's present values; undefined when it has nothing to ask. */
export function buildLookupRequest(
  register: Register,
  lookup: Lookup,
  scope: FieldValues,
  value: unknown,
  evaluate: EvaluateExpression,
): LookupRequest | undefined {
  const seen: FieldValues = { ...scope, value: value ?? '' }
  if (lookup.when !== undefined && evaluate(register, lookup.when, seen) !== true) return undefined
  const query: Record<string, string | number | boolean> = {}
  for (const [name, expression] of Object.entries(lookup.call.query)) {
    const answer = evaluate(register, expression, seen)
    if (!isEmptyValue(answer) && (typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean'))
      query[name] = answer
  }
  return { method: lookup.call.method, path: fillLookupPath(lookup.call.path, seen), query }
}

/** `{cep}` in an address, replaced from the record. */
const fillLookupPath = (path: string, scope: FieldValues): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(scope[name] ?? '')))

/** The effect of a reply on the record: values to put, rows for lists that are empty, and a problem of the field. */
export interface LookupResult {
  readonly fills: FieldValues
  readonly rows: Readonly<Record<string, FieldValues>>
  readonly problem: string | undefined
}

/** Reads a reply. What a person typed stays; `stale` tells of a value that is nobody's typing: it may change. */
export function readLookupReply(
  register: Register,
  lookup: Lookup,
  reply: unknown,
  values: FieldValues,
  evaluate: EvaluateExpression,
  stale: (name: string) => boolean = () => false,
): LookupResult {
  const fills: Record<string, unknown> = {}
  for (const [name, key] of Object.entries(lookup.fills ?? {})) {
    const found = member(reply, key) ?? ''
    const before = stale(name)
    if (found === '' ? !before : !overwrites(lookup, name) && !before && isTyped(register, name, values[name])) continue
    if (!equal(values[name], found)) fills[name] = found === '' ? null : found
  }
  const rows: Record<string, FieldValues> = {}
  for (const [list, members] of Object.entries(lookup.adds ?? {})) {
    const said = Object.entries(members).map(([name, key]) => [name, member(reply, key) ?? ''] as const)
    const row = Object.fromEntries(said.filter(([, found]) => found !== ''))
    if (Object.keys(row).length > 0) rows[list] = row
  }
  const refused = lookup.problem !== undefined && evaluate(register, lookup.problem.when, { ...values, reply }) === true
  return { fills, rows, problem: refused ? lookup.problem?.message : undefined }
}

/**
 * Tells whether a reply may change a value: one that an earlier reply filled, and, of a lookup that names what it always overwrites, one that stands
 * as it was saved with the old key.
 */
export const isStaleFor =
  (lookup: Lookup, filled: (name: string) => boolean, values: FieldValues, saved: FieldValues | undefined) =>
  (name: string): boolean =>
    filled(name) ||
    (typeof lookup.overwrite === 'object' &&
      saved !== undefined &&
      !isEmptyValue(saved[name]) &&
      equal(saved[name], values[name]))

const overwrites = ({ overwrite = false }: Lookup, name: string): boolean =>
  typeof overwrite === 'boolean' ? overwrite : overwrite.includes(name)

/** Tells whether somebody gave the field this value: an empty one and the field's default are nobody's. */
const isTyped = ({ fields }: Register, name: string, value: unknown): boolean =>
  !isEmptyValue(value) && !equal(value, fields.find(field => field.name === name)?.default)

/** A member of a reply, dots going deeper. */
function member(reply: unknown, path: string): unknown {
  let at: unknown = reply
  for (const key of path.split('.')) at = isFieldValues(at) ? at[key] : undefined
  return at
}
