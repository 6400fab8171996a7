import type { ReferenceTarget, Value, ValueOptions } from '../kinds/kind.ts'
import type { CallSpec, Expression } from './call.ts'

/** One field of a register. */
export interface Field extends ValueOptions {
  readonly name: string
  readonly title: string
  /** Help under the control. */
  readonly help?: string
  /** Another look of its control in a screen's form. */
  readonly variant?: 'radio' | 'checkbox' | 'lines'
  /** A text that is read before the field is ticked: the title of its button, its message. */
  readonly reads?: { readonly title: string; readonly message: string; readonly version?: string }
  /** Value of a new record; `{ "now": "startOfDay" }`-like words are resolved by `model/defaults`. */
  readonly default?: Value
  /** Expression of the default, when it depends on the moment or the store. */
  readonly defaultWhen?: Expression
  /** Whether the table has a column for it. Computed fields that are not stored have none. */
  readonly stored: boolean
  readonly compute?: Expression
  /** Fields that an edit of this computed one sets: name -> expression (margin sets the sale price). */
  readonly writes?: Readonly<Record<string, Expression>>
  /** Message code of a warning shown when the condition holds after an edit of this field, and of the question that a form asks before it saves that. */
  readonly warn?: { readonly when: Expression; readonly message: string; readonly ask?: string }
  /** The gate of those who read its value; the others neither read nor write it, wherever it would stand. */
  readonly see?: Expression
  readonly visibleWhen?: Expression
  /** It stands on no screen; data, API and rules keep it. */
  readonly hidden?: true
  /** Emptied by a save while its condition does not hold. */
  readonly clearWhenHidden?: boolean
  readonly readOnlyWhen?: Expression
  readonly requiredWhen?: Expression
  /** How its value may change, from the default of a new record on; with a list in which the server writes each change down. */
  readonly ways?: Ways
  /** Server-kept fields (createdAt, codigo): shown, never taken from a body. */
  readonly readOnly: boolean
  /** Kept by the server, and yet an import may say it, as other programs tell it. */
  readonly importable?: boolean
  /** The pattern by which the server numbers new records: `RES-{year}-{0000}`. */
  readonly numbering?: string
  /** The way to the value that it keeps: by references to a field of what they lead to, `produto.grupo.nome`. */
  readonly follows?: string
  /** The figure that it keeps of another register's records that refer to its own. */
  readonly rollup?: RecordFigure
  /** Worked out by the server from other records, again and again: no deed of anybody, and nothing that an undo waits for. */
  readonly derived?: true
  /** The name outside of the store that the value claims: one store's alone, or proved by a secret field. */
  readonly claims?: { readonly name: string; readonly provedBy?: string }
  /** The kind of personal data of the value. */
  readonly personal?: PersonalData
  /** The law by which erasing the person leaves the value. */
  readonly keptByLaw?: string
  /** Written, never read back (passwords of the point of sale): stored encrypted, masked in replies. */
  readonly secret: boolean
  /** The default says that nothing was chosen: people see nothing, in forms, lists, papers and files alike. */
  readonly unset?: true
  /** Dropped when a record is cloned. */
  readonly clone: boolean
  /** Former column name, for a rename. */
  readonly was?: string
  /** Part of free-text search `q`. */
  readonly search: boolean
  /** Unique check while typing: call `{register}/uniqCodigo`, a lookup that fills other fields, or the next free value. */
  readonly lookup?: Lookup
  /** Further lookups of the same field: a uniqueness check beside a button. */
  readonly lookups?: readonly Lookup[]
  /** A call whose reply lists what can be chosen, in forms of screens. */
  readonly optionsFrom?: OptionsCall
  /** The choice of a register by which this text names one of its fields. */
  readonly fieldOf?: string
  /** The field with `fieldOf` by which this text keeps a value of the field that it names, as JSON. */
  readonly valueFor?: string
  /** The part of it that a store may set for itself: nothing, its name alone, or its initial value alone; its name and the initial value where nothing is said. */
  readonly setByStores?: false | 'title' | 'initial'
}

/** A figure over the records of a register that refer by a field to the one that keeps it: one of `count`, `sum` and `last`. */
export interface RecordFigure {
  readonly register: string
  readonly by: string
  readonly where?: Readonly<Record<string, unknown>>
  readonly count?: true
  readonly sum?: string
  readonly last?: string
}

/** The kinds of personal data: by the first four a person is known again. */
export type PersonalData = 'name' | 'document' | 'email' | 'phone' | 'address' | 'birth' | 'note' | 'account'

