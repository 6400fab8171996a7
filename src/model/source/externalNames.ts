import type { RegisterRole } from '../access/registerRole.ts'
import type { CallContract } from './callContract.ts'

/** The names besides definitions that definitions may use. */
export interface ExternalNames {
  /** Effects of saves that the server has; unknown to the browser, and then not checked. */
  readonly effects?: readonly string[]
  /** The environment, where addresses of this installation stand; unknown to the browser, which gets the Model with them. */
  readonly addresses?: Readonly<Record<string, string | undefined>>
  /** Icons that there are; left out, they are not checked. */
  readonly icons?: ReadonlySet<string>
  /** Parts that some register must play; left out where definitions are only a part of an installation. */
  readonly roles?: readonly RegisterRole[]
  /** Whether a field that seems to hold something of a person must say so: asked of the definitions of an installation before they are in force. */
  readonly personal?: boolean
  /** The answer to what the calls of this server ask of who makes them; left out, no call is checked. */
  readonly calls?: readonly CallContract[]
}
