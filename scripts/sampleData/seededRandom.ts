/** A seeded stream of numbers (mulberry32): the same seed always gives the same samples. */
export interface SeededRandom {
  /** Whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  pick<T>(from: readonly T[]): T
  chance(share: number): boolean
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    whole,
    chance: share => next() < share,
    pick: from => {
      const found = from[whole(0, from.length - 1)]
      if (found === undefined) throw new RangeError('nothing to pick from')
      return found
    },
  }
}
