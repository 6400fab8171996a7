import { lazy, Suspense, useMemo } from 'react'
import type { Screen } from '../../model/model.ts'
import { PageSkeleton } from '../shell/FrameSkeleton.tsx'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { EmbedScreen } from './EmbedScreen.tsx'
import { FormScreen } from './form/FormScreen.tsx'
import { pluginScreenOf } from './pluginScreens.ts'
import { RecordScreen } from './RecordScreen.tsx'

const DocumentScreen = lazy(() => loadWithRetry(() => import('./document/DocumentScreen.tsx')))
const DashboardScreen = lazy(() => loadWithRetry(() => import('./dashboard/DashboardScreen.tsx')))
const LinksScreen = lazy(() => loadWithRetry(() => import('./links/LinksScreen.tsx')))
const HubScreen = lazy(() => loadWithRetry(() => import('./hub/HubScreen.tsx')))
const StatesScreen = lazy(() => loadWithRetry(() => import('./states/StatesScreen.tsx')))
const BoardScreen = lazy(() => loadWithRetry(() => import('./board/BoardScreen.tsx')))
const TableScreen = lazy(() => loadWithRetry(() => import('./table/TableScreen.tsx')))

const runtime = {
  accountSecurity: lazy(() => loadWithRetry(() => import('./security/AccountSecurityScreen.tsx'))),
  activity: lazy(() => loadWithRetry(() => import('./ActivityScreen.tsx'))),
  invitations: lazy(() => loadWithRetry(() => import('./InvitationsScreen.tsx'))),
  emailProof: lazy(() => loadWithRetry(() => import('./EmailProofScreen.tsx'))),
  notices: lazy(() => loadWithRetry(() => import('./notices/NoticesScreen.tsx'))),
  papers: lazy(() => loadWithRetry(() => import('./papers/PapersScreen.tsx'))),
  explain: lazy(() => loadWithRetry(() => import('./ExplainScreen.tsx'))),
  tasks: lazy(() => loadWithRetry(() => import('./tasks/TasksScreen.tsx'))),
}

/** A page that is no register, drawn from its definition. */
export default function ScreenPage({ screen, rest }: { readonly screen: Screen; readonly rest: readonly string[] }) {
  const { body } = screen
  if ('form' in body) return <FormScreen screen={screen} form={body.form} />
  if ('document' in body) return <DocumentScreen screen={screen} document={body.document} />
  if ('embed' in body) return <EmbedScreen screen={screen} embed={body.embed} />
  if ('dashboard' in body) return <DashboardScreen screen={screen} dashboard={body.dashboard} />
  if ('board' in body) return <BoardScreen screen={screen} board={body.board} />
  if ('table' in body) return <TableScreen screen={screen} table={body.table} />
  if ('links' in body) return <LinksScreen screen={screen} links={body.links} />
  if ('hub' in body) return <HubScreen screen={screen} hub={body.hub} />
  if ('states' in body) return <StatesScreen screen={screen} view={body.states} />
  if ('record' in body) return <RecordScreen screen={screen} record={body.record} rest={rest} />
  if ('plugin' in body) return <PluginScreen screen={screen} plugin={body.plugin} />
  // Of pages for visitors alone there is none within the frame.
  if (!('runtime' in body)) return null
  const Own = runtime[body.runtime]
  return <Own screen={screen} />
}

/** A page that a plugin brings; its code comes when it is opened. */
function PluginScreen({ screen, plugin }: { readonly screen: Screen; readonly plugin: string }) {
  const Own = useMemo(() => lazy(() => loadWithRetry(pluginScreenOf(plugin))), [plugin])
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Own screen={screen} />
    </Suspense>
  )
}
