import type { Recalculation } from '../../../domain/fiscal/core/public.ts'

/** The checker's report of a file: one line of `npm run fiscal -- check --json`. */
export interface FileReport {
  readonly file: string
  /** Name of the message's root element; `unreadable` for what is no XML, `unknown` for what is no fiscal document. */
  readonly kind: string
  /** 55 or 65; null where the document names none. */
  readonly model: string | null
  readonly key: string | null
  /** `package` is null where no schema of ours is for that kind. */
  readonly schema: { readonly valid: boolean; readonly package: string | null; readonly problems: readonly string[] }
  /** `valid` is null for what is not signed. */
  readonly signature: { readonly valid: boolean | null; readonly subject: string | null }
  /** Whether the key ends in its check digit; null without a key. */
  readonly keyDigit: boolean | null
  readonly recalculated: Recalculation
  /** Documents of a batch, and those that a distribution has packed, each as a file of its own. */
  readonly documents?: readonly FileReport[]
}

const nothing: Recalculation = { fields: 0, equal: 0, differences: [], notDecidable: [] }

/** A file that is not read. */
export const unreadable = (file: string, kind: 'unreadable' | 'unknown', problem: string): FileReport => ({
  file,
  kind,
  model: null,
  key: null,
  schema: { valid: false, package: null, problems: [problem] },
  signature: { valid: null, subject: null },
  keyDigit: null,
  recalculated: nothing,
})

/** Tells whether anything in a file is wrong: schema, signature, check digit or a sum. */
export const isWrong = ({ schema, signature, keyDigit, recalculated, documents = [] }: FileReport): boolean =>
  !schema.valid ||
  signature.valid === false ||
  keyDigit === false ||
  recalculated.differences.length > 0 ||
  documents.some(isWrong)
