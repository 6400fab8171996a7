import type { Problem } from '../model/problem.ts'

/** The failure of a call, as a message code: the words come from schemas/messages when the reply is written. */
export class ApiError extends Error {
  readonly statusCode: number
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  readonly details: readonly Problem[]
  /** Members beside `error` in the reply: `current` and `changes` of a conflict. */
  readonly extra: Readonly<Record<string, unknown>>

  constructor(
    statusCode: number,
    code: string,
    params: Readonly<Record<string, string | number>> = {},
    details: readonly Problem[] = [],
    extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(code)
    this.name = 'ApiError'
    this.statusCode = statusCode
    this.code = code
    this.params = params
    this.details = details
    this.extra = extra
  }
}
