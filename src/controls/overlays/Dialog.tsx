import { chakra } from '@chakra-ui/react/styled-system'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../Button.tsx'

const Root = chakra('dialog', {
  base: {
    position: 'fixed',
    p: '0',
    flexDirection: 'column',
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border',
    boxShadow: 'float',
    maxWidth: 'none',
    maxHeight: 'none',
    overflow: 'hidden',
    '&[open]': { display: 'flex' },
    _backdrop: { bg: 'bg.backdrop', animation: 'appear 120ms ease-out' },
    '&:focus-visible': { outline: 'none' },
  },
  variants: {
    place: {
      center: {
        margin: 'auto',
        inset: '0',
        height: 'fit-content',
        maxHeight: 'calc(100dvh - 2rem)',
        width: 'calc(100vw - 2rem)',
        borderRadius: 'lg',
        animation: 'rise 150ms ease-out',
      },
      top: {
        margin: '10dvh auto auto',
        inset: '0',
        height: 'fit-content',
        maxHeight: '80dvh',
        width: 'calc(100vw - 2rem)',
        maxWidth: '36rem',
        borderRadius: 'lg',
        animation: 'rise 150ms ease-out',
      },
      end: {
        inset: '0 0 0 auto',
        margin: 0,
        height: '100dvh',
        width: 'min(26rem, 100vw)',
        animation: 'slideRight 160ms ease-out',
      },
      start: {
        inset: '0 auto 0 0',
        margin: 0,
        height: '100dvh',
        width: 'min(19rem, 85vw)',
        animation: 'slideLeft 160ms ease-out',
      },
    },
    size: { sm: {}, md: {}, lg: {}, xl: {} },
  },
  compoundVariants: [
    { place: 'center', size: 'sm', css: { maxWidth: '26rem' } },
    { place: 'center', size: 'md', css: { maxWidth: '36rem' } },
    { place: 'center', size: 'lg', css: { maxWidth: '52rem' } },
    { place: 'center', size: 'xl', css: { maxWidth: '72rem' } },
    { place: 'end', size: 'lg', css: { width: 'min(40rem, 100vw)' } },
  ],
  defaultVariants: { place: 'center', size: 'sm' },
})

export interface DialogProps {
  readonly open: boolean
  readonly title: string
  readonly children?: ReactNode
  /** Buttons, the main one last. */
  readonly footer?: ReactNode
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
  readonly place?: 'center' | 'top' | 'end' | 'start'
  /** Label of the ✕; without it there is none, and Esc does nothing (a message that asks to wait). */
  readonly closeLabel?: string | undefined
  /** Draws no title bar; the title is still read aloud. */
  readonly bare?: boolean
  readonly role?: 'dialog' | 'alertdialog'
  /** Holds nothing but text: keys scroll it. */
  readonly text?: boolean
  onClose(): void
}

/**
 * The browser's own modal dialog: the page behind is inert, focus stays inside and returns on close. Its content exists only
 * while it is open.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog({
  title,
  children,
  footer,
  size = 'sm',
  place = 'center',
  closeLabel,
  bare = false,
  role = 'dialog',
  text = false,
  onClose,
}: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(box)
  return (
    <Root
      ref={box}
      tabIndex={-1}
      role={role}
      place={place}
      size={size}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        if (closeLabel) onClose()
      }}
      onPointerDown={event => {
        if (event.target === box.current && closeLabel && place !== 'center') onClose()
      }}
    >
      {/* No <header>, and below no <footer>: outside of the page's main they would be landmarks of the page. */}
      <chakra.div data-head display="flex" alignItems="center" gap="2" px="5" pt="4" pb="2" {...(bare ? { srOnly: true } : {})}>
        <chakra.h2 id={id} textStyle="section" flex="1" minWidth="0">
          {title}
        </chakra.h2>
        {closeLabel && !bare ? (
          <IconButton label={closeLabel} size="sm" onClick={onClose} marginInlineEnd="-1.5">
            <X aria-hidden />
          </IconButton>
        ) : null}
      </chakra.div>
      <Body {...(bare ? { p: '0' } : {})} {...(text ? { tabIndex: 0 } : {})}>
        {children}
      </Body>
      {footer ? (
        <chakra.div
          display="flex"
          gap="2"
          justifyContent="flex-end"
          flexWrap="wrap"
          px="5"
          py="3.5"
          borderTopWidth="1px"
          borderColor="border.muted"
        >
          {footer}
        </chakra.div>
      ) : null}
    </Root>
  )
}

const Body = (props: ComponentProps<typeof chakra.div>) => (
  <chakra.div px="5" pb="4" overflow="auto" flex="1" minHeight="0" {...props} />
)

const focusable = ':is(input, select, textarea, button, a[href], [tabindex="0"]):not(:disabled)'

/** Where the focus starts: what asks for it (`data-autofocus`), else the first control that is not the ✕. */
function firstOf(dialog: HTMLElement): HTMLElement {
  const wanted = dialog.querySelector<HTMLElement>('[data-autofocus]')
  const others = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter(element => !element.closest('[data-head]'))
  return wanted ?? others[0] ?? dialog
}

/**
 * Opens as modal on mount, before another key can arrive; on unmount the focus goes back to where it was. Where that has gone meanwhile, as the row of
 * a list that the dialog settled, it goes to the cell that its grid has chosen in place of it.
 */
function useModal(box: { readonly current: HTMLDialogElement | null }) {
  useLayoutEffect(() => {
    const before = document.activeElement
    const grid = before?.closest('[role=grid]')
    const dialog = box.current
    if (dialog && !dialog.open) {
      dialog.showModal()
      firstOf(dialog).focus()
    }
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement) before.focus()
      // Rows may go together with the dialog.
      queueMicrotask(() => {
        if (document.activeElement === document.body) grid?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
      })
    }
  }, [box])
}

/** A panel that slides from the right (filters, details) or the left (the menu on phones). */
export function Drawer(props: Omit<DialogProps, 'place'> & { readonly side?: 'end' | 'start' }) {
  return <Dialog {...props} place={props.side ?? 'end'} />
}
