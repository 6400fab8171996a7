import type { ComponentType } from 'react'
import type { Value, ValueOptions, ValueProblem } from './kind.ts'

/** A field as the controls see it: what its kind needs, its name and its words. */
export type ControlField = ValueOptions & { readonly name: string; readonly title: string }

/** The properties of a cell, a line of a document or a chip. */
export interface CellProps {
  readonly value: Value
  readonly field: ValueOptions
  /** The whole record, for what stands beside the value: an included reference. */
  readonly row?: Readonly<Record<string, unknown>> | undefined
  /** The text of a reference, when it is known already. */
  readonly label?: string | undefined
  /** The title of the value, where it stands in a document and has the room to be shown at large. */
  readonly title?: string | undefined
}

/** The properties of an input. The same one serves a form field, a list cell (`compact`) and a row of a child list. */
export interface InputProps {
  readonly id: string
  readonly value: Value
  readonly field: ControlField
  /** A new value; with a problem and the text when what is typed cannot be read, and then the value is the last one that could. */
  onChange(value: Value, problem?: ValueProblem, text?: string): void
  /** The same for a letter typed in a control that holds its text by itself: what follows from it may wait for the next frame. */
  onType?: InputProps['onChange'] | undefined
  /** A text typed on an earlier visit that could not be read: the control begins with it. */
  readonly typed?: string | undefined
  /** Enter in a compact input, or a choice made in one with the pointer. */
  onCommit?: (() => void) | undefined
  /** Esc. */
  onCancel?: (() => void) | undefined
  /** The values of the record that holds the value: a reference may narrow its choices by them. */
  readonly record?: Readonly<Record<string, unknown>> | undefined
  /** The text of a reference, when it is known already. */
  readonly label?: string | undefined
  /** The text of a reference was asked for and did not come. */
  onLost?: (() => void) | undefined
  readonly invalid?: boolean | undefined
  readonly readOnly?: boolean | undefined
  readonly autoFocus?: boolean | undefined
  /** The value was offered and nobody chose it: what is typed or scanned takes its place. */
  readonly offered?: boolean | undefined
  /** Ids of the help and the problem, for `aria-describedby`. */
  readonly describedBy?: string | undefined
  /** In a grid's cell: no frame, Enter commits, Esc cancels. */
  readonly compact?: boolean | undefined
  /** The colour behind the initials that stand where there is no picture. */
  readonly colour?: string | undefined
  /** Another look of the control: `radio`, `select`, `switch`, `checkbox`, `lines`. */
  readonly variant?: string | undefined
}

/** The value of a filter: the value itself, both ends of a span, or several values. */
export interface FilterValue {
  readonly eq?: Value
  readonly from?: Value
  readonly to?: Value
  readonly in?: readonly (string | number)[]
  /** Nothing stands there; beside `in`, one of those or nothing. */
  readonly none?: boolean
}

export interface FilterProps {
  readonly id: string
  readonly value: FilterValue
  readonly field: ControlField
  readonly operator: 'eq' | 'like' | 'between' | 'inq' | 'contains'
  onChange(value: FilterValue): void
}

/** How one kind of value is typed and filtered by. */
export interface KindControls {
  readonly Input: ComponentType<InputProps>
  /** Absent: nothing is searched by it. */
  readonly Filter?: ComponentType<FilterProps>
}
