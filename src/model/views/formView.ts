import type { Choice, Value } from '../../kinds/kind.ts'
import type { Expression } from '../call.ts'
import type { AddBarView } from '../field.ts'

export interface FormView {
  /** Tabs, sections on one page, or a single plain part. */
  readonly layout: 'tabs' | 'sections' | 'plain'
  readonly parts: readonly PartView[]
  /** Chosen on the create button when a register has several forms ('Novo bairro', 'Nova distância'). */
  readonly variants: readonly VariantView[]
  readonly after: 'stay' | 'list' | 'reload'
  /** Shown at the top, e.g. a preview computed from the record. */
  readonly preview?: { readonly title: string; readonly items: Expression }
  /** Whether the page shows a record that may be seen but not changed as a document. */
  readonly show: boolean
  /** The plugin that works the record out while it is typed. */
  readonly calculate?: string
  /** Whether sections have no index beside them. */
  readonly index?: false
  /** The record that must be there before the form is of use. */
  readonly requires?: FormRequirement
  /** The lines of the dialog that makes a record where another refers to it. */
  readonly inPlace?: PartView['rows']
}

export interface VariantView {
  readonly id: string
  readonly title: string
  readonly when: Expression
  readonly values: Readonly<Record<string, Value>>
}

export interface PartView {
  readonly id: string
  readonly title: string
  /** Title computed in place of `title` when it is not empty: the name of a price table. */
  readonly titleFrom?: Expression
  readonly help?: string
  readonly gate?: Expression
  readonly visibleWhen?: Expression
  readonly rows: readonly (readonly FormItem[])[]
}

/** A condition before a form is of use, as messages, and where it is put right. */
export interface FormRequirement {
  readonly rule: Expression
  readonly title: string
  readonly message: string
  /** Address. */
  readonly open: string
  /** Text of the button that leads there. */
  readonly button: string
}

/** Fields of a child list's rows that are not typed while this holds. */
export interface RowLock {
  readonly when: Expression
  readonly fields: readonly string[]
}

/** The dialog of a child list's row: fields of it in tabs. */
export interface RowDialogView {
  /** The title of the row. */
  readonly title?: Expression
  /** Message: text of the button that opens it. */
  readonly button: string
  readonly parts: readonly { readonly id: string; readonly title: string; readonly rows: readonly (readonly string[])[] }[]
}

/** The fields of a child list's rows that are hours on days of the week. */
export interface WeekView {
  /** The first and the last day. */
  readonly days: readonly string[]
  readonly from: string
  readonly to: string
}

/** The facts that a form shows of the record that a field refers to, and the conditions that do not hold. */
export interface RecordFacts {
  /** The field. */
  readonly record: string
  readonly fields: readonly string[]
  /** Lines by their labels, over that record. */
  readonly lines: Readonly<Record<string, Expression>>
  readonly checks: readonly { readonly rule: Expression; readonly message: string }[]
  /** Message: heading of what does not hold. */
  readonly title?: string
  /** Message when the record cannot be read. */
  readonly failure?: string
}

/** A place in the form: a field, a child list, an action's button, or a report of the record (`values`: its parameters, fixed). */
export type FormItem =
  | { readonly field: string; readonly span: number; readonly variant?: string }
  | {
      readonly list: string
      readonly columns: readonly string[]
      readonly empty?: string
      readonly add?: AddBarView
      /** Field of the rows: those that say the same in it are coloured alike. */
      readonly repeats?: string
      /** Pixels of columns that need another width than their kind's. */
      readonly widths?: Readonly<Record<string, number>>
      /** Fields that are only to be seen while a condition holds of their row. */
      readonly readOnly?: readonly RowLock[]
      readonly dialog?: RowDialogView
      /** Rows are hours on days of the week. */
      readonly week?: WeekView
    }
  | RecordFacts
  /** In place, what it shows is loaded by its button, or at once (`open`). */
  | { readonly action: string; readonly inPlace?: true | 'open' }
  /** Texts worked out from the record as it stands, to be copied: addresses. */
  | { readonly texts: Expression; readonly title: string; readonly qr?: true }
  /** Folds the lines below it, up to the next one, behind this title. */
  | { readonly fold: string }
  /** With a register, its changes ask the report anew. */
  | { readonly report: string; readonly values: Readonly<Record<string, Expression>>; readonly register?: string }
  | { readonly note: string; readonly tone?: Choice['tone']; readonly when?: Expression }
