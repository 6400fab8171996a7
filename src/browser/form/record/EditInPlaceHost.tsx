import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useCallback, useState } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import type { Register } from '../../../model/model.ts'
import { useTranslate } from '../../data/session.tsx'
import type { FieldValues } from '../draft/draftRows.ts'
import { FormProvider } from '../formContext.ts'
import { focusFormPath } from '../layout/formFocus.ts'
import { recordTitle } from '../layout/recordTitle.ts'
import { SchemaForm } from '../SchemaForm.tsx'
import { useFormShared } from '../useFormShared.ts'
import { useSave } from '../useSave.tsx'
import { type EditInPlace, EditInPlaceProvider } from './editInPlaceContext.ts'

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
  const say = useTranslate()
  const form = useFormShared({ register, record, isNew: false })
  const saving = useSave(form, form.context)
  const formId = `${form.id}-form`
  const submit = async (): Promise<void> => {
    if (await saving.save()) done(true)
  }
  const refused = (): void => {
    const first = form.store.first()
    if (first) focusFormPath(form, first.path)
  }
  return (
    <Dialog
      open
      size="lg"
      title={recordTitle(register, record)}
      closeLabel={say('cancel')}
      onClose={() => done(false)}
      footer={
        <>
          <Button onClick={() => done(false)}>{say('cancel')}</Button>
          <Button look="solid" type="submit" form={formId} busy={saving.busy}>
            {say('save-record', { singular: register.singular })}
          </Button>
        </>
      }
    >
      <FormProvider value={form}>
        <chakra.div display="flex" flexDirection="column" gap="4" pt="1">
          {saving.failure ? <Banner tone="danger">{saving.failure}</Banner> : null}
          <SchemaForm formId={formId} onSubmit={() => void submit()} onRefused={refused} />
        </chakra.div>
      </FormProvider>
    </Dialog>
  )
}
