import { chakra } from '@chakra-ui/react/styled-system'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import type { Screen } from '../../model/model.ts'
import { useConnectionStatus } from '../data/connectionStatus.ts'
import { useTranslate } from '../data/session.tsx'
import { PublicLayout } from '../shell/login/PublicLayout.tsx'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { ScreenFormView } from './form/ScreenFormView.tsx'
import { useScreenForm } from './form/useScreenForm.ts'
import type { ScreenBody } from './screenBody.ts'

const DocumentScreen = lazy(() => loadWithRetry(() => import('./document/DocumentScreen.tsx')))
const VisitorForm = lazy(() => loadWithRetry(() => import('./visitors/VisitorForm.tsx')))
const VisitScreen = lazy(() => loadWithRetry(() => import('./visitors/VisitScreen.tsx')))

/** A page without frame and login. */
export default function PublicScreen({ screen }: { readonly screen: Screen }) {
  return (
    <>
      <ServerAway />
      <Suspense fallback={null}>{bodyOf(screen)}</Suspense>
    </>
  )
}

/** Outside the frame nothing else says why a page stays empty. */
function ServerAway() {
  const say = useTranslate()
  const { connection } = useConnectionStatus()
  return (
    <chakra.div role="status" position="sticky" zIndex="1" top="0">
      {connection === 'down' ? <Banner tone="warning">{say('connection-down')}</Banner> : null}
    </chakra.div>
  )
}

function bodyOf(screen: Screen): ReactNode {
  const { body } = screen
  if ('document' in body) return <DocumentScreen screen={screen} document={body.document} />
  if ('visit' in body) return <VisitScreen screen={screen} visit={body.visit} />
  if (!('form' in body)) return null
  const { form } = body
  if (form.visitors !== undefined) return <VisitorForm screen={screen} form={form} register={form.visitors} />
  return <PublicForm screen={screen} form={form} />
}

function PublicForm({ screen, form }: { readonly screen: Screen; readonly form: ScreenBody<'form'> }) {
  const state = useScreenForm(screen, form)
  const { title } = state.said
  useEffect(() => {
    document.title = `${title} · Retaguarda`
  }, [title])
  const help = screen.help && !state.done ? <chakra.p color="fg.muted">{screen.help}</chakra.p> : null
  return (
    <PublicLayout title={title} head={help} steady={form.steps.length > 0}>
      <ScreenFormView form={form} state={state} wide />
    </PublicLayout>
  )
}
