/** A permission flag: a property of schemas/permissions/flags.schema.json. */
export interface Flag {
  readonly name: string
  readonly title: string
  readonly group: string
  readonly help?: string
}

/** A text of the product, used by its code. */
export interface Message {
  readonly text: string
  readonly kind: 'validation' | 'error' | 'warning' | 'success' | 'info' | 'dialog' | 'label' | 'empty'
  readonly when?: string
}
