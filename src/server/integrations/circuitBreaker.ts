/** How many failures in a row open the circuit, and for how many milliseconds. */
export interface CircuitBreakerLimits {
  readonly failures: number
  readonly pause: number
}

/** Leaves a service alone that keeps failing: the caller gets its refusal at once, the service the time to recover. */
export interface CircuitBreaker {
  /** False while the circuit is open. After the rest one call may try; the others wait for what it finds. */
  admits(): boolean
  succeeded(): void
  failed(): void
}

export const defaultBreakerLimits: CircuitBreakerLimits = { failures: 5, pause: 10_000 }

/** A circuit breaker over a clock in milliseconds. */
export function createCircuitBreaker(
  { failures, pause }: CircuitBreakerLimits = defaultBreakerLimits,
  now: () => number = Date.now,
): CircuitBreaker {
  let inARow = 0
  let closedUntil = 0
  return {
    admits() {
      if (inARow < failures) return true
      if (now() < closedUntil) return false
      // The one that tries: others are refused until it has an answer, or its time is over.
      closedUntil = now() + pause
      return true
    },
    succeeded() {
      inARow = 0
    },
    failed() {
      inARow += 1
      closedUntil = now() + pause
    },
  }
}
