import type { Translate } from '../../../../model/formatMessage.ts'
import type { tourParts } from '../../../../model/screen.ts'

type Part = (typeof tourParts)[number]

/** Selectors of the parts of the frame: a desk's, and a phone's. */
const places = (say: Translate): Readonly<Record<Part, string>> => ({
  menu: 'aside nav, [data-place=menu]',
  search: `[aria-keyshortcuts="Control+K"], header [aria-label="${CSS.escape(say('frame.search'))}"]`,
  stores: 'aside > div:first-child button',
  notices: '[data-place=notices]',
  user: `header [aria-label="${CSS.escape(say('user-menu'))}"]`,
  days: '[data-place=days]',
})

/** The element at which a tour stops: the first of its place that is on the screen. */
export function stopElement(at: string, say: Translate): HTMLElement | undefined {
  const parts: Readonly<Record<string, string>> = places(say)
  const selector = Object.hasOwn(parts, at) ? parts[at] : undefined
  const found = document.querySelectorAll<HTMLElement>(selector ?? `[data-piece="${CSS.escape(at)}"]`)
  return [...found].find(place => place.checkVisibility({ visibilityProperty: true }) && place.getBoundingClientRect().height > 0)
}
