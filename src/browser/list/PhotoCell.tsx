import { toast } from '../../controls/toasts.ts'
import type { Value } from '../../kinds/kind.ts'
import type { Field } from '../../model/model.ts'
import type { Row } from '../data/rows.ts'
import { nameOf } from './actions.ts'
import { CellInput } from './CellInput.tsx'
import type { ListTools } from './context.ts'

interface Props {
  readonly row: Row
  readonly field: Field
  readonly tools: ListTools
}

/** A picture that is dropped, pasted or chosen in its cell, and saved at once. */
export function PhotoCell({ row, field, tools }: Props) {
  const save = (value: Value): void => {
    tools.save(String(row.id), field.name, value).catch((error: unknown) => {
      toast({ tone: 'danger', text: error instanceof Error ? error.message : tools.say('update-failed') })
    })
  }
  return (
    <CellInput
      compact
      id={`photo-${row.id}`}
      value={(row[field.name] ?? null) as Value}
      field={{ ...field, title: nameOf(tools.register, row) }}
      onChange={save}
    />
  )
}
