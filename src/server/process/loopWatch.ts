import type { WatchLimits } from '../settings.ts'

/** A server that is watched, as whoever watches it acts on it. */
export interface Watched {
  /** It has been silent for so many seconds, since these calls were at hand. */
  tellSilence(seconds: number, calls: readonly string[]): void
  /** It is to be ended, by force. */
  end(seconds: number, calls: readonly string[]): void
}

/**
 * Watches the heartbeat of a server from outside. Time is counted in looks, not by the clock: a machine that slept, or was too busy to
 * look, is no reason to end anything. What has never told anything is starting, and not watched.
 */
export class LoopWatch {
  readonly #limits: WatchLimits
  readonly #watched: Watched
  #calls: readonly string[] = []
  #isWatching = false
  #isTold = false
  #isOver = false
  /** Seconds since the last sign of life, and since it was told to end. */
  #silent = 0
  #ending: number | undefined

  constructor(limits: WatchLimits, watched: Watched) {
    this.#limits = limits
    this.#watched = watched
  }

  /** It lives, and these calls are at hand. */
  hear(calls: readonly string[]): void {
    this.#calls = calls
    this.#isWatching = true
    this.#isTold = false
    this.#silent = 0
  }

  /** It was told to end. */
  expectEnd(): void {
    this.#ending ??= 0
  }

  /** Looks at it, so many seconds after the last look. */
  look(seconds: number): void {
    const { told, ended, grace } = this.#limits
    if (this.#isOver) return
    if (this.#isWatching) this.#silent += seconds
    if (this.#ending !== undefined) this.#ending += seconds
    if (this.#silent >= told && !this.#isTold) {
      this.#isTold = true
      this.#watched.tellSilence(this.#silent, this.#calls)
    }
    const isLate = this.#ending !== undefined && (this.#ending >= grace || this.#silent >= told)
    if (!isLate && this.#silent < ended) return
    this.#isOver = true
    this.#watched.end(Math.max(this.#silent, this.#ending ?? 0), this.#calls)
  }
}

/** Seconds between two signs of life, and between two looks. */
export const beatSeconds = ({ told }: WatchLimits): number => Math.min(1, told / 4)
