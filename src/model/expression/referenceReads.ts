import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { readsOf } from '../expression.ts'
import type { Expression, Field, FormItem, Model, Register } from '../model.ts'
import type { ReadPath } from './reads.ts'

/** By reference (the field that holds the key): members that are read of the record that it points to. */
export type MembersByReference = ReadonlyMap<string, ReadonlySet<string>>

/** The fields of other records that the expressions of a register read: through its own references, and through those of its lists' rows. */
export interface ReferenceReads {
  readonly own: MembersByReference
  readonly rows: ReadonlyMap<string, MembersByReference>
}

const none: MembersByReference = new Map()
const nothing: ReferenceReads = { own: none, rows: new Map() }
const known = new WeakMap<Register, ReferenceReads>()

/** Returns the records that must be at hand besides a record when it is edited or saved. Most registers read none: the answer is then the same object. */
export const referenceReadsOf = (model: Model, register: Register): ReferenceReads =>
  memoizeByKey(known, register, () => collect(model, register))

/** Tells whether a register's expressions read any other record. */
export const readsReferences = (model: Model, register: Register): boolean => referenceReadsOf(model, register) !== nothing

function collect(model: Model, register: Register): ReferenceReads {
  const own = new Map<string, Set<string>>()
  const rows = new Map<string, Map<string, Set<string>>>()
  const pathsOf = (one: Register): ReadPath[] =>
    recordExpressions(one).flatMap(expression => readsOf(model, one.name, expression))
  for (const path of pathsOf(register)) {
    put(own, register, path)
    const [list = '', ...rest] = path
    const below = model.registers[register.lists.find(({ name }) => name === list)?.register ?? '']
    if (below) put(mapOf(rows, list), below, rest)
  }
  for (const { name, register: child } of register.lists) {
    const below = model.registers[child]
    for (const path of below ? pathsOf(below) : []) {
      if (below) put(mapOf(rows, name), below, path)
      if (path[0] === 'parent') put(own, register, path.slice(1))
    }
  }
  const used = [...rows].filter(([, members]) => members.size > 0)
  return own.size === 0 && used.length === 0 ? nothing : { own, rows: new Map(used) }
}

const mapOf = (rows: Map<string, Map<string, Set<string>>>, list: string): Map<string, Set<string>> =>
  memoizeByKey(rows, list, () => new Map())

function put(into: Map<string, Set<string>>, register: Register, [as, member]: ReadPath): void {
  const field = referenceNamed(register, as)
  if (field && member !== undefined) memoizeByKey(into, field.name, () => new Set<string>()).add(member)
}

/** The field whose record expressions know by this name; a field of the same name hides it. */
const referenceNamed = ({ fields }: Register, as: string | undefined): Field | undefined =>
  fields.some(({ name }) => name === as) ? undefined : fields.find(({ reference }) => reference?.as === as)

/** Names by which an expression reads other records of its own one: `produto` in `produto.preco`. */
export const referencesOf = (model: Model, register: Register, expression: Expression): readonly string[] =>
  memoizeByKey(
    memoizeByKey(through, register, () => new Map<Expression, readonly string[]>()),
    expression,
    () => [
      ...new Set(
        readsOf(model, register.name, expression).flatMap(([as, member]) =>
          member !== undefined && referenceNamed(register, as) ? [as ?? ''] : [],
        ),
      ),
    ],
  )

const through = new WeakMap<Register, Map<Expression, readonly string[]>>()

/** Expressions that are asked where a record is edited or saved. */
function recordExpressions({ fields, rules, lists, assign = [], views }: Register): Expression[] {
  const form = views?.form
  const items = form?.parts.flatMap(part => part.rows.flat()) ?? []
  return [
    ...fields.flatMap(({ compute, visibleWhen, requiredWhen, defaultWhen, writes = {}, warn }) => [
      compute,
      visibleWhen,
      requiredWhen,
      defaultWhen,
      warn?.when,
      ...Object.values(writes),
    ]),
    ...rules.map(({ rule }) => rule),
    ...lists.flatMap(({ visibleWhen, readOnlyWhen, fill }) => [visibleWhen, readOnlyWhen, fill]),
    ...assign.flatMap(({ when, becomes, set }) => [when, becomes, ...Object.values(set)]),
    ...(form?.parts.flatMap(({ visibleWhen, titleFrom }) => [visibleWhen, titleFrom]) ?? []),
    form?.preview?.items,
    ...items.flatMap(textsOf),
  ].filter(expression => expression !== undefined)
}

const textsOf = (item: FormItem): Expression[] => ('texts' in item ? [item.texts] : [])
