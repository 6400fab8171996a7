import { chakra } from '@chakra-ui/react/styled-system'
import { useRef, useState } from 'react'
import { Button } from '../../controls/Button.tsx'
import { Dialog } from '../../controls/Dialog.tsx'
import { Field } from '../../controls/Field.tsx'
import { Select } from '../../controls/Select.tsx'
import { TextInput } from '../../controls/TextInput.tsx'
import { toast } from '../../controls/toasts.ts'
import type { Register } from '../../model/model.ts'
import { fieldOf } from '../../model/register.ts'
import { CallError } from '../data/api.ts'
import { saveRecord } from '../data/record.ts'
import type { ListTools } from './context.ts'

interface Props {
  /** The register of views: it knows with whom one can be shared. */
  readonly views: Register | undefined
  readonly of: string
  readonly address: string
  readonly say: ListTools['say']
  onClose(): void
}

/** Asks what a view is to be called and who sees it. */
export default function SaveView({ views, of, address, say, onClose }: Props) {
  const role = views && fieldOf(views, 'papel')
  const [titulo, setTitulo] = useState('')
  const [papel, setPapel] = useState(String(role?.default ?? ''))
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)
  const save = async (): Promise<void> => {
    if (titulo.trim() === '') return setProblem(say('required'))
    if (saving.current) return
    saving.current = true
    setBusy(true)
    try {
      await saveRecord('vistas', { titulo: titulo.trim(), recurso: of, endereco: address, papel })
      toast({ text: say('list.view-saved') })
      onClose()
    } catch (error) {
      setProblem(error instanceof CallError ? (error.details[0]?.message ?? error.message) : say('something-wrong'))
    } finally {
      saving.current = false
      setBusy(false)
    }
  }
  const footer = (
    <>
      <Button onClick={onClose}>{say('cancel')}</Button>
      <Button look="solid" type="submit" form="save-view" busy={busy}>
        {say('save')}
      </Button>
    </>
  )
  return (
    <Dialog open title={say('list.view-save-title')} closeLabel={say('close')} onClose={onClose} footer={footer}>
      <chakra.form
        id="save-view"
        display="flex"
        flexDirection="column"
        gap="4"
        pt="1"
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <Field id="view-name" label={say('list.view-name')} required error={problem}>
          <TextInput
            id="view-name"
            data-autofocus
            maxLength={60}
            value={titulo}
            aria-invalid={problem !== undefined || undefined}
            onChange={event => {
              setTitulo(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
        </Field>
        <Field id="view-who" label={say('list.view-who')}>
          <Select
            id="view-who"
            value={papel}
            options={(role?.choices ?? []).map(({ value, title }) => ({ value: String(value), title }))}
            onChange={setPapel}
          />
        </Field>
      </chakra.form>
    </Dialog>
  )
}
