import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { Model, Register } from '../../../model/model.ts'
import { quotedIdentifier } from '../../tables/sqlNames.ts'

/** A column that holds what stands at the end of references. Tables are quoted. */
export interface FollowedColumn {
  readonly table: string
  readonly name: string
  /** The references on the way: the field of each, and the table to which it leads. */
  readonly steps: readonly { readonly by: string; readonly table: string }[]
  /** The field at the end. */
  readonly value: string
}

/** A column of another table that hangs on a field of this one, so many steps away. */
export interface Follower {
  readonly column: FollowedColumn
  readonly steps: number
  readonly field: string
}

const known = new WeakMap<Model, readonly FollowedColumn[]>()

/** Returns all columns of the Model that follow references; views of a register have those of its table. */
export const followedColumns = (model: Model): readonly FollowedColumn[] =>
  memoizeByKey(known, model, () =>
    Object.values(model.registers).flatMap(register => (register.from ? [] : columnsOf(register, model))),
  )

/** A path that leads nowhere was told by the checker, and is none. */
function columnsOf(register: Register, { registers }: Model): FollowedColumn[] {
  return register.fields.flatMap(({ name, follows }): FollowedColumn[] => {
    if (follows === undefined) return []
    const path = follows.split('.')
    const steps: { by: string; table: string }[] = []
    let at: Register | undefined = register
    for (const relation of path.slice(0, -1)) {
      const field: Register['fields'][number] | undefined = at?.fields.find(({ reference }) => reference?.as === relation)
      at = field?.reference && registers[field.reference.to]
      if (!field || !at) return []
      steps.push({ by: field.name, table: quotedIdentifier(at.table) })
    }
    const value = path.at(-1) ?? ''
    return at?.fields.some(field => field.name === value) ? [{ table: quotedIdentifier(register.table), name, steps, value }] : []
  })
}

/** Returns the columns that hang on a table's fields. */
export const followersOf = (table: string, model: Model): Follower[] =>
  followedColumns(model).flatMap(column =>
    column.steps.flatMap((step, at): Follower[] =>
      step.table === table ? [{ column, steps: at + 1, field: column.steps[at + 1]?.by ?? column.value }] : [],
    ),
  )
