/** A piece of the document. */
export type JsonObject = Readonly<Record<string, unknown>>

/** One call: address below the server, method, and what OpenAPI says of it. */
export interface ApiCall {
  readonly path: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly operation: JsonObject
}
