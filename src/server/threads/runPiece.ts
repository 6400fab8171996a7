import { ApiError } from '../error.ts'

/** A piece of work as it is sent to a thread. */
export interface Piece {
  readonly module: string
  readonly name: string
  readonly input: unknown
}

/** What is sent back: what the task gave, or the refusal that it threw, whose members would not survive the way. */
export type PieceOutcome =
  | { readonly gives: unknown }
  | { readonly refusal: Pick<ApiError, 'statusCode' | 'code' | 'params' | 'details'> }

/** Runs in the thread: all of its pieces come here. */
export default async function runPiece({ module, name, input }: Piece): Promise<PieceOutcome> {
  const { [name]: run } = await import(module)
  try {
    return { gives: await run(input) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { statusCode, code, params, details } = error
    return { refusal: { statusCode, code, params, details } }
  }
}
