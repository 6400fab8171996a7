import { showToast } from '../../../controls/overlays/toasts.ts'
import { asValue } from '../../../kinds/asValue.ts'
import type { Value } from '../../../kinds/kind.ts'
import type { Field } from '../../../model/model.ts'
import { recordName } from '../../actions/actions.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import type { ListTools } from '../listTools.ts'
import { CellInput } from './CellInput.tsx'

interface Props {
  readonly row: RegisterRow
  readonly field: Field
  readonly tools: ListTools
}

/** A picture that is dropped, pasted or chosen in its cell, and saved at once. */
export function PhotoCell({ row, field, tools }: Props) {
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
      onChange={save}
    />
  )
}
