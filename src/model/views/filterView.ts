import type { Value } from '../../kinds/kind.ts'

export interface FilterView {
  /** Free-text box. */
  readonly search: boolean
  readonly fields: readonly FilterFieldView[]
}

export interface FilterFieldView {
  readonly field: string
  readonly title: string
  readonly operator: 'eq' | 'like' | 'between' | 'inq' | 'contains'
  readonly default?: Value
  /** Ranges of a date to be chosen by their names. */
  readonly presets?: readonly { readonly title: string; readonly range: string }[]
}
