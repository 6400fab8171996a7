import type { Expression, Field, Register } from '../../model/model.ts'
import { equal } from './equal.ts'
import type { Rec } from './rows.ts'

/** Answers an expression over a record; undefined when it cannot (yet). */
export type Evaluate = (expression: Expression, scope: Rec) => unknown

const computedOf = new WeakMap<Register, readonly Field[]>()

/** Fields that are computed, found once a register. */
export function computedFields(register: Register): readonly Field[] {
  const known = computedOf.get(register)
  if (known) return known
  const found = register.fields.filter(field => field.compute !== undefined)
  computedOf.set(register, found)
  return found
}

/**
 * Brings computed fields up to date. They may feed each other, so the round repeats until nothing changes; a circle, which
 * the checker of definitions refuses, ends after as many rounds as there are computed fields.
 */
export function settle(register: Register, values: Rec, around: Rec, evaluate: Evaluate): Rec {
  const computed = computedFields(register)
  let now = values
  for (let round = 0; round <= computed.length; round += 1) {
    const before = now
    for (const field of computed) {
      const value = evaluate(field.compute ?? '', { ...around, ...now })
      if (value !== undefined && !equal(value, now[field.name])) now = { ...now, [field.name]: value }
    }
    if (now === before) return now
  }
  return now
}

/**
 * What an edit of one field changes: the field, what it writes when it is a computed one (the margin sets the sale price),
 * and what is computed from all of that.
 */
export function applyEdit(register: Register, values: Rec, name: string, value: unknown, around: Rec, evaluate: Evaluate): Rec {
  const field = register.fields.find(one => one.name === name)
  let now: Rec = { ...values, [name]: value }
  for (const [target, expression] of Object.entries(field?.writes ?? {})) {
    const written = evaluate(expression, { ...around, ...now })
    if (written !== undefined) now = { ...now, [target]: written }
  }
  return settle(register, now, around, evaluate)
}
