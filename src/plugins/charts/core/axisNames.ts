import { truncate } from '../../../base/text.ts'
import { labelWidth } from './labels.ts'
import { labelPositions } from './ticks.ts'

/** How the names under an axis stand, so that none runs into the next. */
export interface AxisNames {
  /** Those that are written. */
  readonly places: readonly number[]
  /** Degrees; 0 where they lie flat. */
  readonly angle: number
  /** Pixels that they take below the axis. */
  readonly height: number
  text(at: number): string
}

interface Room {
  /** Pixels of the axis. */
  readonly width: number
  /** Days, hours and numbers explain each other, so that some may be left out; other names all stand. */
  readonly counted: boolean
}

/** Letters of a name, flat and slanted. */
const MOST = 16
const MOST_SLANTED = 18
/** Pixels between two flat names, and those that a slanted one takes of the axis. */
const GAP = 8
const SLANTED = 18
const ANGLE = -35
const SINE = Math.sin((35 * Math.PI) / 180)

/** Flat where all fit, slanted where they do but for their length, and else as many as have room. */
export function axisNames(texts: readonly string[], { width, counted }: Room): AxisNames {
  const flat = texts.map(text => truncate(text, MOST))
  const widest = Math.max(0, ...flat.map(labelWidth))
  const fits = (each: number): boolean => texts.length * each <= width
  const all = [...texts.keys()]
  if (fits(widest + GAP)) return { places: all, angle: 0, height: 30, text: at => flat[at] ?? '' }
  if (!counted && fits(SLANTED)) {
    const slanted = texts.map(text => truncate(text, MOST_SLANTED))
    const height = Math.ceil(Math.max(...slanted.map(labelWidth)) * SINE) + 24
    return { places: all, angle: ANGLE, height, text: at => slanted[at] ?? '' }
  }
  const places = labelPositions(texts.length, width, widest + GAP)
  return { places, angle: 0, height: 30, text: at => flat[at] ?? '' }
}
