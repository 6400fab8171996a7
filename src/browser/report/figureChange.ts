import { divide, multiply, roundHalfEven, subtract } from '../../base/decimal.ts'

/** How a figure went against the one before. */
export interface FigureChange {
  /** Per cent with two places; 100 when there was nothing before. */
  readonly percent: number
  readonly direction: 'up' | 'down'
}

/** (now / before - 1) x 100; above 0 is up, otherwise down. */
export function figureChange(now: unknown, before: unknown): FigureChange | undefined {
  if (typeof now !== 'number' || typeof before !== 'number') return undefined
  const percent = before === 0 ? 100 : roundHalfEven(multiply(subtract(divide(now, before), 1), 100), 2)
  return { percent, direction: percent > 0 ? 'up' : 'down' }
}
