import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../../controls/Button.tsx'
import { Popover } from '../../../../controls/overlays/Popover.tsx'
import type { Tour } from '../../../../model/screen.ts'
import { useTranslate } from '../../../data/session.tsx'
import { stopElement } from './tourPlaces.ts'
import './tour.css'

/** Marks the place that is being shown. */
const mark = 'data-tour-stop'

/** Walks from stop to stop, each told beside its place. Esc ends it; a stop whose place is not on the screen is left out. */
export default function TourWalk({ tour, onEnd }: { readonly tour: Tour; onEnd(): void }) {
  const say = useTranslate()
  const id = useId()
  const [stops, setStops] = useState<Tour['items']>([])
  const [at, setAt] = useState(0)
  const stop = stops[at]
  const anchor = useRef<HTMLElement | null>(null)
  anchor.current = stop ? (stopElement(stop.at, say) ?? null) : null
  const next = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => setStops(tour.items.filter(({ at }) => stopElement(at, say) !== undefined)), [tour, say])
  useLayoutEffect(() => {
    const place = anchor.current
    if (!stop || !place) return
    place.setAttribute(mark, '')
    place.scrollIntoView({ block: 'nearest' })
    // The button of each stop is another one.
    next.current?.focus({ preventScroll: true })
    return () => place.removeAttribute(mark)
  }, [stop])
  useEffect(() => () => document.querySelector('main')?.focus({ preventScroll: true }), [])
  if (!stop) return null
  const last = at === stops.length - 1
  return (
    <Popover
      // Placed anew at each stop.
      key={stop.at}
      open
      anchor={anchor}
      side={isColumn(anchor.current) ? 'right-start' : 'bottom-start'}
      onClose={reason => reason === 'escape' && onEnd()}
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-help`}
      width="20rem"
      p="4"
    >
      <chakra.h2 id={`${id}-title`} textStyle="section">
        {stop.title}
      </chakra.h2>
      <chakra.p id={`${id}-help`} mt="1">
        {stop.help}
      </chakra.p>
      <chakra.div display="flex" alignItems="center" gap="2" mt="3">
        <chakra.span flex="1" color="fg.muted">
          {say('tour.stop', { at: at + 1, count: stops.length })}
        </chakra.span>
        {at > 0 ? <Button onClick={() => setAt(at - 1)}>{say('tour.back')}</Button> : null}
        <Button ref={next} look="solid" onClick={() => (last ? onEnd() : setAt(at + 1))}>
          {say(last ? 'tour.end' : 'tour.next')}
        </Button>
      </chakra.div>
    </Popover>
  )
}

/** Taller than half the window: nothing fits below it. */
function isColumn(place: HTMLElement | null): boolean {
  const box = place?.getBoundingClientRect()
  return box !== undefined && box.height > window.innerHeight / 2 && box.width < window.innerWidth / 2
}
