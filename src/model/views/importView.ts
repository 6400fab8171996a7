import type { Value, ValueOptions } from '../../kinds/kind.ts'
import type { Expression } from '../call.ts'

/** A CSV import into a register. */
export interface Import {
  readonly name: string
  readonly title: string
  readonly path: string
  readonly gate: Expression
  readonly register: string
  readonly help?: string
  readonly columns: readonly ImportColumn[]
  /** Sets of fields that tell whether a record exists already: the first that a row brings whole. */
  readonly keys: readonly (readonly string[])[]
  readonly references: readonly ImportReference[]
  /** Child list of which every line of the file brings one row. */
  readonly list?: { readonly name: string; readonly key: readonly string[] }
  readonly after?: ImportSummaryRecord
  /** Adds the step that removes rows which exist already. */
  readonly filter: boolean
  readonly batch: number
  /** Warning shown over the preview when this holds for the rows read (an expired table). */
  readonly warn?: { readonly field: string; readonly before: 'today'; readonly message: string }
  readonly sample: readonly Readonly<Record<string, string>>[]
}

/** A reference that a row names by its record's label, in place of its key. */
export interface ImportReference {
  readonly field: string
  /** When a row names none: the first of the store, or one that has the values in `make`, else made. */
  readonly otherwise?: 'first' | 'alike'
  /** Values of a record that is made, in this order: each sees those before it. Left out: none is made, and a name that is none is a problem of its row. */
  readonly make?: readonly (readonly [field: string, value: Expression])[]
}

/** A record that lists what was saved, made when an import has ended. */
export interface ImportSummaryRecord {
  readonly register: string
  readonly gate: Expression
  /** Message whose text is the record's label. */
  readonly label: string
  /** Message that says what is still to be done with it. */
  readonly note?: string
  readonly list: string
  /** Fields of the list's rows: from a column, or `id` of the saved record. */
  readonly columns: readonly (readonly [field: string, from: string])[]
  readonly when?: Expression
}

export interface ImportColumn extends ValueOptions {
  /** Field of the register, or a name of the import's own. */
  readonly name: string
  /** Reference whose record, or child list whose row, the column describes; `as` is the field there. */
  readonly of?: string
  readonly as: string
  /** Texts that are read as an empty cell. */
  readonly blanks?: readonly string[]
  readonly drop: boolean // A text that cannot be a value is taken for empty.
  /** Message when what is referred to does not exist. */
  readonly unknown?: string
  /** Message when another record has the value. */
  readonly taken?: string
  readonly title: string
  readonly aliases: readonly string[]
  readonly shownAs: readonly string[]
  readonly default?: Value
  /** A field that is never empty and has a default of its own: an empty cell says nothing of it. */
  readonly byDefault?: boolean
  /** Removes what stands before the first digit. */
  readonly stripPrefix: boolean
  /** Pads with zeros on the left to this length. */
  readonly pad?: number
  /** Value built from other columns of the row, as in `codigo + ex`. */
  readonly compute?: Expression
  /** Regular expression whose first group is the column's text in the name of a file that lacks it. */
  readonly fileName?: string
  /** Read and shown, not sent. */
  readonly skip: boolean
}
