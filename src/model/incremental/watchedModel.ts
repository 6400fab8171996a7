import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import { targetOf } from '../field.ts'
import type { Model, Register } from '../model.ts'
import type { Watch } from './watch.ts'

const originals = new WeakMap<Model, Model>()

/** The Model that one sees through: what is made once for all who see it is made of this. */
export const unwatched = (model: Model): Model => originals.get(model) ?? model

/** Registers, of which it is known which are read. Each Model has others: their views stay the same as long as they do. */
export const watchedRegisters = (registers: Model['registers'], watch: Watch): Model['registers'] =>
  watch.over('registers', registers, ({ views }) => views)

/** The part of a register that anything may be checked against: there is little of it, and it seldom changes. */
export interface RegisterOutline extends Pick<Register, 'name' | 'scope' | 'table' | 'parent' | 'from' | 'lists'> {
  /** Registers that it refers to. */
  readonly to: readonly string[]
}

export const outlineOf = ({ name, scope, table, parent, from, lists, fields }: Register): RegisterOutline => ({
  ...withoutUndefined({ name, scope, table, parent, from, lists }),
  to: fields.flatMap(field => targetOf(field)?.to ?? []),
})

const outlines = new WeakMap<Model, readonly RegisterOutline[]>()

/** The outlines of all registers. */
export const outlinesOf = (seen: Model): readonly RegisterOutline[] => {
  const model = unwatched(seen)
  return memoizeByKey(outlines, model, () => Object.values(model.registers).map(outlineOf))
}

/** A Model of which it is known what is read. */
export function watchedModel(model: Model, watch: Watch): Model {
  const { registers, screens, imports, queries, reports } = model
  const parts = {
    registers: watchedRegisters(registers, watch),
    screens: watch.over('screens', screens, ({ body }) => body),
    imports: watch.over('imports', imports, ({ columns }) => columns),
    queries: watch.over('queries', queries, ({ parameters }) => parameters),
    reports: watch.over('reports', reports, ({ layout }) => layout),
  }
  // Reads of these are known member by member.
  const watched = watch.over('model', { ...model, ...parts }, (part, name) => Object.hasOwn(parts, name) || part)
  originals.set(watched, model)
  return watched
}
