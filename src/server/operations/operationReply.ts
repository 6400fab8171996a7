/** An operation's answer that is more than a body of JSON: a text of another type, a count in a header. */
export class OperationReply {
  readonly body: unknown
  /** Headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string | number>>

  constructor(body: unknown, headers: Readonly<Record<string, string | number>>) {
    this.body = body
    this.headers = headers
  }
}
