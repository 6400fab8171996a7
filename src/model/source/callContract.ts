import type { CallSpec, Expression } from '../model.ts'

/** The answer to what a call asks of who makes it, as far as definitions must know. */
export interface CallContract {
  readonly method: CallSpec['method']
  /** Below /api, its parameters as `:name`. */
  readonly path: string
  /** The answer to who may make it; left out where nobody needs a session. */
  readonly gate?: Expression
  /** Members of address, query and body that it takes; left out where any may stand. */
  readonly takes?: readonly string[]
  /** Members without which it refuses; the store is never among them, for browsers add it. */
  readonly needs?: readonly string[]
  /** Members of its reply; left out where any may stand. */
  readonly gives?: readonly string[]
  /** Its parameter is a whole number: a word in its place means another call. */
  readonly numbered?: true
}
