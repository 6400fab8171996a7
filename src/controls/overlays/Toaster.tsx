import { chakra } from '@chakra-ui/react/styled-system'
import { X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { toneIcon } from '../Banner.tsx'
import { Button, ButtonLink, IconButton } from '../Button.tsx'
import { isTouchScreen } from '../isTouchScreen.ts'
import { dismissToast, type ShownToast, toasts } from './toasts.ts'

const Region = chakra('div', {
  base: {
    position: 'fixed',
    // At the start of the content: at its end stand the pager and, in bars, what saves.
    inset: 'auto auto calc(0.75rem + var(--bottom-bar, 0px) + var(--bottom-menu, 0px)) 1rem',
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    width: 'min(24rem, calc(100vw - 2rem))',
    bg: 'transparent',
    border: 'none',
    overflow: 'visible',
    '&:not(:popover-open)': { display: 'none' },
    'html[data-bottom-bar] &': { '--bottom-bar': '5rem' },
    '&[data-above]': { inset: '3.75rem auto auto 1rem' },
  },
})

const Card = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '2.5',
    px: '3.5',
    py: '2.5',
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    boxShadow: 'float',
    animation: 'rise 150ms ease-out',
    '& > svg': { boxSize: '1.125rem', mt: '0.0625rem', color: 'colorPalette.fg', flexShrink: 0 },
  },
})

/** Pixels at the top of the window that stay free of toasts: the bar, and some air. */
const bar = 76

/** On a touch screen the foot of the window belongs to the field that is typed in, and to the keyboard: toasts go above the field. */
function standAside(box: HTMLElement): void {
  const field = isTouchScreen() ? document.activeElement : null
  const typed = field?.matches('input:not([type=checkbox], [type=radio], [type=file]), textarea, [contenteditable=true]')
  const above = typed && field && field.getBoundingClientRect().top > bar + box.offsetHeight
  box.toggleAttribute('data-above', above === true)
}

/** Shows the toasts, above dialogs too. Mounted once, in the frame. */
export function Toaster({
  closeLabel,
  undoLabel,
  regionLabel,
}: {
  readonly closeLabel: string
  readonly undoLabel: string
  readonly regionLabel: string
}) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read, toasts.read)
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = region.current
    if (!box) return
    // The content begins beside the menu. Where the window grows narrower meanwhile, the toasts stay within it.
    const start = document.querySelector('main')?.getBoundingClientRect().left ?? 0
    box.style.left = start > 0 ? `clamp(1rem, ${start + 24}px, 100vw - 25rem)` : ''
    // Shown again on each change, so that it comes above a dialog opened meanwhile.
    if (box.matches(':popover-open')) box.hidePopover()
    if (shown.length === 0) return
    box.showPopover()
    const aside = (): void => standAside(box)
    aside()
    document.addEventListener('focusin', aside)
    return () => document.removeEventListener('focusin', aside)
  }, [shown])
  return (
    <Region ref={region} popover="manual" role="region" aria-label={regionLabel}>
      <div role="status" aria-live="polite" style={{ display: 'contents' }}>
        {shown.map(toast => (
          <Toast key={toast.id} toast={toast} closeLabel={closeLabel} undoLabel={undoLabel} />
        ))}
      </div>
    </Region>
  )
}

/** Leads to what the toast is about: here, or in a tab of its own as any link. */
function ToastLink({ toast: { id, link } }: { readonly toast: ShownToast }) {
  if (!link) return null
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    dismissToast(id)
    link.go()
  }
  return (
    <ButtonLink look="link" size="sm" href={link.address} maxWidth="100%" onClick={open}>
      <chakra.span truncate>{link.title}</chakra.span>
    </ButtonLink>
  )
}

function Toast({
  toast,
  closeLabel,
  undoLabel,
}: {
  readonly toast: ShownToast
  readonly closeLabel: string
  readonly undoLabel: string
}) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || toast.wait === 0) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.wait)
    return () => clearTimeout(timer)
  }, [held, toast])
  const Icon = toneIcon[toast.tone]
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <Card colorPalette={toast.tone} {...hold}>
      <Icon aria-hidden />
      <chakra.div flex="1" minWidth="0">
        <chakra.p whiteSpace="pre-line">{toast.text}</chakra.p>
        <chakra.div display="flex" flexWrap="wrap" columnGap="4">
          <ToastLink toast={toast} />
          {toast.undo ? (
            <Button
              look="link"
              size="sm"
              onClick={() => {
                dismissToast(toast.id)
                toast.undo?.()
              }}
            >
              {undoLabel}
            </Button>
          ) : null}
          {toast.act ? (
            <Button
              look="link"
              size="sm"
              onClick={() => {
                dismissToast(toast.id)
                toast.act?.run()
              }}
            >
              {toast.act.title}
            </Button>
          ) : null}
        </chakra.div>
      </chakra.div>
      <IconButton label={closeLabel} size="sm" marginBlock="-1" marginInlineEnd="-1.5" onClick={() => dismissToast(toast.id)}>
        <X aria-hidden />
      </IconButton>
    </Card>
  )
}
