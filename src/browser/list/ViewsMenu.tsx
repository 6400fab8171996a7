import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../controls/Button.tsx'
import { Menu, type MenuPart } from '../../controls/Menu.tsx'
import { toast } from '../../controls/toasts.ts'
import { CallError } from '../data/api.ts'
import { removeRecord } from '../data/record.ts'
import { type Row, useRows } from '../data/rows.ts'
import { useSession } from '../data/session.tsx'
import { newAction } from '../data/undo.ts'
import { useDialogs } from '../frame/dialogs.tsx'
import { useLater } from '../frame/later.ts'
import { useNavigate } from '../router/router.tsx'
import type { ListTools } from './context.ts'
import { later } from './later.ts'
import { type ListState, writeState } from './urlState.ts'

/** The register that holds saved views; a company without it has no views. */
const views = 'vistas'

interface Props {
  readonly tools: ListTools
  readonly state: ListState
  /** Ids of the columns shown, so that a view brings them back. */
  readonly columns: readonly string[]
}

/** Lists as somebody saved them: filters, order and columns under a name, for oneself or shared. */
export function ViewsMenu({ tools, state, columns }: Props) {
  const register = tools.model.registers[views]
  return register && tools.may(register.access.see) ? <Views tools={tools} state={state} columns={columns} /> : null
}

function Views({ tools, state, columns }: Props) {
  const { register, say, model, may, undoing } = tools
  const { user } = useSession()
  const navigate = useNavigate()
  const { ask } = useDialogs()
  const [asked, setAsked] = useState(false)
  const [naming, setNaming] = useState(false)
  const SaveView = useLater(later.saveView, naming)
  const { rows } = useRows(views, asked ? { where: { recurso: register.name }, order: ['titulo ASC'] } : undefined)
  const now = writeState({ ...state, page: 1, columns }, register).toString()
  const current = rows.find(view => view.endereco === now)
  const own = rows.filter(view => view.userId === user.id)
  const shared = rows.filter(view => view.userId !== user.id)

  const entry = (view: Row): MenuPart => ({
    id: String(view.id),
    title: String(view.titulo),
    current: view === current,
    act: () => navigate(`${register.views.path}?${view.endereco ?? ''}`),
  })
  const remove = async (view: Row): Promise<void> => {
    const message = say('list.view-remove-question', { name: String(view.titulo) })
    const title = say('list.view-remove')
    if (!(await ask({ title, message, confirm: say('remove'), cancel: say('cancel'), danger: true }))) return
    const action = newAction()
    try {
      await removeRecord(views, view.id, action)
      undoing.did(action, say('list.view-removed'))
    } catch (error) {
      toast({ tone: 'danger', text: error instanceof CallError ? error.message : say('something-wrong') })
    }
  }
  const group = (heading: string, of: readonly Row[]): MenuPart[] => (of.length > 0 ? [{ heading }, ...of.map(entry)] : [])
  const entries: MenuPart[] = [
    { id: '!usual', title: say('list.views-usual'), act: () => navigate(register.views.path) },
    ...group(say('list.views-own'), own),
    ...group(say('list.views-shared'), shared),
    { line: 'save' },
    { id: '!save', title: say('list.view-save'), act: () => setNaming(true) },
    ...(current && (current.userId === user.id || may('owner'))
      ? [{ id: '!remove', title: say('list.view-remove'), danger: true, act: () => void remove(current) }]
      : []),
  ]
  return (
    <>
      <Menu
        label={say('list.views')}
        entries={entries}
        trigger={props => (
          <IconButton label={say('list.views')} {...props} onFocus={() => setAsked(true)} onPointerEnter={() => setAsked(true)}>
            <Bookmark aria-hidden />
          </IconButton>
        )}
      />
      {naming && SaveView && (
        <SaveView views={model.registers[views]} of={register.name} address={now} say={say} onClose={() => setNaming(false)} />
      )}
    </>
  )
}
