import { createSeededRandom, type SeededRandom } from '../../src/base/seededRandom.ts'
import { targetOf } from '../../src/model/field.ts'
import type { Field, Model, Register } from '../../src/model/model.ts'
import { sampleValue } from './value.ts'

/** A record as it travels, with its child lists and the referenced records' labels. */
export type SampleRecord = Record<string, unknown>

const system = new Set(['id', 'lojaId', 'version', 'createdAt', 'updatedAt'])

function seedOf(name: string): number {
  let seed = 17
  for (const letter of name) seed = Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0)
  return seed
}

/** Fields that make a unique constraint carry the row's number, so that no two samples collide. */
function unique(field: Field, register: Register, value: unknown, row: number): unknown {
  if (!register.unique.some(rule => rule.fields.includes(field.name))) return value
  if (typeof value === 'number') return row
  if (typeof value !== 'string' || field.kind === 'taxId' || field.refinement === 'email') return value
  if (field.refine?.keep === 'digits') return String(1000 + row)
  const mark = ` ${row}`
  const longest = field.maxLength ?? 60
  return value.slice(0, Math.max(1, longest - mark.length)) + mark
}

function rowOf(model: Model, register: Register, row: number, r: SeededRandom): SampleRecord {
  const made: SampleRecord = {
    id: register.textKey ? String(10_000_000 + row) : row,
    version: 1,
    createdAt: '2026-01-15T12:00:00.000Z',
    updatedAt: '2026-02-20T15:30:00.000Z',
  }
  if (register.scope !== 'global') made.lojaId = register.scope === 'self' ? made.id : 1
  for (const field of register.fields) {
    if (system.has(field.name) || (!field.stored && !field.compute)) continue
    const filled = field.required || field.default !== undefined || r.chance(0.7)
    const fresh = filled ? sampleValue(field, r) : null
    made[field.name] = field.secret ? null : unique(field, register, fresh, row)
    const points = targetOf(field)
    const target = points && model.registers[points.to]
    if (!points || !target || made[field.name] === null) continue
    const numbered = target.fields.find(each => each.name === target.label)?.kind === 'integer'
    const named = (key: unknown) => ({ id: key, [target.label]: numbered ? key : `${target.title} ${String(key)}` })
    made[points.as] = field.references ? [made[field.name] ?? []].flat().map(named) : named(made[field.name])
  }
  return made
}

/** `count` records of a register, the same ones at every call. Child lists hold up to three rows. */
export function sampleRecords(model: Model, name: string, count: number): SampleRecord[] {
  const register = model.registers[name]
  if (!register) return []
  const r = createSeededRandom(seedOf(name))
  return Array.from({ length: count }, (_, at) => {
    const record = rowOf(model, register, at + 1, r)
    for (const list of register.lists) {
      const child = model.registers[list.register]
      if (!child) continue
      const rows = Math.min(list.max ?? 3, r.whole(1, 3))
      record[list.name] = Array.from({ length: rows }, (_, index) => rowOf(model, child, index + 1, r))
    }
    return record
  })
}
