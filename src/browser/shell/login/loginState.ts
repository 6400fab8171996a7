/** What the login page is told by the page that sends to it. */
export interface LoginState {
  /** Where to go after the login. */
  readonly from?: string
  /** The session ended by itself. */
  readonly expired?: boolean
}
