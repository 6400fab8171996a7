import { membersOf, recordsIn } from '../../../base/record.ts'
import { asValue } from '../../../kinds/asValue.ts'
import type { ValueOptions } from '../../../kinds/kind.ts'
import { isPathHidden } from '../../../model/access/sight.ts'
import { rowsBehindField } from '../../../model/build/beyondList.ts'
import { withComputed } from '../../../model/computed/withComputed.ts'
import { evaluate } from '../../../model/expression.ts'
import type { Field, Model } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { isEmpty } from '../../../model/validation/isEmpty.ts'
import { isUnset } from '../../../model/validation/unsetValue.ts'
import { ApiError } from '../../error.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Include, QueryContext, QueryPlan, ReferenceLabel } from '../../query/queryPlan.ts'
import { namesInclude, type Viewer } from '../../query/restrictPlan.ts'
import { hiddenField } from '../../query/sight/unseen.ts'
import { columnPathOf, type RegisterColumn, referenceLabelColumns, type Table, tableOf, unknownField } from '../../query/table.ts'
import { visibilityOf } from '../../query/visibility.ts'
import type { FileColumn } from './fileWriter.ts'

/** One column of an exported list: its field says what the value is, that of the field or of the record that it refers to. */
export interface ExportColumn extends FileColumn {
  read(row: DataRow): unknown
}

export interface ExportSelection {
  readonly columns: readonly ExportColumn[]
  /** The columns and labels to read for them, and the names of several records. */
  readonly plan: Pick<QueryPlan, 'columns' | 'labels' | 'includes'>
  /** Works out what no column of the table holds. */
  finish(row: DataRow): DataRow
}

/** Most columns of a file. */
const MOST = 200

/** The columns asked for, or those that the list shows at first. */
export function exportColumns(asked: unknown, context: QueryContext, viewer: Viewer): ExportSelection {
  const { table, model } = context
  const isHidden = (name: string): boolean => isPathHidden(model, table.register, name, viewer.rights)
  const chosen = typeof asked === 'string' && asked.trim() !== '' ? asked.split(',').map(name => name.trim()) : undefined
  for (const name of chosen ?? []) if (isHidden(name)) throw hiddenField(name)
  const names = chosen ?? shownColumns(table).filter(name => !isHidden(name))
  if (names.length > MOST) throw new ApiError(400, 'filter-limit-invalid', { word: 'columns', max: MOST })
  const own = new Set<RegisterColumn>([table.id])
  const briefs = new Map<string, { reference: RegisterColumn; target: Table; columns: Set<RegisterColumn> }>()
  const includes = new Map<string, Include>()
  let computed = false
  const through = (reference: RegisterColumn, target: Table, column: RegisterColumn): ((row: DataRow) => unknown) => {
    const as = reference.field.reference?.as ?? ''
    own.add(reference)
    const brief = briefs.get(as) ?? { reference, target, columns: new Set([target.id]) }
    briefs.set(as, brief)
    brief.columns.add(column)
    return row => chosenValue(column.field, membersOf(row[as])[column.name])
  }
  const columns = names.map((name): ExportColumn => {
    const plain = fieldOf(table.register, name)
    if (plain && rowsBehindField(table.register, plain) !== undefined) throw unknownField(name)
    const words = table.register.views.list.columns.find(column => column.field === name)?.text
    if (plain && words !== undefined) {
      computed = true
      const said = (record: DataRow) => evaluate(model, table.register.name, words, { record, zone: context.zone }) ?? null
      return { title: titleOf(name, plain, table), field: asText, read: said }
    }
    if (plain && !plain.stored && plain.compute !== undefined && !plain.secret) {
      computed = true
      return { title: titleOf(name, plain, table), field: plain, read: row => row[name] ?? null }
    }
    if (plain && !plain.stored && !plain.secret) {
      computed = true
      return { title: titleOf(name, plain, table), field: plain, read: row => row[name] ?? null }
    }
    const { column, through: far } = columnPathOf(name, context)
    if (far) {
      demandSight(far.target, column, viewer, model)
      return { title: titleOf(name, column.field, table), field: column.field, read: through(far.reference, far.target, column) }
    }
    const title = titleOf(name, column.field, table)
    const named = labelOf(column, model)
    if (named) return { title, field: named.column.field, read: through(column, named.target, named.column) }
    own.add(column)
    const names = namesOfMany(column, context, viewer)
    if (names) {
      includes.set(names.include.name, names.include)
      return { title, field: asText, read: names.read }
    }
    return { title, field: column.field, read: row => chosenValue(column.field, row[name]) }
  })
  const plan = {
    columns: computed ? table.columns.filter(({ name }) => !isHidden(name)) : [...own],
    labels: [...briefs].map(([name, { columns: read, ...brief }]): ReferenceLabel => ({ name, ...brief, columns: [...read] })),
    includes: [...includes.values()],
  }
  return {
    columns,
    plan,
    finish: row => (computed ? withComputed(model, table.register.name, { record: row, zone: context.zone }) : row),
  }
}

/** A value of a record, as lists show it: none where that says that nothing was chosen. */
const chosenValue = (field: Field, value: unknown): unknown => (isUnset(field, value) ? null : (value ?? null))

/** Texts of a list's own ('1 de 3', 'Livre') are text in a file, too. */
const asText: ValueOptions = { kind: 'text', required: false }

/** A reference is exported by the label of what it refers to; where that is no text, or people know it by its key (NCM), by that. */
function labelOf({ field }: RegisterColumn, model: Model): { target: Table; column: RegisterColumn } | undefined {
  const to = field.reference?.to
  if (to === undefined || !model.registers[to]) return undefined
  const target = tableOf(model, to)
  if (target.register.textKey) return undefined
  const column = target.byName.get(target.register.label)
  return column && referenceLabelColumns(target).includes(column) ? { target, column } : undefined
}

/** Several records are exported by their labels, in one text. */
function namesOfMany(
  column: RegisterColumn,
  { model }: QueryContext,
  viewer: Viewer,
): { include: Include; read(row: DataRow): unknown } | undefined {
  const { to, as } = column.field.references ?? {}
  if (to === undefined || as === undefined || !model.registers[to]) return undefined
  const target = tableOf(model, to)
  const label = target.byName.get(target.register.label)
  const textOf = (record: DataRow): string => {
    const value = label && record[label.name]
    return label && !isEmpty(value) ? label.kind.format(asValue(value), label.field) : String(record.id)
  }
  return {
    include: namesInclude(as, column, target, viewer),
    read: row => recordsIn(row[as]).map(textOf).join(', '),
  }
}

function demandSight(target: Table, column: RegisterColumn, viewer: Viewer, model: Model): void {
  if (visibilityOf(model, target.register, viewer.rights) !== 'full' && !referenceLabelColumns(target).includes(column))
    throw unknownField(column.name)
}

const shownColumns = ({ register }: Table): string[] =>
  register.views.list.columns
    .filter(({ hidden, field }) => !hidden && !field.startsWith('!'))
    .flatMap(({ field, chips }) => (chips ? chips.map(chip => chip.field) : [field]))
    .filter(name => name.includes('.') || (fieldOf(register, name) && !fieldOf(register, name)?.secret))

/** The title that the list gives the column, else the field's. */
function titleOf(name: string, field: Field, { register }: Table): string {
  const column = register.views.list.columns.find(one => one.field === name)
  const chip = register.views.list.columns.flatMap(one => one.chips ?? []).find(one => one.field === name)
  return column?.title ?? chip?.title ?? field.title
}
