import { showToast } from '../../../controls/overlays/toasts.ts'
import { asValue } from '../../../kinds/asValue.ts'
import type { Value } from '../../../kinds/kind.ts'
import { recordName } from '../../actions/actions.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import type { ListTools } from '../listTools.ts'
import { CellInput } from './CellInput.tsx'
import { columnValue, isImageDropColumn, type PictureColumn } from './listColumns.ts'

interface Props {
  readonly row: RegisterRow
  readonly column: PictureColumn
  readonly tools: ListTools
}

/** A picture, or the record's initials on the colour of the definition; one that may be changed is dropped, pasted or chosen there, and saved at once. */
export function PhotoCell({ row, column, tools }: Props) {
  const { field, beside } = column
  const save = (value: Value): void => {
    tools.save(String(row.id), field.name, value).catch((error: unknown) => {
      showToast({ tone: 'danger', text: error instanceof Error ? error.message : tools.say('update-failed') })
    })
  }
  return (
    <CellInput
      compact
      id={`photo-${row.id}`}
      value={asValue(row[field.name])}
      field={{ ...field, title: recordName(tools.register, row) }}
      colour={beside && String(columnValue(beside, row) ?? '')}
      readOnly={!isImageDropColumn(column, tools)}
      onChange={save}
    />
  )
}
