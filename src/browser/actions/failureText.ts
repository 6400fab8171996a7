/** Returns the text of a failure: the reason follows unless the text tells it already. */
export function failureText(what: string, reason: string): string {
  if (reason === '' || what.includes(reason)) return what
  return /[.!?…]$/.test(what) ? `${what} ${reason}` : `${what}. ${reason}`
}
