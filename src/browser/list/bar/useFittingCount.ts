import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels of a line: its whole room, what always stands in it, a way to the rest, and the gap between two parts. */
export interface LineRoom {
  readonly room: number
  readonly fixed: number
  readonly more: number
  readonly gap: number
}

/** How many of these parts fit in one line, from the first; where not all do, beside a way to the rest. */
export function fittingCount(widths: readonly number[], { room, fixed, more, gap }: LineRoom): number {
  const ends: number[] = []
  for (const width of widths) ends.push((ends.at(-1) ?? fixed) + gap + width)
  if ((ends.at(-1) ?? fixed) <= room) return widths.length
  return ends.filter(end => end + gap + more <= room).length
}

interface FittingLine<T extends HTMLElement> {
  /** The line: its children with `data-fits` are the parts, the last child is the way to the rest, while `measuring` or needed. */
  readonly line: RefObject<T | null>
  readonly count: number
  /** Nothing is known of these parts yet: all of them are drawn, and the way to the rest, for their widths; nobody sees that. */
  readonly measuring: boolean
}

/**
 * Keeps a line of buttons one line: how many of its parts have room. `parts` names what stands in it: parts of another name are
 * measured anew.
 */
export function useFittingCount<T extends HTMLElement>(parts: string): FittingLine<T> {
  const line = useRef<T>(null)
  const [known, setKnown] = useState<{ readonly parts: string; readonly widths: readonly number[] } & Omit<LineRoom, 'room'>>()
  const [room, setRoom] = useState(0)
  const measuring = known?.parts !== parts
  useLayoutEffect(() => {
    const element = line.current
    if (!element || !measuring) return
    const widthOf = (part: Element): number => part.getBoundingClientRect().width
    const children = [...element.children]
    const { columnGap, paddingInlineStart, paddingInlineEnd } = getComputedStyle(element)
    const gap = Number.parseFloat(columnGap) || 0
    const always = children.filter((child, at) => !child.hasAttribute('data-fits') && at < children.length - 1)
    const padding = (Number.parseFloat(paddingInlineStart) || 0) + (Number.parseFloat(paddingInlineEnd) || 0)
    setKnown({
      parts,
      widths: children.filter(child => child.hasAttribute('data-fits')).map(widthOf),
      fixed: always.reduce((sum, child) => sum + widthOf(child), padding + gap * (always.length - 1)),
      more: widthOf(children.at(-1) ?? element),
      gap,
    })
    setRoom(element.clientWidth)
  }, [parts, measuring])
  useEffect(() => {
    const element = line.current
    if (!element) return
    const observer = new ResizeObserver(() => setRoom(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { line, measuring, count: known ? fittingCount(known.widths, { ...known, room }) : 0 }
}
