import { chakra } from '@chakra-ui/react/styled-system'
import { lazy, Suspense, useEffect } from 'react'
import type { Screen } from '../../model/model.ts'
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
  if ('document' in screen.body) {
    return (
      <Suspense fallback={null}>
        <DocumentScreen screen={screen} document={screen.body.document} />
      </Suspense>
    )
  }
  if ('visit' in screen.body) {
    return (
      <Suspense fallback={null}>
        <VisitScreen screen={screen} visit={screen.body.visit} />
      </Suspense>
    )
  }
  if ('form' in screen.body && screen.body.form.visitors !== undefined) {
    return (
      <Suspense fallback={null}>
        <VisitorForm screen={screen} form={screen.body.form} register={screen.body.form.visitors} />
      </Suspense>
    )
  }
  return 'form' in screen.body ? <PublicForm screen={screen} form={screen.body.form} /> : null
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
