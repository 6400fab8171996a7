import { showToast } from '../../controls/toasts.ts'
import type { Value } from '../../kinds/kind.ts'
import type { Field } from '../../model/model.ts'
import type { RegisterRow } from '../data/rows.ts'
import { recordName } from './actions.ts'
import { CellInput } from './CellInput.tsx'
import type { ListTools } from './context.ts'

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
      value={(row[field.name] ?? null) as Value}
      field={{ ...field, title: recordName(tools.register, row) }}
      onChange={save}
    />
  )
}
