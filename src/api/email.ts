/** The e-mail that somebody asked for in place of theirs, and which of both addresses has agreed. */
export interface EmailChangeState {
  readonly email: string
  readonly atual: boolean
  readonly novo: boolean
  /** ISO 8601: until when both may agree. */
  readonly ate: string
}

/** Reply of `users/email`: how one's own e-mail stands. */
export interface EmailState {
  readonly email: string
  /** Whether they have shown that it is theirs. */
  readonly confirmado: boolean
  readonly troca: EmailChangeState | null
}