/** Options that a call answers with, once `when` holds. */
export interface OptionsCall {
  readonly call: CallSpec
  /** Member of the reply that lists them. */
  readonly rows?: string
  readonly value: string
  readonly label: string
  readonly when?: Expression
  readonly failure: string
}

/** The ways on which a choice changes. */
export interface Ways {
  readonly list: readonly Way[]
  /** Child list that gets a row with the new value, under the field's own name, and with what was asked. */
  readonly history?: string
  /** The choice may be empty: it begins so, and may be emptied. Else it is required. */
  readonly empty?: boolean
}

/** A way from some options to another. */
export interface Way {
  readonly id: string
  readonly title: string
  /** Absent: from any. */
  readonly from?: readonly Value[]
  readonly to: Value
  /** People who take it, of those who may change the record. */
  readonly gate?: Expression
  /** Only the product's own code takes it. */
  readonly server?: true
  /** Holds of the record as it shall be; else `message` is told at the field. */
  readonly when?: Expression
  readonly message?: string
  /** Fields that are said when it is taken. */
  readonly ask?: readonly string[]
  /** Fields and lists that are filled in by then. */
  readonly require?: readonly string[]
  /** Field -> expression. */
  readonly set?: Readonly<Record<string, Expression>>
  readonly icon?: string
  readonly tone?: 'positive' | 'danger' | 'neutral'
  /** Message code of a question that is asked first. */
  readonly confirm?: string
  /** It waits for the approval of others, where a condition holds of the record as it shall be. */
  readonly approve?: { readonly gate: Expression; readonly people?: 1 | 2; readonly above?: Expression }
}

/** A call made 750 ms (or `wait`) after typing stops, whose reply fills fields or reports a problem. */
export interface Lookup {
  readonly call: { readonly method: 'GET' | 'POST'; readonly path: string; readonly query: Readonly<Record<string, Expression>> }
  /** Runs only when this holds. */
  readonly when?: Expression
  readonly wait: number
  /** Fields filled from the reply, by name -> reply key. Filled only when empty unless `overwrite`. */
  readonly fills?: Readonly<Record<string, string>>
  /** All of them, or these always and the others while they stand as they were saved. */
  readonly overwrite?: boolean | readonly string[]
  /** Child lists that get a row from the reply while they are empty: list -> field of the row -> reply key. */
  readonly adds?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Message code when the call fails or finds nothing; `{message}` is what the server said. */
  readonly failure?: string
  /** Where a failure is told: in a toast, or under the field. */
  readonly failureAt?: 'field'
  /** Message code when the call was made; what was typed was sent, and the field is emptied. */
  readonly success?: string
  /** Run by a button beside the field with this title and not by typing. */
  readonly button?: string
  /** It also runs where a new record begins, and fills the field while it is empty. */
  readonly offered?: true
  /** Problem of the field when the reply says so; `reply` in the expression is the reply's body: `reply.count > 0`. */
  readonly problem?: { readonly when: Expression; readonly message: string }
}

/** A rule over the whole record: `when` must be true, else the message is reported at the fields. */
export interface Rule {
  readonly rule: Expression
  readonly message: string
  readonly fields: readonly string[]
}

/** The bar above a child list in which a row is typed. */
export interface AddBarView {
  readonly fields: readonly string[]
  /** The first values of fields, as long as nobody types there. */
  readonly begins?: Readonly<Record<string, Expression>>
  readonly checks: readonly AddCheck[]
  /** Fields of the first field's register by which its record is found at once. */
  readonly scan: readonly string[]
}

/** A condition before a typed row is added: its field filled in and within its limits, its rule true. */
export interface AddCheck {
  readonly field?: string
  readonly rule?: Expression
  readonly message: string
  readonly params?: Readonly<Record<string, Expression>>
}

/** Fields that together no two records of a store may have alike. */
export interface Unique {
  readonly fields: readonly string[]
  readonly message: string
  /** Only rows with every field filled take part (but with `emptyAlike`), and of those only the ones that have these values: one, or any of several. */
  readonly where?: Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>
  /** Rows in which a field is empty take part too: empty is the same as empty. */
  readonly emptyAlike?: true
}

/** Where a field's one key points, or each of its several. */
export const targetOf = ({ reference, references }: Pick<Field, 'reference' | 'references'>): ReferenceTarget | undefined =>
  reference ?? references

/**
 * Tells whether a new record has a value of the field that nobody says. That of a reference which the store's settings choose is not sure:
 * they may choose none.
 */
export const hasSureDefault = ({
  default: value,
  defaultWhen,
  reference,
}: Pick<Field, 'default' | 'defaultWhen' | 'reference'>): boolean =>
  value !== undefined || (defaultWhen !== undefined && !(reference && /\bstore\b/.test(defaultWhen)))
