import { isTouchScreen } from '../../../controls/isTouchScreen.ts'
import type { Entry } from '../../../kinds/kind.ts'
import { isUploaded, kindByName } from '../../../kinds/values.ts'
import { isLocked } from '../../actions/actions.ts'
import { rowScope } from '../../actions/rowScope.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import type { GridColumn } from '../../grid/columns/gridColumn.ts'
import type { ListTools } from '../listTools.ts'
import { columnAlign, columnText, columnWidth, isImageDropColumn, type ListColumn } from './listColumns.ts'

export const actionsColumn = '!actions'

/** Pixels of a row's buttons: its opening, and a menu of the others; a finger's are larger. */
const actionsWidth = (count: number): number => {
  if (count === 0) return 0
  if (isTouchScreen()) return count > 1 ? 108 : 62
  return count > 1 ? 80 : 48
}

/** Kinds of entry that are typed; chosen values are saved 100 ms after the choice. */
const typed: ReadonlySet<string> = new Set<Entry>(['typed', 'dated', 'uploaded'])

/** Columns of the definition as the grid takes them; the first of those shown stays in view, and so do the row's actions. */
export function listGridColumns(
  columns: readonly ListColumn[],
  shown: readonly ListColumn[],
  tools: ListTools,
): readonly GridColumn<RegisterRow>[] {
  const data = columns.map(column => ({
    ...gridColumn(column, column === shown[0], tools),
    ...(shown.includes(column) ? {} : { hidden: true }),
  }))
  if (tools.rowActions.length === 0) return data
  const width = actionsWidth(tools.rowActions.length)
  return [
    ...data,
    { id: actionsColumn, title: tools.say('actions'), head: null, width, tool: true, control: true, pin: 'end', align: 'end' },
  ]
}

function gridColumn(column: ListColumn, first: boolean, tools: ListTools): GridColumn<RegisterRow> {
  const { view, field } = column
  const control = view.switch !== undefined || column.action !== undefined || isImageDropColumn(column, tools)
  return {
    id: column.id,
    title: column.title,
    ...columnWidth(column, column.id === tools.register.label),
    align: columnAlign(column),
    sortable: view.sort,
    control,
    ...(first ? { pin: 'start' as const } : {}),
    ...(field ? { wait: typed.has(kindByName(field.kind).entry) ? 700 : 100 } : {}),
    editable: row => mayEditCell(column, row, tools),
    ...(control ? {} : { text: (row: RegisterRow) => columnText(column, row) }),
  }
}

/** Tells whether this cell of this row may be edited now: the definition, the gate, the record's lock, the field's condition. */
function mayEditCell({ view, field, relation }: ListColumn, row: RegisterRow, { register, can, evaluate }: ListTools): boolean {
  if (!view.edit || view.switch || !field || field.readOnly || relation?.field !== undefined) return false
  if (!can(register.access.change) || isUploaded(field)) return false
  // Asked of every cell that is drawn or pasted into: most registers have nothing to work out.
  if (register.locked === undefined && field.readOnlyWhen === undefined) return true
  const scope = rowScope(row)
  if (isLocked(register, scope, evaluate)) return false
  return field.readOnlyWhen === undefined || evaluate(field.readOnlyWhen, scope) === false
}
