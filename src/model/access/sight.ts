import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Model, Register, Rights } from '../model.ts'
import { relationOf } from '../register.ts'
import type { GroupPlan, Query, ResultColumn } from '../report.ts'

const none: ReadonlySet<string> = new Set()
const known = new WeakMap<Rights, Map<string, ReadonlySet<string>>>()

/** Returns the fields of a register whose values somebody with these rights may not read. Rights are answers about one Model: they are the key of the memory. */
export const hiddenFields = (register: Pick<Register, 'name' | 'fields'>, rights: Rights): ReadonlySet<string> =>
  memoizeByKey(
    memoizeByKey(known, rights, () => new Map<string, ReadonlySet<string>>()),
    register.name,
    () => {
      const hidden = register.fields.filter(({ see }) => see !== undefined && rights[see] !== true)
      return hidden.length === 0 ? none : new Set(hidden.map(({ name }) => name))
    },
  )

/** Tells whether no field of any register is hidden from somebody with these rights. */
export const seesEveryField = (model: Model, rights: Rights): boolean =>
  Object.values(model.registers).every(register => hiddenFields(register, rights).size === 0)

/** Tells whether a field, or one of what a reference points to (`produto.preco_cst_prod`), is hidden from somebody with these rights. */
export function isPathHidden(model: Model, register: Register | undefined, path: string, rights: Rights): boolean {
  const [first = '', rest] = path.split('.')
  if (!register) return false
  if (rest === undefined) return hiddenFields(register, rights).has(first)
  const relation = relationOf(register, first)
  if (!relation) return false
  const target = model.registers[relation.register]
  return (
    ('field' in relation && hiddenFields(register, rights).has(relation.field)) ||
    (target !== undefined && hiddenFields(target, rights).has(rest))
  )
}

/** Returns the names that a plan's statement gives to figures that are hidden from somebody with these rights. */
export function hiddenOfPlan(model: Model, { register, groups, measures }: GroupPlan, rights: Rights): ReadonlySet<string> {
  const hides = (field: string): boolean => isPathHidden(model, model.registers[register], field, rights)
  return new Set([
    ...Object.entries(groups).flatMap(([name, { field }]) => (hides(field) ? [name] : [])),
    ...Object.entries(measures).flatMap(([name, measure]) => (fieldsOf(measure).some(hides) ? [name] : [])),
  ])
}

const fieldsOf = (measure: GroupPlan['measures'][string]): string[] =>
  Object.values(measure).filter(field => typeof field === 'string')

/** Tells which columns of a query's answer are hidden: those whose field is, as its plan or, beside SQL, the column itself says. */
export function isColumnHidden(
  model: Model,
  { statements }: Query,
  rights: Rights,
): (statement: string, column: ResultColumn) => boolean {
  return (name, column) => {
    const statement = statements[name]
    if (statement && 'measures' in statement && hiddenOfPlan(model, statement, rights).has(column.name)) return true
    if (column.of === undefined) return false
    const [register = '', field = ''] = column.of.split(/\.(.*)/s)
    return isPathHidden(model, model.registers[register], field, rights)
  }
}
