/** Round numbers of an axis that hold all values and zero: at most about `most` of them. */
export function valueTicks(values: readonly number[], most: number): readonly number[] {
  const least = Math.min(0, ...values)
  const top = Math.max(0, ...values)
  if (least === top) return [0, 1]
  const step = niceStep((top - least) / Math.max(1, most - 1))
  const first = Math.floor(least / step)
  const last = Math.ceil(top / step)
  // Multiples, and not sums, so that no binary rests add up.
  return Array.from({ length: last - first + 1 }, (_, at) => tidy((first + at) * step))
}

/** The same, as many as their texts have room for: along an axis of `room` pixels no two of them touch. */
export function fittingTicks(
  values: readonly number[],
  most: number,
  { room, size }: { readonly room: number; size(tick: number): number },
): readonly number[] {
  for (let count = most; count > 1; count--) {
    const ticks = valueTicks(values, count)
    const slot = room / (ticks.length - 1)
    if (ticks.every((tick, at) => at === 0 || (size(tick) + size(ticks[at - 1] ?? 0)) / 2 + GAP <= slot)) return ticks
  }
  return valueTicks(values, 2)
}

const GAP = 8

/** Those of them that are written: all, or, where even two have no room, the end alone. */
export function writtenTicks(
  ticks: readonly number[],
  { room, size }: { readonly room: number; size(tick: number): number },
): readonly number[] {
  const slot = room / Math.max(1, ticks.length - 1)
  const touch = ticks.some((tick, at) => at > 0 && (size(tick) + size(ticks[at - 1] ?? 0)) / 2 + GAP / 2 > slot)
  return touch ? ticks.slice(-1) : ticks
}

/** 1, 2, 2.5 or 5 times a power of ten, the next one up. */
function niceStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw))
  const factor = [1, 2, 2.5, 5, 10].find(each => each * power >= raw * 0.999_999) ?? 10
  return factor * power
}

const tidy = (value: number): number => Number(value.toPrecision(12))

/** Places of the names that are written under an axis: evenly spaced, the first always, as many as have room. */
export function labelPositions(count: number, room: number, each: number): readonly number[] {
  const fit = Math.max(1, Math.floor(room / Math.max(1, each)))
  const step = Math.max(1, Math.ceil(count / fit))
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step)
}
