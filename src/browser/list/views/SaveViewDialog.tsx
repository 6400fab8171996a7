import { chakra } from '@chakra-ui/react/styled-system'
import { useRef, useState } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { FormField } from '../../../controls/fields/FormField.tsx'
import { Select } from '../../../controls/fields/Select.tsx'
import { TextInput } from '../../../controls/fields/TextInput.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { CallError } from '../../data/api.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { newActionId } from '../../data/requestUndo.ts'
import { patchRecord, saveRecord } from '../../offline/saveRecords.ts'
import type { ListTools } from '../listTools.ts'

interface Props {
  /** The register of views: it knows with whom one can be shared. */
  readonly views: Register
  readonly of: string
  readonly address: string
  /** The view that gets another name or other people who see it; without one, the list as it stands becomes a view. */
  readonly view: RegisterRow | undefined
  /** One's own views of the list: saving under the name of one of them puts the list in its place. */
  readonly own: readonly RegisterRow[]
  readonly tools: Pick<ListTools, 'say' | 'undoStack'>
  onClose(): void
}

/** Asks what a view is to be called and who sees it. */
export default function SaveViewDialog(props: Props) {
  const { view, onClose } = props
  const { say } = props.tools
  const { name, papel, titulo, roles, replaced, problem, busy, setPapel, setName, save } = useSaveView(props)
  const footer = (
    <>
      <Button onClick={onClose}>{say('back')}</Button>
      <Button look="solid" type="submit" form="save-view" busy={busy}>
        {say(replaced ? 'list.view-replace' : 'save')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      title={say(view ? 'list.view-change-title' : 'list.view-save-title')}
      closeLabel={say('close')}
      onClose={onClose}
      footer={footer}
    >
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
        <FormField
          id="view-name"
          label={say('list.view-name')}
          required
          error={problem}
          help={replaced && say('list.view-replaces', { name: titulo })}
        >
          <TextInput
            id="view-name"
            data-autofocus
            maxLength={60}
            value={name}
            aria-invalid={problem !== undefined || undefined}
            onChange={event => setName(event.currentTarget.value)}
          />
        </FormField>
        <FormField id="view-who" label={say('list.view-who')}>
          <Select id="view-who" value={papel} options={roles} onChange={setPapel} />
        </FormField>
      </chakra.form>
    </Dialog>
  )
}

/** Holds the typed view, and saves it: as a new one, in the place of one's own of that name, or with another name. */
function useSaveView({ views, of, address, view, own, tools: { say, undoStack }, onClose }: Props) {
  const role = fieldOf(views, 'papel')
  const [name, setName] = useState(String(view?.titulo ?? ''))
  const [papel, setPapel] = useState(String(view?.papel ?? role?.default ?? ''))
  const titulo = name.trim()
  const replaced = view ? undefined : own.find(one => one.titulo === titulo)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)
  const save = async (): Promise<void> => {
    if (titulo === '') return setProblem(say('required'))
    if (saving.current) return
    saving.current = true
    setBusy(true)
    try {
      const changed = replaced ? { id: replaced.id, endereco: address, papel } : view && { id: view.id, titulo, papel }
      const action = newActionId()
      if (changed) {
        await patchRecord(views.name, changed, action)
        undoStack.saved(action, say(view ? 'list.view-changed' : 'list.view-replaced', { name: titulo }))
      } else {
        await saveRecord(views.name, { titulo, recurso: of, endereco: address, papel })
        showToast({ text: say('list.view-saved') })
      }
      onClose()
    } catch (error) {
      setProblem(error instanceof CallError ? (error.details[0]?.message ?? error.message) : say('something-wrong'))
    } finally {
      saving.current = false
      setBusy(false)
    }
  }
  return {
    name,
    papel,
    titulo,
    roles: (role?.choices ?? []).map(({ value, title }) => ({ value: String(value), title })),
    replaced,
    problem,
    busy,
    setPapel,
    setName(next: string) {
      setName(next)
      setProblem(undefined)
    },
    save,
  }
}
