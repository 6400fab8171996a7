import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { FormProvider, type FormShared } from '../formContext.ts'
import { SchemaForm } from '../SchemaForm.tsx'
import type { useSave } from '../useSave.tsx'

interface Props {
  readonly form: FormShared
  readonly saving: Pick<ReturnType<typeof useSave>, 'busy' | 'failure'>
  readonly title: string
  readonly size?: 'sm' | 'lg'
  /** Below the form: what is said of the record. */
  readonly children?: ReactNode
  onSubmit(): void
  /** Something typed cannot be saved. */
  onRefused(): void
  onClose(): void
}

/** The form of one record in a dialog over the page, whose typing stays as it is. */
export function RecordDialog({ form, saving, title, size = 'sm', children, onSubmit, onRefused, onClose }: Props) {
  const { register, say } = form
  const formId = `${form.id}-form`
  return (
    <Dialog
      open
      size={size}
      title={title}
      closeLabel={say('back')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('back')}</Button>
          <Button look="solid" type="submit" form={formId} busy={saving.busy}>
            {say('save-record', { singular: register.singular })}
          </Button>
        </>
      }
    >
      <FormProvider value={form}>
        <chakra.div display="flex" flexDirection="column" gap="4" pt="1">
          {saving.failure ? <Banner tone="danger">{saving.failure}</Banner> : null}
          <SchemaForm formId={formId} onSubmit={onSubmit} onRefused={onRefused} />
          {children}
        </chakra.div>
      </FormProvider>
    </Dialog>
  )
}
