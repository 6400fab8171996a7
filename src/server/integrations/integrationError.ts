/** Why a service of somebody else's gave no answer that can be used. */
export type IntegrationErrorReason =
  /** It could not be reached, or ended the connection. */
  | 'unreachable'
  | 'timeout'
  /** It answered with a status that is no success. */
  | 'status'
  /** Its answer is not what its contract says. */
  | 'malformed'
  | 'too-large'
  /** It failed so often that it is left alone for a moment. */
  | 'circuit-open'
  /** Nobody said where it is. */
  | 'not-configured'

/** A call to another service that failed. Its words are for the log: addresses and keys are not part of them. */
export class IntegrationError extends Error {
  readonly service: string
  readonly reason: IntegrationErrorReason
  readonly status: number | undefined
  /** The service's own words on a refusal: plain text, for who asked. */
  readonly said: string | undefined

  constructor(service: string, reason: IntegrationErrorReason, status?: number, said?: string) {
    super(`${service}: ${reason}${status === undefined ? '' : ` ${status}`}`)
    this.name = 'IntegrationError'
    this.service = service
    this.reason = reason
    this.status = status
    this.said = said
  }
}

/** Tells whether the service said that there is no such thing or no more: asking again would not help. */
export const isGoneAnswer = (error: unknown): boolean =>
  error instanceof IntegrationError && error.reason === 'status' && (error.status === 404 || error.status === 410)

/** Tells whether the service said that there is no such thing, which is an answer and no failure of it. */
export const isNotFoundAnswer = (error: unknown): boolean =>
  error instanceof IntegrationError && error.reason === 'status' && error.status === 404
