import { Bookmark } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconMenu } from '../../../controls/overlays/Menu.tsx'
import type { MenuPart } from '../../../controls/overlays/menuEntry.ts'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { registerOfRole } from '../../../model/access/roles.ts'
import { CallError } from '../../data/api.ts'
import { type RegisterRow, useRows } from '../../data/registerRows.ts'
import { newActionId } from '../../data/requestUndo.ts'
import { useSession } from '../../data/session.tsx'
import { removeRecord } from '../../offline/saveRecords.ts'
import { useNavigate } from '../../router/router.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { lazyListCode } from '../lazyListCode.ts'
import type { ListTools } from '../listTools.ts'
import { withKeptPageSize } from '../query/keptPageSize.ts'
import { type ListState, writeListState } from '../query/listUrlState.ts'

interface Props {
  readonly tools: ListTools
  readonly state: ListState
  /** Ids of the columns shown, so that a view brings them back. */
  readonly columns: readonly string[]
}

/** The entries of a menu of the list, and the dialogs that it opens. */
export interface MenuContents {
  readonly entries: readonly MenuPart[]
  readonly dialog: ReactNode
  /** Fetches what the entries need; when somebody reaches for the menu. */
  prepare(): void
}

/** Lists as somebody saved them: filters, order and columns under a name, for oneself or shared. */
export function ViewsMenu(props: Props) {
  const { say } = props.tools
  const { entries, dialog, prepare } = useSavedViews(props)
  if (entries.length === 0) return null
  return (
    <>
      <IconMenu entries={entries} label={say('list.views')} onFocus={prepare} onPointerEnter={prepare}>
        <Bookmark aria-hidden />
      </IconMenu>
      {dialog}
    </>
  )
}

/** The saved views of a list as entries; none where there is no register of views. */
export function useSavedViews({ tools, state, columns }: Props): MenuContents {
  const { register, say, model, can, undoStack } = tools
  // A company without such a register has no views.
  const kept = registerOfRole(model, 'views')
  const { user } = useSession()
  const navigate = useNavigate()
  const { confirm } = useDialogs()
  const [asked, setAsked] = useState(false)
  const [naming, setNaming] = useState<'new' | RegisterRow>()
  const SaveView = useLazyComponent(lazyListCode.saveView, naming !== undefined, () => setNaming(undefined))
  const { rows } = useRows(
    kept?.name ?? '',
    asked && kept ? { where: { recurso: register.name }, order: ['titulo ASC'] } : undefined,
  )
  const now = writeListState({ ...state, page: 1, columns }, withKeptPageSize(user.id, register)).toString()
  const current = rows.find(view => view.endereco === now)
  const own = rows.filter(view => view.userId === user.id)
  const shared = rows.filter(view => view.userId !== user.id)

  const entry = (view: RegisterRow): MenuPart => ({
    id: String(view.id),
    title: String(view.titulo),
    current: view === current,
    act: () => navigate(`${register.views.path}?${view.endereco ?? ''}`),
  })
  const remove = async (view: RegisterRow): Promise<void> => {
    const message = say('list.view-remove-question', { name: String(view.titulo) })
    const title = say('list.view-remove')
    if (!(await confirm({ title, message, confirm: say('remove'), cancel: say('back'), danger: true }))) return
    const action = newActionId()
    try {
      await removeRecord(kept?.name ?? '', view.id, action)
      undoStack.saved(action, say('list.view-removed'))
    } catch (error) {
      showToast({ tone: 'danger', text: error instanceof CallError ? error.message : say('something-wrong') })
    }
  }
  const group = (heading: string, of: readonly RegisterRow[]): MenuPart[] =>
    of.length > 0 ? [{ heading }, ...of.map(entry)] : []
  const entries: MenuPart[] = [
    { id: '!usual', title: say('list.views-usual'), act: () => navigate(register.views.path) },
    ...group(say('list.views-own'), own),
    ...group(say('list.views-shared'), shared),
    { line: 'save' },
    { id: '!save', title: say('list.view-save'), act: () => setNaming('new') },
    ...(current && (current.userId === user.id || can('owner'))
      ? [
          { id: '!change', title: say('list.view-change'), act: () => setNaming(current) },
          { id: '!remove', title: say('list.view-remove'), danger: true, act: () => void remove(current) },
        ]
      : []),
  ]
  const dialog = kept && naming && SaveView && (
    <SaveView
      views={kept}
      of={register.name}
      address={now}
      view={naming === 'new' ? undefined : naming}
      own={own}
      tools={tools}
      onClose={() => setNaming(undefined)}
    />
  )
  return { entries: kept && can(kept.access.see) ? entries : [], dialog, prepare: () => setAsked(true) }
}
