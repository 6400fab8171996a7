import { chakra } from '@chakra-ui/react/styled-system'
import { Bell } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '../../../controls/Button.tsx'
import { Popover } from '../../../controls/overlays/Popover.tsx'
import { useTranslate } from '../../data/session.tsx'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { useUnreadNotices } from './noticeCalls.ts'

const code = () => loadWithRetry(() => import('./NoticePanel.tsx'))

/** Most that the sign counts. */
const most = 99

const Count = chakra('span', {
  base: {
    position: 'absolute',
    top: '0.125rem',
    insetInlineEnd: '0.125rem',
    minWidth: '1.125rem',
    px: '1',
    borderRadius: 'full',
    bg: 'colorPalette.solid',
    color: 'colorPalette.contrast',
    fontSize: 'xs',
    fontWeight: '600',
    lineHeight: '1.125rem',
    textAlign: 'center',
    pointerEvents: 'none',
    '@media (forced-colors: active)': { borderWidth: '1px' },
  },
})

/** How many notices wait to be read; opens the list of them. */
export function NoticeBell() {
  const say = useTranslate()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const Panel = useLazyComponent(code, open, () => setOpen(false))
  const unread = useUnreadNotices()
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const label = unread > 0 ? say('notice.bell-count', { count: unread }) : say('notice.bell')
  return (
    <>
      <chakra.span position="relative" display="inline-flex" flexShrink="0">
        <IconButton
          ref={button}
          label={label}
          data-place="notices"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Bell aria-hidden />
        </IconButton>
        {unread > 0 ? (
          <Count colorPalette="danger" aria-hidden>
            {unread > most ? `${most}+` : unread}
          </Count>
        ) : null}
      </chakra.span>
      <chakra.span role="status" srOnly>
        {unread > 0 ? label : null}
      </chakra.span>
      <Popover
        open={open && Panel !== undefined}
        anchor={button}
        side="bottom-end"
        role="dialog"
        aria-label={say('notice.bell')}
        width="26rem"
        maxHeight="min(36rem, calc(100dvh - 5rem))"
        onClose={reason => (reason === 'escape' ? close() : setOpen(false))}
      >
        {Panel ? <Panel onClose={close} /> : null}
      </Popover>
    </>
  )
}
