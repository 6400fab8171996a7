import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { conditionHolds } from '../../../model/expression.ts'
import type { Field, Model, Register } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import type { WriteDraft } from '../store/writeDraft.ts'
import type { RuleContext } from './ruleContext.ts'

interface Saving {
  readonly table: Table
  readonly before?: DataRow
  readonly body: DataRow
}

const moving = new WeakMap<Register, readonly Field[]>()

/** Choices that change on declared ways only: few registers have one. */
const movingFields = (register: Register): readonly Field[] =>
  memoizeByKey(moving, register, () => register.fields.filter(({ moves }) => moves !== undefined))

/** Lists that the server keeps are taken from no body; of a choice that moves, the list of its changes gets a row. */
export function prepareMoves({ table, before, body }: Saving): void {
  for (const list of table.register.lists) if (list.readOnly) delete body[list.name]
  for (const field of movingFields(table.register)) {
    const { history } = field.moves ?? {}
    if (history === undefined) continue
    const value = wantedValue(field, body, before)
    if (!before || value !== before[field.name]) body[history] = [{ [field.name]: value }]
  }
}

const wantedValue = (field: Field, body: DataRow, before: DataRow | undefined): unknown =>
  body[field.name] ?? (before ? before[field.name] : field.default)

/**
 * Changes of a choice on no declared way, or on one that is not open. A new record comes from the default. Ways see what the server keeps, too:
 * `own` is what it says of that now.
 */
export function moveProblems({ table, before, record }: WriteDraft, model: Model, context: RuleContext, own: DataRow): Problem[] {
  const { name: register } = table.register
  return movingFields(table.register).flatMap(({ name, title, moves, default: first }): Problem[] => {
    const from = before ? before[name] : first
    const to = record[name]
    if (!moves || to === from || to === undefined || to === null) return []
    const ways = moves.ways.filter(
      way => (way.from?.some(one => one === from) ?? true) && (way.to?.some(one => one === to) ?? true),
    )
    const whole = { ...before, ...record, ...own }
    if (ways.some(({ when }) => conditionHolds(model, register, when, { ...context, record: whole }))) return []
    const told = ways.find(({ message }) => message !== undefined)?.message
    return [told === undefined ? { path: name, code: 'move-unknown', params: { field: title } } : { path: name, code: told }]
  })
}
