import { useMemo } from 'react'
import { asValue } from '../../../kinds/asValue.ts'
import { KindCell } from '../../../kinds/cells.ts'
import { useInputServices } from '../../../kinds/inputServices.tsx'
import { KindInput } from '../../../kinds/inputs.ts'
import type { Value, ValueProblem } from '../../../kinds/kind.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { MatrixView } from '../../../model/action.ts'
import type { Field } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import type { GridColumn } from '../../grid/columns/gridColumn.ts'
import { Grid } from '../../grid/Grid.tsx'
import type { CellEditorProps } from '../../grid/gridContext.ts'
import { usePhoneScreen } from '../../ui/useMediaQuery.ts'
import type { ActionDialogTools } from '../actionDialog.ts'
import { checkFieldValue } from '../checkFieldValue.ts'
import { parseCell } from '../parseCell.ts'
import { MatrixCell } from './MatrixCell.tsx'
import { isClosed, type Matrix, type MatrixLine, matrixCellKey, matrixCellState, matrixCellValue } from './matrix.ts'
import type { MatrixModel } from './useMatrix.ts'

interface Props {
  readonly view: MatrixView
  readonly tools: ActionDialogTools
  readonly matrix: Matrix
  readonly work: MatrixModel
  readonly page: number
  readonly perPage: number
}

type Column = GridColumn<MatrixLine>

const labelColumn = '!label'
const valueColumn = '!value'
const rowId = (row: MatrixLine): string => row.key

/** Pixels that a cell needs for a value beside the chip that tells the one before. */
const cellWidth = (longest: number): number => Math.max(220, Math.round(118 + 2 * 7.4 * longest))
/** Tallest before the table scrolls by itself. */
const tallest = 460

/** The rows of a page in the one grid: typed, pasted, filled and taken back as in any list. */
export function MatrixGrid({ view, tools, matrix, work, page, perPage }: Props) {
  const { register, say, model } = tools
  const { typed, problems } = work
  const around = useInputServices()
  const field = useMemo(() => freed(fieldOf(register, view.field)), [register, view.field])
  const columns = useColumns(view, matrix, field, register.singular)
  const rows = useMemo(() => matrix.rows.slice((page - 1) * perPage, page * perPage), [matrix, page, perPage])
  const reasons = useMemo(
    () => new Map([...problems].map(([key, reason]) => [key.split('/').toReversed().join('.'), reason])),
    [problems],
  )
  if (!field) return null
  const checked = (tell: CellEditorProps<MatrixLine>['onChange']) => (next: Value, problem?: ValueProblem) => {
    const wrong = problem ?? checkFieldValue(field, next)
    tell(next, wrong && say(wrong.code, wrong.params))
  }
  const valueAt = (row: MatrixLine, column: string): Value => matrixCellValue(matrix, matrixCellKey(row.key, column), typed)
  return (
    <Grid<MatrixLine>
      label={view.title}
      columns={columns}
      rows={rows}
      rowId={rowId}
      rowName={row => row.label}
      cell={(row, { id }) => {
        if (id === labelColumn) return row.code === '' ? row.label : `${row.code} · ${row.label}`
        if (id === valueColumn) return <KindCell value={asValue(row.item[view.rows.value ?? ''])} field={field} row={row.item} />
        const key = matrixCellKey(row.key, id)
        return (
          <MatrixCell
            standing={matrix.cells.get(key)}
            acting={work.acting}
            onAct={mark => void work.act(mark, { key, row, column: columnOf(matrix, id) })}
            value={matrixCellValue(matrix, key, typed)}
            state={matrixCellState(matrix, key, typed)}
            field={field}
            states={view.states}
            say={say}
          />
        )
      }}
      value={(row, { id }) => valueAt(row, id)}
      editor={({ row: _, column: { title }, onChange, onType, value, ...edit }) => (
        <KindInput
          {...edit}
          compact
          autoFocus
          value={asValue(value)}
          field={{ ...field, title }}
          onChange={checked(onChange)}
          onType={checked(onType)}
        />
      )}
      parse={text => parseCell(text, field, around, name => model.registers[name]?.title ?? name)}
      onEdit={(row, column, value) => work.type([[matrixCellKey(row, column), asValue(value)]])}
      onEditMany={changes =>
        work.type(changes.map(({ address, value }) => [matrixCellKey(address.row, address.column), asValue(value)] as const))
      }
      onUndo={work.undo}
      onRedo={work.redo}
      problems={reasons}
      firstRow={(page - 1) * perPage}
      rowCount={matrix.rows.length}
      maxHeight={tallest}
      density={view.cells.label === undefined ? 'normal' : 'comfortable'}
      empty={<p>{say('empty')}</p>}
    />
  )
}

const columnOf = (matrix: Matrix, key: string): MatrixLine =>
  matrix.columns.find(column => column.key === key) ?? { key, label: '', code: '', item: {} }

/** The field without what only its own record can answer: here an empty cell says that there shall be none. */
function freed(field: Field | undefined): Field | undefined {
  if (!field) return undefined
  const { readOnlyWhen: _, requiredWhen: _required, ...rest } = field
  return { ...rest, required: false }
}

function useColumns(view: MatrixView, matrix: Matrix, field: Field | undefined, singular: string): readonly Column[] {
  const phone = usePhoneScreen()
  return useMemo(() => {
    const format = (value: unknown): string => (field ? kindByName(field.kind).format(asValue(value), field) : '')
    const values = [...matrix.cells.values(), ...matrix.rows.map(({ item }) => ({ value: item[view.rows.value ?? ''] }))]
    const named = view.cells.label !== undefined
    const longest = Math.max(0, ...values.map(({ value }) => format(value).length))
    const first: Column = {
      id: labelColumn,
      title: singular.charAt(0).toUpperCase() + singular.slice(1),
      width: phone ? 140 : 260,
      pin: 'start',
      editable: () => false,
      text: row => row.label,
    }
    const own: Column = {
      id: valueColumn,
      title: view.rows.valueTitle ?? '',
      width: Math.max(110, Math.round(7.4 * longest) + 28),
      align: 'end',
      fixed: true,
      editable: () => false,
      text: row => format(row.item[view.rows.value ?? '']),
    }
    const width = Math.max(cellWidth(longest), named ? 300 : 0)
    const others = matrix.columns.map(
      (column): Column => ({
        id: column.key,
        title: column.label,
        width,
        align: 'end',
        editable: row => !isClosed(matrix, matrixCellKey(row.key, column.key)),
        text: row => format(matrix.cells.get(matrixCellKey(row.key, column.key))?.value),
      }),
    )
    return [first, ...(view.rows.value === undefined ? [] : [own]), ...others]
  }, [view, matrix, field, singular, phone])
}
