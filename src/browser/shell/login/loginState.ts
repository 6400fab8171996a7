/** The state that the login page gets from the page that sends to it. */
export interface LoginState {
  /** Where to go after the login. */
  readonly from?: string
  /** The session ended by itself. */
  readonly expired?: boolean
}
