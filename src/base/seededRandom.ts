/** Numbers that look random and are the same on every machine: the same seed always gives the same demo, samples and tests. */
export interface SeededRandom {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number of the range, both ends included. */
  whole(from: number, to: number): number
  pick<T>(all: readonly T[]): T
  chance(share: number): boolean
}

/** The mulberry32 generator. */
export const createSeededRandom = (seed: number): SeededRandom => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    pick(all) {
      const found = all[whole(0, all.length - 1)]
      if (found === undefined) throw new Error('Nothing to pick from')
      return found
    },
    chance: share => next() < share,
  }
}
