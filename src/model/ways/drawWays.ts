import { truncate } from '../../base/text.ts'
import type { Value } from '../../kinds/kind.ts'
import type { Field, Way } from '../field.ts'
import { waysFrom } from './waysFrom.ts'

/** An option as a box of the picture. */
export interface StateBox {
  readonly value: Value
  readonly title: string
  readonly y: number
}

/** An arrow between two boxes: forwards at the right, back at the left. */
export interface StateArrow {
  readonly way: Way
  /** Number of the way, from 1 on. */
  readonly number: number
  readonly path: string
  readonly x: number
  readonly y: number
}

/** Something that comes of a way: in a few words, and in whole ones. */
export interface WayFollow {
  readonly kind: 'approval' | 'automation' | 'notice'
  readonly title: string
  readonly words: string
}

/** Something that comes of a way, as a box below the states; its arrow begins at the number of the way. */
export interface FollowBox {
  readonly number: number
  readonly follow: WayFollow
  /** The title as far as the box has room. */
  readonly title: string
  readonly y: number
}

export interface StatesPicture {
  readonly width: number
  readonly height: number
  /** The left edge of the boxes, and their size. */
  readonly left: number
  readonly box: { readonly width: number; readonly height: number }
  readonly boxes: readonly StateBox[]
  readonly arrows: readonly StateArrow[]
  readonly follows: readonly FollowBox[]
  /** The left edge of what follows, and its width. */
  readonly followPlace: { readonly left: number; readonly width: number }
}

const box = { width: 150, height: 30 }
const gap = 18
const lane = 16
const edge = 14

/** Width of a box of what follows, and letters for which it has room. */
const followWidth = 290
const followLetters = 40
const followLeft = 44

/** The states of a choice under one another, in their order, with an arrow for each step of each way; below them what comes of the ways. */
export function drawWays(field: Field, followsOf: ReadonlyMap<string, readonly WayFollow[]> = new Map()): StatesPicture {
  const choices = field.choices ?? []
  const list = field.ways?.list ?? []
  const steps = choices.flatMap(({ value }, from) =>
    waysFrom(field, value).flatMap(way => {
      const to = choices.findIndex(choice => choice.value === way.to)
      return to < 0 ? [] : [{ way, from, to, span: Math.abs(to - from) }]
    }),
  )
  const most = (forward: boolean): number =>
    Math.max(0, ...steps.filter(({ from, to }) => to > from === forward).map(({ span }) => span))
  const left = edge + most(false) * lane + edge
  const told = list.flatMap((way, at) => (followsOf.get(way.id) ?? []).map(follow => ({ number: at + 1, follow })))
  const states = left + box.width + edge + most(true) * lane + edge
  const width = Math.max(states, told.length > 0 ? followLeft + followWidth + 2 : 0)
  const rows = Math.max(1, choices.length)
  const middle = (at: number): number => at * (box.height + gap) + box.height / 2 + 1
  return {
    width,
    height: (rows + told.length) * (box.height + gap) - gap + 2,
    left,
    box,
    boxes: choices.map(({ value, title }, at) => ({ value, title, y: at * (box.height + gap) + 1 })),
    arrows: steps.map(({ way, from, to, span }): StateArrow => {
      const forward = to > from
      const start = forward ? left + box.width : left
      const turn = start + (forward ? 1 : -1) * (edge + span * lane)
      const [above, below] = [middle(from) + 5, middle(to) - 5]
      const [y1, y2] = forward ? [above, below] : [middle(from) - 5, middle(to) + 5]
      return {
        way,
        number: list.indexOf(way) + 1,
        path: `M ${start} ${y1} C ${turn} ${y1}, ${turn} ${y2}, ${start} ${y2}`,
        x: start + (turn - start) * 0.75,
        y: (y1 + y2) / 2,
      }
    }),
    follows: told.map(({ number, follow }, at): FollowBox => {
      const title = truncate(follow.title, followLetters)
      return { number, follow, title, y: (rows + at) * (box.height + gap) + 1 }
    }),
    followPlace: { left: followLeft, width: followWidth },
  }
}
