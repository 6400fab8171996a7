import { EllipsisVertical } from 'lucide-react'
import { IconMenu } from '../../../controls/overlays/Menu.tsx'
import type { MenuPart } from '../../../controls/overlays/menuEntry.ts'
import { useSavedViews } from '../views/ViewsMenu.tsx'
import { useExport } from './ExportMenu.tsx'
import { groupEntries } from './groupEntries.ts'
import type { ListToolbarProps } from './ListToolbar.tsx'
import { useLookEntries } from './lookEntries.tsx'

type Props = Pick<ListToolbarProps, 'tools' | 'state' | 'change' | 'columns' | 'shown'>

/** On a phone one menu holds what stands in a row of its own on a wide screen: saved views, export. */
export default function ListMoreMenu({ tools, state, change, columns, shown }: Props) {
  const { say } = tools
  const views = useSavedViews({ tools, state, columns: shown.map(({ id }) => id) })
  const files = useExport({ tools, state, shown })
  const looks = useLookEntries({ tools, state, change })
  const groups = state.look ? [] : groupEntries({ tools, state, change, columns })
  const entries: MenuPart[] = [
    ...(looks.length > 0 ? [{ heading: say('look.choose') }, ...looks] : []),
    ...(views.entries.length > 0 ? [{ heading: say('list.views') }, ...views.entries] : []),
    ...(groups.length > 0 ? [{ heading: say('list.group') }, ...groups] : []),
    { heading: say('list.export') },
    ...files.entries,
  ]
  return (
    <>
      <IconMenu entries={entries} label={say('list.more')} onFocus={views.prepare} onPointerEnter={views.prepare}>
        <EllipsisVertical aria-hidden />
      </IconMenu>
      {views.dialog}
      {files.dialog}
    </>
  )
}
