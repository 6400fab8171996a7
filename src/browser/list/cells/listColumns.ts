import { isRecord } from '../../../base/record.ts'
import { asValue } from '../../../kinds/asValue.ts'
import type { ColumnRoom, Value } from '../../../kinds/kind.ts'
import { includedLabel } from '../../../kinds/reference/cell.tsx'
import { kindByName } from '../../../kinds/values.ts'
import { targetOf } from '../../../model/field.ts'
import type { Action, ColumnView, Field, Model, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { isUnset } from '../../../model/validation/unsetValue.ts'
import { cellText, joinedText } from '../../actions/cellText.ts'
import type { RegisterRow } from '../../data/registerRows.ts'

/** A column of the definition with what it points at: the model of one column of the list. */
export interface ListColumn {
  readonly id: string
  readonly title: string
  readonly view: ColumnView
  /** The field shown: the register's own, or one of a record it refers to. */
  readonly field?: Field | undefined
  /** Set when the value comes from a record referred to: `grupo.nome`, or a reference shown by its label. */
  readonly relation?: { readonly as: string; readonly field?: string; readonly target?: Register | undefined } | undefined
  /** The value that a picture's cell needs besides: the colour of the group. */
  readonly beside?: ListColumn | undefined
  /** Set for a button: `!produtos`. */
  readonly action?: Action | undefined
}

/** The columns shown, and those for which there is no room: a row tells them when it is opened. */
export interface FittingColumns {
  readonly fitting: readonly ListColumn[]
  readonly moved: readonly ListColumn[]
}

/** Every column of the list, hidden ones too, in the definition's order. */
export function listColumns(model: Pick<Model, 'registers'>, register: Register): readonly ListColumn[] {
  return register.views.list.columns.map(view => listColumn(model, register, view))
}

export function listColumn(model: Pick<Model, 'registers'>, register: Register, view: ColumnView): ListColumn {
  const plain = { id: view.field, title: view.title, view }
  if (view.field.startsWith('!'))
    return { ...plain, action: register.views.actions.find(action => action.id === view.field.slice(1)) }
  const [first = '', rest] = view.field.split('.')
  if (rest === undefined) {
    const field = fieldOf(register, view.field)
    const points = field && targetOf(field)
    const { colour, ...still } = view
    return {
      ...plain,
      field,
      beside: colour === undefined ? undefined : listColumn(model, register, { ...still, field: colour }),
      relation: points && { as: points.as, target: model.registers[points.to] },
    }
  }
  const reference = register.fields.find(field => field.reference?.as === first)?.reference
  const target = reference && model.registers[reference.to]
  return { ...plain, field: target && fieldOf(target, rest), relation: { as: first, field: rest, target } }
}

/** The columns shown: those the address or the user names, else those not hidden and those for which there may be room; never none. */
export function shownColumns(columns: readonly ListColumn[], names: readonly string[] | undefined): readonly ListColumn[] {
  const usual = columns.filter(({ view }) => !view.hidden || view.ifRoom)
  if (!names) return usual
  const shown = columns.filter(column => names.includes(column.id))
  return shown.length > 0 ? shown : usual
}

/** The value a column shows of a row: none where that says that nothing was chosen. */
export function columnValue(column: ListColumn, row: RegisterRow): Value {
  const { relation, view, field } = column
  const record = relation?.field === undefined ? row : row[relation.as]
  const value = isRecord(record) ? asValue(record[relation?.field ?? view.field]) : null
  return field && isUnset(field, value) ? null : value
}

/** Tells whether the rows do not bring the column's value: computed from the other fields, and kept nowhere. */
export const isComputedColumn = ({ field, relation }: Pick<ListColumn, 'field' | 'relation'>): boolean =>
  field?.compute !== undefined && !field.stored && relation === undefined

/** Tells whether the column shows pictures of the register's own. */
export const isPictureColumn = (column: ListColumn): column is PictureColumn =>
  column.field !== undefined && kindByName(column.field.kind).keeps === 'picture' && column.relation === undefined

/** Tells whether the column's cells take a picture that is dropped into them. */
export const isImageDropColumn = (
  column: ListColumn,
  { can, register }: { can(gate: string | undefined): boolean; readonly register: Register },
): boolean => isPictureColumn(column) && column.view.edit && can(register.access.change)

export type PictureColumn = ListColumn & { readonly field: Field }

/** Text of the record a reference points to, or of the records of several keys: the labels, brought along under the relation's name. */
export function referenceLabel(column: ListColumn, row: RegisterRow): string | undefined {
  if (!column.relation || column.relation.field !== undefined) return undefined
  const { as, target } = column.relation
  const value = row[column.view.field]
  const labels = [value].flat().map(id => includedLabel(row, as, id, target?.label ?? 'nome'))
  return labels.every(label => label !== undefined) ? joinedText(labels) : undefined
}

/** Returns the copied text of a cell: as it is read, numbers as a Brazilian spreadsheet takes them. */
export function columnText(column: ListColumn, row: RegisterRow): string {
  if (column.view.chips) return joinedText(column.view.chips.filter(chip => row[chip.field] === true).map(chip => chip.title))
  if (!column.field) return ''
  return referenceLabel(column, row) ?? cellText(columnValue(column, row), column.field)
}

/** Widths in pixels before the user resizes: the wanted one, whether the column keeps it, else how far it gives way. */
export interface ColumnWidth {
  readonly width: number
  readonly fixed: boolean
  readonly least: number
}

/** `name` says that the column names the record: it gives way last. */
export function columnWidth({ view, field, action }: ListColumn, name = false): ColumnWidth {
  const room = field ? kindByName(field.kind).room(field).list : usualRoom
  const fixed = action !== undefined || view.switch !== undefined || room.fixed
  const wanted = view.width ?? (view.switch ? switchWidth : room.width)
  const readable = Math.max(
    titleWidth(view.title),
    view.also ? besideWidth : 0,
    field?.refine?.look === 'colour' ? colourWidth : 0,
  )
  const width = Math.max(wanted, readable)
  const least = Math.max(headWidth(view.title), name ? nameWidth : leastWidth(field, view.width))
  return { width, fixed, least: Math.min(width, least) }
}

const usualRoom: ColumnRoom = { width: 168, fixed: false }

const switchWidth = 88

/** A record can be told from others by so much of its name. */
const nameWidth = 148

/** Numbers are read whole, for which a definition may wish more room; a text may end in an ellipsis. */
const leastWidth = (field: Field | undefined, wanted = 0): number =>
  field && kindByName(field.kind).align === 'end' ? Math.max(124, wanted) : Math.max(84, chipWidth(field), maskWidth(field))

/** A number of a known length is read whole, as its longest mask draws it. */
const maskWidth = (field: Field | undefined): number =>
  Math.max(0, ...(field?.refine?.masks ?? []).map(one => 26 + 7.6 * (typeof one === 'string' ? one : one.mask).length))

/** A state is read whole, too: pixels of the longest chip. */
const chipWidth = (field: Field | undefined): number =>
  Math.min(150, 44 + 7 * Math.max(0, ...(field?.choices ?? []).map(({ tone, title }) => (tone ? title.length : 0))))

/** Pixels of a title and what sorts and resizes beside it. */
const headWidth = (title: string): number => Math.min(Math.ceil(title.length * 6.8) + 40, 150)

/** Room for a value and the second one beside it. */
const besideWidth = 208

/** Room for a colour and its code. */
const colourWidth = 112

/** Pixels that a title needs with its order arrow; a very long one is cut. */
const titleWidth = (title: string): number => Math.min(title.length * 7.4 + 44, 190)

/** Numbers stand at the right, under each other. */
export function columnAlign({ field, view, action }: ListColumn): 'start' | 'end' | 'center' {
  if (view.switch || action) return 'center'
  return field && !view.chips ? kindByName(field.kind).align : 'start'
}

/** Columns of the card on phones: the definition's, and what is switched in the list, which is switched there too. */
export function listCardColumns(columns: readonly ListColumn[], register: Register): readonly ListColumn[] {
  const { card } = register.views.list
  const named = card.flatMap(name => columns.find(column => column.id === name) ?? [])
  return [...named, ...columns.filter(({ id, view }) => view.switch && !view.hidden && !card.includes(id))]
}
