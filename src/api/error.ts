/** One thing that is wrong with a request, at its place in the body (`disponibilidades.0.inicio`; empty: the body as a whole). */
export interface ErrorDetail {
  readonly path: string
  readonly code: string
  readonly message: string
}

/** The body of every refusal. */
export interface ErrorReply {
  readonly error: {
    readonly message: string
    readonly code: string
    readonly statusCode: number
    readonly details: readonly ErrorDetail[]
  }
}
