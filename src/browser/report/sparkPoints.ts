const WIDTH = 100
const HEIGHT = 24
const EDGE = 2

/** Points of a line through values in order, within 100 by 24; nothing where two values are not there. What is missing is left out. */
export function sparkPoints(values: readonly unknown[]): string | undefined {
  const found = values.flatMap((value, at) => (typeof value === 'number' ? [{ value, at }] : []))
  if (found.length < 2) return undefined
  const most = Math.max(...found.map(({ value }) => value))
  const least = Math.min(0, ...found.map(({ value }) => value))
  const range = most - least || 1
  const steps = values.length - 1
  return found
    .map(({ value, at }) => {
      const up = (value - least) / range
      return `${((at / steps) * WIDTH).toFixed(1)},${(HEIGHT - EDGE - up * (HEIGHT - 2 * EDGE)).toFixed(1)}`
    })
    .join(' ')
}
