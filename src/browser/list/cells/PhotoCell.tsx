import { showToast } from '../../../controls/overlays/toasts.ts'
import { asValue } from '../../../kinds/asValue.ts'
import { Thumbnail } from '../../../kinds/image/Thumbnail.tsx'
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
  const [value, name] = [asValue(row[field.name]), recordName(tools.register, row)]
  const colour = beside && String(columnValue(beside, row) ?? '')
  // Only what can be changed needs its input, which comes later.
  if (!isImageDropColumn(column, tools))
    return <Thumbnail source={value ? String(value) : undefined} name={name} colour={colour} />
  const save = (next: Value): void => {
    tools.save(String(row.id), field.name, next).catch((error: unknown) => {
      showToast({ tone: 'danger', text: error instanceof Error ? error.message : tools.say('update-failed') })
    })
  }
  return (
    <CellInput compact id={`photo-${row.id}`} value={value} field={{ ...field, title: name }} colour={colour} onChange={save} />
  )
}
