import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect } from 'react'
import type { Screen } from '../../model/model.ts'
import { PublicLayout } from '../shell/login/PublicLayout.tsx'
import { ScreenFormView } from './ScreenFormView.tsx'
import type { ScreenBody } from './screenBody.ts'
import { useScreenForm } from './useScreenForm.ts'

/** A page without frame and login. */
export default function PublicScreen({ screen }: { readonly screen: Screen }) {
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
    <PublicLayout title={title} head={help}>
      <ScreenFormView form={form} state={state} wide />
    </PublicLayout>
  )
}
