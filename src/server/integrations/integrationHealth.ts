import { defaultBreakerLimits } from './circuitBreaker.ts'
import type { IntegrationErrorReason } from './integrationError.ts'

/** A service that fails: since when, and why it did last. */
export interface FailingService {
  readonly name: string
  readonly since: Date
  readonly reason: IntegrationErrorReason
}

/** Hears how services do. */
export interface HealthListener {
  /** It began to fail, or fails still. */
  failing(service: FailingService): void
  /** It answers: after failures, and the first time since the server started. */
  answers(name: string): void
}

/** How calls of services go, as their clients tell it. */
export interface IntegrationHealth {
  failed(name: string, reason: IntegrationErrorReason): void
  succeeded(name: string): void
  /** Tells from now on; one at a time. */
  tell(listener: HealthListener): void
}

interface Limits {
  /** Failures in a row after which a service counts as failing. */
  readonly failures: number
  /** Milliseconds between two tellings of the same trouble. */
  readonly rhythm: number
}

interface State {
  inARow: number
  since: number
  toldAt: number | undefined
  well: boolean
}

/** Watches services over a clock in milliseconds: as many failures as open a circuit make a service a failing one. */
export function createIntegrationHealth(
  { failures, rhythm }: Limits = { failures: defaultBreakerLimits.failures, rhythm: 60_000 },
  now: () => number = Date.now,
): IntegrationHealth {
  const states = new Map<string, State>()
  let listener: HealthListener | undefined
  const stateOf = (name: string): State => {
    const state = states.get(name) ?? { inARow: 0, since: 0, toldAt: undefined, well: false }
    states.set(name, state)
    return state
  }
  return {
    failed(name, reason) {
      const state = stateOf(name)
      if (state.inARow === 0) state.since = now()
      state.inARow += 1
      state.well = false
      if (state.inARow < failures || (state.toldAt !== undefined && now() - state.toldAt < rhythm)) return
      state.toldAt = now()
      listener?.failing({ name, since: new Date(state.since), reason })
    },
    succeeded(name) {
      const state = stateOf(name)
      const told = state.toldAt !== undefined
      const first = !state.well && state.inARow === 0
      Object.assign(state, { inARow: 0, toldAt: undefined, well: true })
      if (told || first) listener?.answers(name)
    },
    tell(next) {
      listener = next
    },
  }
}
