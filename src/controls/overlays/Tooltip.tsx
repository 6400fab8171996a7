import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef, useState } from 'react'
import { placePanel } from './anchor.ts'
import { cutText } from './cutText.ts'

const Tip = chakra('div', {
  base: {
    position: 'fixed',
    bg: 'bg.inverted',
    color: 'fg.inverted',
    fontSize: 'sm',
    lineHeight: '1.125rem',
    px: '2',
    py: '1',
    borderRadius: 'sm',
    maxWidth: '20rem',
    pointerEvents: 'none',
    border: 'none',
    whiteSpace: 'pre-line',
    animation: 'appear 120ms ease-out',
  },
})

/**
 * The one tip of the page. Anything with `data-tip="text"` has a tip on hover and keyboard focus, at no cost per element, so
 * a grid of thousands of cells can use it; and any text that its box cuts is read whole in it, by touch too. It repeats or
 * explains what has a name already, so it is hidden from screen readers.
 */
export default function TooltipLayer() {
  const [tip, setTip] = useState<{ readonly text: string; readonly anchor: Element }>()
  const box = useRef<HTMLDivElement>(null)
  useTipEvents(setTip)
  useEffect(() => {
    if (!tip || !box.current) return
    box.current.showPopover()
    const { width, height } = box.current.getBoundingClientRect()
    const at = tip.anchor.getBoundingClientRect()
    const middle = (at.left + at.right - width) / 2
    const spot = placePanel(
      { left: middle, right: middle + width, top: at.top, bottom: at.bottom },
      { width, height },
      { width: innerWidth, height: innerHeight },
      'bottom-start',
    )
    Object.assign(box.current.style, { left: `${spot.left}px`, top: `${spot.top}px` })
  }, [tip])
  if (!tip) return null
  return (
    <Tip ref={box} popover="manual" aria-hidden>
      {tip.text}
    </Tip>
  )
}

function useTipEvents(show: (tip: { text: string; anchor: Element } | undefined) => void) {
  useEffect(() => {
    let timer: number | undefined
    // A tip is there or on its way: without one a key or a move of the pointer has nothing to hide.
    let told = false
    const hide = () => {
      if (!told) return
      told = false
      clearTimeout(timer)
      show(undefined)
    }
    const after = (anchor: Element, wait: number, text = anchor.getAttribute('data-tip')) => {
      clearTimeout(timer)
      told = true
      timer = window.setTimeout(() => {
        if (text && anchor.isConnected && anchor.getAttribute('aria-expanded') !== 'true') show({ text, anchor })
      }, wait)
    }
    const readCut = (target: Element, wait: number) => {
      const cut = cutText(target)
      if (cut) after(cut.box, wait, cut.text)
    }
    const point = (target: EventTarget | null | undefined) => {
      if (!(target instanceof Element)) return
      const anchor = target.closest('[data-tip]')
      if (anchor) return after(anchor, 400)
      hide()
      readCut(target, 400)
    }
    const over = (event: PointerEvent) => (event.pointerType === 'mouse' ? point(event.target) : hide())
    const reach = (target: EventTarget | null) => {
      const anchor = target instanceof Element ? target.closest('[data-tip]') : null
      if (anchor?.matches(':focus-visible')) after(anchor, 150)
    }
    const focus = (event: FocusEvent) => reach(event.target)
    const tapped = ({ pointerType, target }: PointerEvent) => {
      if (pointerType !== 'mouse' && target instanceof Element) readCut(target, 0)
    }
    // The pointer or a key brought the layer, and is where it got to by now.
    reach(document.activeElement)
    point([...document.querySelectorAll(':hover')].at(-1))
    const events: readonly [string, (event: never) => void][] = [
      ['pointerover', over],
      ['focusin', focus],
      ['focusout', hide],
      ['pointerdown', hide],
      ['pointerup', tapped],
      ['keydown', hide],
      ['scroll', hide],
    ]
    for (const [name, listen] of events)
      document.addEventListener(name, listen as EventListener, { capture: true, passive: true })
    return () => {
      hide()
      for (const [name, listen] of events) document.removeEventListener(name, listen as EventListener, { capture: true })
    }
  }, [show])
}
