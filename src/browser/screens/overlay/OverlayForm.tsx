import { chakra } from '@chakra-ui/react/styled-system'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../../controls/Button.tsx'
import type { Screen, ScreenOverlay } from '../../../model/screen.ts'
import { useModel, useSession, useTranslate } from '../../data/session.tsx'
import { useLocation } from '../../router/router.tsx'
import { ScreenFormView } from '../form/ScreenFormView.tsx'
import { useScreenForm } from '../form/useScreenForm.ts'
import type { ScreenBody } from '../screenBody.ts'
import { OverlayDone } from './OverlayDone.tsx'
import { rememberAnswered, useOverlayDue } from './useOverlayDue.ts'

const Card = chakra('aside', {
  base: {
    position: 'fixed',
    insetEnd: { base: '2', md: '5' },
    bottom: { base: '4.5rem', md: '5' },
    zIndex: 'overlay',
    width: 'min(26rem, calc(100vw - 1rem))',
    p: '4',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'lg',
    boxShadow: 'float',
    animation: 'rise 180ms ease-out',
    '@media print': { display: 'none' },
  },
})

/** The form that the definitions lay above every page, for who may see it and is due. */
export default function OverlayForm() {
  const { screens } = useModel()
  const { rights } = useSession()
  return Object.values(screens).map(screen =>
    screen.overlay && 'form' in screen.body && rights[screen.gate] === true ? (
      <DueForm key={screen.name} screen={screen} overlay={screen.overlay} form={screen.body.form} />
    ) : null,
  )
}

interface Props {
  readonly screen: Screen
  readonly overlay: ScreenOverlay
  readonly form: ScreenBody<'form'>
}

function DueForm(props: Props) {
  const { screen, overlay, form } = props
  const say = useTranslate()
  const { user } = useSession()
  const { pathname } = useLocation()
  const due = useOverlayDue(screen.name, overlay)
  const [state, setState] = useState<'open' | 'closed' | 'sent'>('open')
  const sent = (): void => {
    rememberAnswered(screen.name, user.id, new Date().toISOString())
    setState(form.after ? 'sent' : 'closed')
  }
  const close = (): void => setState('closed')
  if (state === 'sent' && form.after)
    return <OverlayDone title={form.success ? say(form.success) : screen.title} after={form.after} onClose={close} />
  // At its own address it is the page.
  return due && state === 'open' && pathname !== screen.path ? <OpenForm {...props} onSent={sent} onClose={close} /> : null
}

function OpenForm({ screen, overlay, form, onSent, onClose }: Props & { onSent(): void; onClose(): void }) {
  const state = useScreenForm(screen, form)
  useEffect(() => {
    if (state.done) onSent()
  })
  return (
    <Card aria-label={screen.title}>
      <chakra.div display="flex" alignItems="center" mb="2">
        <chakra.h2 textStyle="label" color="fg.muted" flex="1">
          {screen.title}
        </chakra.h2>
        <IconButton size="sm" label={overlay.later} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </chakra.div>
      {state.done ? null : <ScreenFormView form={form} state={state} above />}
    </Card>
  )
}
