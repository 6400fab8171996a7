/** A permission flag: a property of schemas/permissions/flags.schema.json. */
export interface Flag {
  readonly name: string
  readonly title: string
  readonly group: string
  readonly help?: string
}

/** A named set of flags that the product brings: a file of schemas/roles. Stores have it as a record, beside those that they make themselves. */
export interface StaffRole {
  readonly name: string
  readonly title: string
  readonly help?: string
  readonly flags: readonly string[]
}

/**
 * A text that counts, by plural: the categories that CLDR gives Portuguese (`many` is said of whole millions, `one` of 0, too), and
 * `zero` where none reads otherwise.
 */
export interface PluralForms {
  readonly zero?: string
  readonly one?: string
  readonly many?: string
  readonly other: string
}

/** A text of the product, used by its code. */
export interface Message {
  readonly text: string | PluralForms
  /** Parameter that chooses the plural; `count` unless said. */
  readonly count?: string
  readonly kind: 'validation' | 'error' | 'warning' | 'success' | 'info' | 'dialog' | 'label' | 'empty'
  readonly when?: string
  /** Of a text that people accept. */
  readonly version?: string
}
