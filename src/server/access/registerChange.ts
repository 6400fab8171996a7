/** Rows of a register changed: other browsers of the store refresh. */
export interface RegisterChange {
  readonly register: string
  /** null for a global register. */
  readonly lojaId: number | null
  readonly ids: readonly string[]
  /** Those of them that are gone. */
  readonly removed?: readonly string[]
  /** The tab that wrote (header X-Origin), which knows already. */
  readonly origin?: string
}
