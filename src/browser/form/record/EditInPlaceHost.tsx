import { type ReactNode, useCallback, useState } from 'react'
import type { Register } from '../../../model/model.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { loadComments } from '../discuss/loadComments.ts'
import type { FieldValues } from '../draft/draftRows.ts'
import { focusFirstProblem } from '../formFocus.ts'
import { useFormShared } from '../useFormShared.ts'
import { useSave } from '../useSave.tsx'
import { type EditInPlace, EditInPlaceProvider } from './editInPlaceContext.ts'
import { RecordDialog } from './RecordDialog.tsx'
import { recordTitle } from './recordTitle.ts'

interface Opened {
  readonly register: Register
  readonly record: FieldValues
  done(saved: boolean): void
}

/** Lets a part below correct a record that its own refers to: in a dialog over the page, whose typing stays as it is. */
export function EditInPlaceHost({ children }: { readonly children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>()
  const edit = useCallback<EditInPlace>(
    (register, record) =>
      new Promise(resolve => {
        const done = (saved: boolean): void => {
          setOpened(undefined)
          resolve(saved)
        }
        setOpened({ register, record, done })
      }),
    [],
  )
  return (
    <EditInPlaceProvider value={edit}>
      {children}
      {opened ? <EditDialog {...opened} /> : null}
    </EditInPlaceProvider>
  )
}

function EditDialog({ register, record, done }: Opened) {
  const form = useFormShared({ register, record, isNew: false })
  const saving = useSave(form, form.context)
  const Comments = useLazyComponent(loadComments, register.discuss === true)
  const submit = async (): Promise<void> => {
    if (await saving.save()) done(true)
  }
  return (
    <RecordDialog
      form={form}
      saving={saving}
      size="lg"
      title={recordTitle(register, record)}
      onSubmit={() => void submit()}
      onRefused={() => focusFirstProblem(form)}
      onClose={() => done(false)}
    >
      {Comments ? <Comments register={register} id={String(record.id)} addressed={false} /> : null}
    </RecordDialog>
  )
}
