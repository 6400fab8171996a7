import { kindByName } from '../../../kinds/values.ts'
import { withDefaults } from '../../../model/defaults.ts'
import { conditionHolds, evaluate } from '../../../model/expression.ts'
import type { Assignment, Model, Register } from '../../../model/model.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import type { EffectContext } from '../effect.ts'
import type { ReferencedRecords } from './referencedRecords.ts'
import type { RuleContext } from './ruleContext.ts'

/**
 * Assigns values at every save (`assign`, `importable`), before the record is checked. Values of fields that people write go into the body and are
 * checked with it; those of fields that the server keeps are given back, to be written as they are.
 */
export function assignFields(
  { work, table, before, body }: EffectContext,
  context: RuleContext,
  referenced?: ReferencedRecords,
): DataRow {
  const { register } = table
  const kept = work.action.kind === 'importar' ? importedValues(register, body, before) : {}
  for (const assignment of register.assign ?? []) {
    const own = { ...before, ...acceptedValues(body, table), ...kept }
    const record = referenced?.attach(own) ?? own
    if (!applies(assignment, work.model, register, record, before, context)) continue
    for (const [name, expression] of Object.entries(assignment.set)) {
      const value = evaluate(work.model, register.name, expression, { record, ...context })
      // An expression over what is no value has none itself; the check will say what is wrong.
      if (value !== undefined) (table.byName.get(name)?.field.readOnly ? kept : body)[name] = value
    }
  }
  return kept
}

/** Rows that the definition gives a new record whose body does not name the list. */
export function fillBodyLists({ work, table, before, body }: EffectContext, { isNew: _, ...context }: RuleContext): void {
  if (before) return
  const { name, lists } = table.register
  for (const { name: list, fill } of lists) {
    if (fill === undefined || (body[list] !== undefined && body[list] !== null)) continue
    const record = withDefaults(work.model, name, acceptedValues(body, table), context)
    const rows = evaluate(work.model, name, fill, { ...context, record, isNew: true })
    if (Array.isArray(rows) && rows.length > 0) body[list] = rows
  }
}

/** Tells whether the definition of the register assigns anything. */
export const assignsFields = ({ assign, fields }: Register): boolean =>
  assign !== undefined || fields.some(({ importable }) => importable)

function applies(
  { when, becomes }: Assignment,
  model: Model,
  { name }: Register,
  record: DataRow,
  before: DataRow | undefined,
  context: RuleContext,
): boolean {
  if (!conditionHolds(model, name, when, { record, ...context })) return false
  if (becomes === undefined) return true
  const held = before !== undefined && conditionHolds(model, name, becomes, { record: before, ...context })
  return !held && conditionHolds(model, name, becomes, { record, ...context })
}

/** The body with its values as their kinds hold them; what a kind does not take stays as it came. */
export function acceptedValues(body: DataRow, { byName }: Table): DataRow {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const column = byName.get(name)
      const accepted = column && value !== null && value !== '' ? column.kind.accept(value, column.field) : undefined
      return [name, accepted?.ok ? accepted.value : value === '' ? null : value]
    }),
  )
}

/** Returns the values of an import for fields that are the server's otherwise. */
function importedValues({ fields }: Register, body: DataRow, before: DataRow | undefined): DataRow {
  const told = fields.filter(field => field.importable && body[field.name] !== undefined && body[field.name] !== null)
  return Object.fromEntries(
    told.flatMap(field => {
      const accepted = kindByName(field.kind).accept(body[field.name], field)
      return accepted.ok && accepted.value !== before?.[field.name] ? [[field.name, accepted.value]] : []
    }),
  )
}
