import { Download } from 'lucide-react'
import { useState } from 'react'
import { IconMenu } from '../../../controls/overlays/Menu.tsx'
import { useSession } from '../../data/session.tsx'
import { loadColumnLayout } from '../../grid/columns/columnLayout.ts'
import { inColumnOrder } from '../../grid/columns/columnOrder.ts'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import type { ListColumn } from '../cells/listColumns.ts'
import type { ListTools } from '../listTools.ts'
import { listFilterOf } from '../query/listQuery.ts'
import type { ListState } from '../query/listUrlState.ts'
import type { MenuContents } from '../views/ViewsMenu.tsx'

const loadExporting = () =>
  loadWithRetry(() => import('./ExportProgressDialog.tsx')).then(({ ExportProgressDialog }) => ({
    default: ExportProgressDialog,
  }))

interface Props {
  readonly tools: ListTools
  readonly state: ListState
  readonly shown: readonly ListColumn[]
}

/** The list as it is narrowed and ordered, all its rows, as a file. */
export function ExportMenu(props: Props) {
  const { say } = props.tools
  const { entries, dialog } = useExport(props)
  return (
    <>
      <IconMenu entries={entries} label={say('list.export')}>
        <Download aria-hidden />
      </IconMenu>
      {dialog}
    </>
  )
}

/** The files that a list can be had as. */
export function useExport({ tools, state, shown }: Props): Omit<MenuContents, 'prepare'> {
  const { register, say } = tools
  const [query, setQuery] = useState<Readonly<Record<string, unknown>>>()
  const { user } = useSession()
  const begin = (formato: string): void => {
    const order = loadColumnLayout(`${user.id}.${register.name}`).order
    setQuery(exportQuery(tools, state, inColumnOrder(shown, order), formato))
  }
  const entries = [
    { id: 'xlsx', title: say('list.export-xlsx'), act: () => begin('xlsx') },
    { id: 'csv', title: say('list.export-csv'), act: () => begin('csv') },
  ]
  const Exporting = useLazyComponent(loadExporting, query !== undefined, () => setQuery(undefined))
  const dialog = query && Exporting && <Exporting tools={{ register, say }} query={query} onClose={() => setQuery(undefined)} />
  return { entries, dialog }
}

/** Returns the query of the list, without its page; columns that show no field have nothing to export. */
function exportQuery(
  { register }: Pick<ListTools, 'register'>,
  state: ListState,
  shown: readonly ListColumn[],
  formato: string,
): Readonly<Record<string, unknown>> {
  const { q, ...rest } = listFilterOf(state, register)
  const columns = shown.filter(({ field, action }) => field && !action).map(({ id }) => id)
  return { filter: { ...rest, order: state.order }, q, columns: columns.join(',') || undefined, formato, nome: register.title }
}
