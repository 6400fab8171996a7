import { Plus } from 'lucide-react'
import { flushSync } from 'react-dom'
import { Button } from '../../../controls/Button.tsx'
import { useInputServices } from '../../../kinds/inputServices.tsx'
import { newRecord } from '../../../model/defaults.ts'
import type { ChildList, Register } from '../../../model/model.ts'
import { addRow } from '../draft/draftRows.ts'
import { useForm } from '../formContext.ts'
import { newRecordTitle } from '../record/recordTitle.ts'

interface AddRowButtonProps {
  readonly list: ChildList
  readonly child: Register
  /** The first column, which the keyboard goes to. */
  readonly column: string | undefined
}

/** Adds a row at the end and goes to its first cell. */
export function AddRowButton({ list, child, column }: AddRowButtonProps) {
  const { store, model, origin, grids, say } = useForm()
  const { name } = list
  const add = (): void => {
    const values = newRecord(model, child.name, { ...origin, parent: store.draft().values })
    // The next key is already on its way to the new row.
    flushSync(() => store.rows(name, now => addRow(now, values)))
    const row = store.draft().rows[name]?.at(-1)?.key
    if (row && column) grids.get(name)?.reveal({ row, column })
  }
  return (
    <>
      <Button
        size="sm"
        className="form-add"
        icon={<Plus aria-hidden />}
        onClick={add}
        // The field that is left by the click may get a message, and must not move the button from under the pointer.
        onMouseDown={event => event.preventDefault()}
      >
        {say('add-row')}
      </Button>
      <MakeRecordButton list={list} child={child} />
    </>
  )
}

/** Makes the record that a row would refer to, by the dialog that its definition writes, and adds the row. */
function MakeRecordButton({ list, child }: Pick<AddRowButtonProps, 'list' | 'child'>) {
  const { store, model, origin, say } = useForm()
  const { create, mayCreate } = useInputServices()
  const references = child.fields.filter(field => field.reference && field.name !== list.by && !field.readOnly)
  const [field] = references
  const target = field?.reference && model.registers[field.reference.to]
  if (references.length !== 1 || !field?.reference || !target?.views.form.inPlace || !create || !mayCreate?.(target.name))
    return null
  const { reference } = field
  const make = async (): Promise<void> => {
    const made = await create(reference, '')
    if (!made) return
    const values = newRecord(model, child.name, { ...origin, parent: store.draft().values })
    const record = { id: made.id, [target.label]: made.label }
    store.rows(list.name, now => addRow(now, { ...values, [field.name]: made.id, [reference.as]: record }))
  }
  return (
    <Button size="sm" className="form-add is-beside" onClick={() => void make()}>
      {newRecordTitle(target, say)}
    </Button>
  )
}
