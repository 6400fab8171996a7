import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { type AnchorSide, useAnchoredPanel } from './anchor.ts'

const Panel = chakra('div', {
  base: {
    position: 'fixed',
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    boxShadow: 'float',
    overflow: 'auto',
    maxWidth: 'calc(100vw - 1rem)',
    animation: 'appear 120ms ease-out',
    _focusVisible: { outline: 'none' },
  },
})

export interface PopoverProps extends Omit<ComponentProps<typeof Panel>, 'children' | 'onClose'> {
  readonly open: boolean
  /** The element it belongs to: placed beside it; a click on it does not count as outside. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly side?: AnchorSide
  /** At least as wide as the anchor: lists of suggestions. */
  readonly sameWidth?: boolean
  onClose(reason: 'escape' | 'outside'): void
  readonly children: ReactNode
}

/**
 * A panel in the browser's top layer (above dialogs, never cut by a scrolling box). It closes on Esc and on a click or focus
 * elsewhere; where focus goes is its owner's business.
 */
export function Popover({ open, anchor, side = 'bottom-start', sameWidth = false, onClose, children, ...rest }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useAnchoredPanel(open, anchor, panel, side, sameWidth)
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      const target = event.target instanceof Node ? event.target : null
      if (!target || panel.current?.contains(target) || anchor.current?.contains(target)) return
      // A press on a text inside focuses the next box around it that can have the focus: the page, not a place outside.
      if (event.type === 'focusin' && panel.current && target.contains(panel.current)) return
      close.current('outside')
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      event.stopPropagation()
      close.current('escape')
    }
    document.addEventListener('pointerdown', outside, true)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', key, true)
    return () => {
      document.removeEventListener('pointerdown', outside, true)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', key, true)
    }
  }, [open, anchor])
  if (!open) return null
  return (
    <Panel ref={panel} popover="manual" {...rest}>
      {children}
    </Panel>
  )
}
