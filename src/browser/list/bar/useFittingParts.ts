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

interface FittingLine<T> {
  /** The line: its children with `data-fits` are the parts that show, the last child is the way to the rest. */
  readonly line: RefObject<HTMLElement | null>
  readonly shown: readonly T[]
  /** Those without room. While nothing is known of them all parts show and are among the rest, for their widths; nobody sees that. */
  readonly rest: readonly T[]
}

/** Divides parts into those that one line has room for, and the rest. They are measured anew when others come, or `beside` them does. */
export function useFittingParts<T extends { readonly id: string }>(all: readonly T[], beside: string): FittingLine<T> {
  const parts = [beside, ...all.map(({ id }) => id)].join(' ')
  const line = useRef<HTMLElement>(null)
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
  if (measuring) return { line, shown: all, rest: all }
  const count = fittingCount(known.widths, { ...known, room })
  return { line, shown: all.slice(0, count), rest: all.slice(count) }
}
