import { divide, multiply, roundHalfEven, subtract } from '../../../base/decimal.ts'

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

/** How a figure went against the days that the page is compared with; without per cent where there was nothing before. */
export function comparedChange(
  now: unknown,
  before: unknown,
): { readonly percent?: number; readonly direction: 'up' | 'down' | 'same' } | undefined {
  if (typeof now !== 'number' || typeof before !== 'number') return undefined
  if (now === before) return { direction: 'same' }
  const direction = now > before ? 'up' : 'down'
  // Of a loss no per cent can be said that people would read rightly.
  return before <= 0 ? { direction } : { direction, percent: Math.abs(figureChange(now, before)?.percent ?? 0) }
}
