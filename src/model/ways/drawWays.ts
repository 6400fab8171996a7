import type { Value } from '../../kinds/kind.ts'
import type { Field, Way } from '../field.ts'
import { waysFrom } from './openWays.ts'

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

export interface StatesPicture {
  readonly width: number
  readonly height: number
  /** The left edge of the boxes, and their size. */
  readonly left: number
  readonly box: { readonly width: number; readonly height: number }
  readonly boxes: readonly StateBox[]
  readonly arrows: readonly StateArrow[]
}

const box = { width: 150, height: 30 }
const gap = 18
const lane = 16
const edge = 14

/** The states of a choice under one another, in their order, with an arrow for each step of each way. */
export function drawWays(field: Field): StatesPicture {
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
  const width = left + box.width + edge + most(true) * lane + edge
  const middle = (at: number): number => at * (box.height + gap) + box.height / 2 + 1
  return {
    width,
    height: Math.max(1, choices.length) * (box.height + gap) - gap + 2,
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
  }
}
