/** Something wrong with a record: where (`disponibilidades.0.inicio`), and a message code with its parameters. */
export interface Problem {
  readonly path: string
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** Something wrong with a definition: a place in a file, a code, a sentence, and the nearest valid word where there is one. */
export interface DefinitionProblem {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly code: string
  readonly message: string
  readonly didYouMean?: string
}
