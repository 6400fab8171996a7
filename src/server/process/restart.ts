import { ApiError } from '../error.ts'

/** Exit code that asks whoever started the process to start it again. */
export const restartCode = 75

/** Set by the process that starts this one anew. */
export const supervised = 'RETAGUARDA_SUPERVISED'

const state = { asked: false }

/** Returns the exit code of the process. */
export const exitCode = (): number => (state.asked ? restartCode : 0)

/**
 * Ends the process in good order, to be started anew: requests under way end first. Only where a process stands over it that does
 * so.
 */
export function restartServer(): void {
  if (!process.env[supervised]) throw new ApiError(409, 'restart.no-parent')
  state.asked = true
  // The reply of the request that asks leaves first.
  setImmediate(() => process.kill(process.pid, 'SIGTERM'))
}
