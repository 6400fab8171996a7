/** The state that the login page gets from the page that sends to it. */
export interface LoginState {
  /** Where to go after the login. */
  readonly from?: string
  /** The reason why the session ended by itself: the words of the call that was refused. */
  readonly expired?: string | undefined
}
