import type { Expression } from '../call.ts'

/** Records that are people. */
export interface PersonRule {
  readonly gate: Expression
  /** Records that refer to a person for whose sake nobody erases them yet. */
  readonly heldBy?: readonly PersonHold[]
}

export interface PersonHold {
  readonly register: string
  readonly field: string
  readonly where?: Readonly<Record<string, string | number | boolean>>
  readonly message: string
}

/** The people whose personal values a record holds, and its fate when such a person is erased. */
export interface AboutRule {
  readonly whose: readonly Belonging[]
  readonly keptByLaw?: string
  readonly erase: 'blank' | 'remove'
}

/** A reference to the person or to a record about them; with `same`, a value that is the person's; `by`: what refers to the record. */
export interface Belonging {
  readonly field?: string
  readonly same?: 'name' | 'document' | 'email' | 'phone'
  readonly by?: { readonly register: string; readonly field: string }
}
