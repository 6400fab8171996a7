import type { Result } from '../base/result.ts'

/** Every value kind that has code of its own. A refinement (schemas/kinds.json) is one of these with a pattern, mask or length. */
export type KindName =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'choice'
  | 'multiChoice'
  | 'taxId'
  | 'weekdays'
  | 'reference'
  | 'references'
  | 'image'
  | 'file'
  | 'members'

/** An attachment: what it is called, what it holds, its bytes, and where the server keeps it. */
export interface FileValue {
  readonly url: string
  readonly name: string
  readonly type: string
  readonly size: number
}

/** Plain values by name, as another system tells them. */
export type MembersValue = Readonly<Record<string, string | number | boolean>>

/** A JSON value as it travels: what a record holds under a field's name. `null` is an empty field. */
export type Value = string | number | boolean | readonly (string | number)[] | FileValue | MembersValue | null

/** One option of a choice: the stored value and the text that people read. */
export interface Choice {
  readonly value: string | number
  readonly title: string
  /** Meaning for colour, always beside the text: used by chips. */
  readonly tone?: 'positive' | 'warning' | 'danger' | 'info' | 'neutral'
}

/** Where a reference points. */
export interface ReferenceTarget {
  /** Register that holds the record. */
  readonly to: string
  /** Name of the included record beside the id: `grupoId` is read as `grupo`. */
  readonly as: string
  /** Whether the target's key is text (NCM, CEST) and not a number. */
  readonly textKey: boolean
  /** Fewest typed characters before a search is sent (0 = opens with suggestions). */
  readonly from: number
  /** LoopBack `where` that narrows the choices. */
  readonly where?: Readonly<Record<string, unknown>>
  /** Fields of a record that is created in place: expressions over the record that refers. */
  readonly newRecord?: Readonly<Record<string, string>>
  /**
   * The fate of the row that refers when the target is deleted; default refuses the deletion. `keep`: nothing, the number stays as it was, and the
   * database neither checks nor indexes it (lines of sales).
   */
  readonly onRemove: 'refuse' | 'empty' | 'keep'
}

/** A display mask: fits a text of as many characters as it has places, and that matches its condition. */
export type Mask = string | { readonly mask: string; readonly when: string }

/** A refinement as `schemas/kinds.json` says it. */
export interface Refinement {
  readonly kind: KindName
  readonly title: string
  /** Regular expression of the stored form. */
  readonly pattern?: string
  /** Display masks over the stored characters (`#` one character), the first that fits: `["#####-###"]`. */
  readonly masks?: readonly Mask[]
  readonly minLength?: number
  readonly maxLength?: number
  /** Only these characters of what is typed are kept: `digits`, or `word` (no spaces). */
  readonly keep?: 'digits' | 'word' | 'alphanumeric'
  readonly case?: 'upper' | 'lower'
  /** Stored as a whole number in the database although it travels as a string of digits. */
  readonly numeric?: boolean
  /** `inputmode` of the control, for phones' keyboards. */
  readonly keyboard?: 'numeric' | 'tel' | 'email' | 'url'
  /** How the control looks where it is not a plain field: several lines, a colour, a hidden text, a row of short buttons, a file, a text of machines. */
  readonly look?: 'lines' | 'colour' | 'secret' | 'scale' | 'file' | 'code'
  /** Characters of it that a cell shows. */
  readonly shown?: number
  /** How the names of files end that a control of files takes: `.pfx`. */
  readonly endings?: readonly string[]
  /** Several files may be chosen at once: their data URLs stand one a line. */
  readonly several?: boolean
  /** The meanings of the first and the last choice of a scale. */
  readonly ends?: readonly string[]
  readonly choices?: readonly Choice[]
  /** Message code when the pattern is not met. */
  readonly message?: string
  /** A check in code that a pattern cannot express: see src/kinds/text/checks.ts. */
  readonly check?: 'ean'
  /** Characters dropped in front of what would be too long: the country code of a pasted phone number. */
  readonly prefix?: string
  /** Logos before its texts: a part of a text -> the logo. */
  readonly logos?: Readonly<Record<string, string>>
  /** Texts that have one colour in every chart, by the place of that colour. */
  readonly colours?: readonly (readonly string[])[]
  /** A number that names something: written without the points of thousands. */
  readonly plain?: boolean
}

/** The definition of one value. Each kind reads its own options and knows no other field. */
export interface ValueOptions {
  readonly kind: KindName
  /** The refinement's name, if the field has one. */
  readonly refinement?: string
  readonly refine?: Refinement
  readonly required: boolean
  /** Text inside the control, before what is typed: `+55`. */
  readonly before?: string
  /** The data of the person who types that browsers may fill in. */
  readonly autocomplete?: string
  readonly min?: number
  readonly max?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  /** Decimal places of a decimal, money or percent. */
  readonly decimals?: number
  /** Fewest and most of several choices. */
  readonly minItems?: number
  readonly maxItems?: number
  /** Types of a file that are taken, all when absent: `application/pdf`, `image/*`. */
  readonly accepts?: readonly string[]
  /** Most bytes of a file. */
  readonly maxBytes?: number
  /** A picture that is kept as it was chosen. */
  readonly unchanged?: true
  readonly choices?: readonly Choice[]
  /** Values that are no choices are shown as they are. */
  readonly others?: 'shown'
  readonly reference?: ReferenceTarget
  /** Where each of several keys points: a value of many records, which is no reference to one. */
  readonly references?: ReferenceTarget
  /** Message codes that take the place of the standard ones, by check: `{ "pattern": "only-digits" }`. */
  readonly messages?: Readonly<Record<string, string>>
  /** IANA time zone in which date-times are read and shown; the store's. */
  readonly zone?: string
}

/** Why a value is refused: a message code with its parameters. The words live in schemas/messages. */
export interface ValueProblem {
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** A JSON Schema fragment (2020-12). */
export type SchemaFragment = Readonly<Record<string, unknown>>

/** Type of a field inside an expression (CEL). */
export type ExpressionType = 'string' | 'int' | 'decimal' | 'bool' | 'list<int>' | 'list<string>' | 'map'

/** The JSON types that a field's definition may name. */
export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'

/** Words of a definition that narrow what a field takes. */
export type LimitWord =
  | 'decimals'
  | 'minimum'
  | 'maximum'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'minItems'
  | 'maxItems'
  | 'accepts'
  | 'maxBytes'

/**
 * How people enter a value: `typed` as a line of text, `dated` typed or picked from a calendar, `chosen` from a list, `ticked` as
 * several parts of one group, `switched` on or off, or `uploaded` as a file.
 */
export type Entry = 'typed' | 'dated' | 'chosen' | 'ticked' | 'switched' | 'uploaded'

/** A column's width in pixels; one that is not fixed gives way or takes the room that is left. */
export interface ColumnRoom {
  readonly width: number
  readonly fixed: boolean
}

/** The room that a value takes where it is shown. */
export interface Room {
  /** Columns of a form's line, which has twelve. */
  readonly span: number
  /** Whether it takes what its line in a form leaves. */
  readonly grows: boolean
  /** In a list, where it is read. */
  readonly list: ColumnRoom
  /** In the rows of a child list, where it is entered. */
  readonly rows: ColumnRoom
}

/** How a field is searched by in a filter panel. */
export interface FilterUse {
  readonly operator: 'eq' | 'like' | 'between' | 'contains' | 'inq'
  /** Whether a panel that no definition describes offers it: few values, or days. */
  readonly offered: boolean
}

/**
 * A kind of value, which answers for itself on both sides of the wire. Members are methods, so that a kind of a narrow `V` fits the erased type that
 * the generic runtime holds.
 */
export interface Kind<V extends Value = Value> {
  /** Reads what a person typed or a CSV cell holds. Blank text is an empty value (`null`). */
  parse(text: string, o: ValueOptions): Result<V | null, ValueProblem>
  /** The text that people read, in pt-BR. An empty value is ''. */
  format(value: V | null, o: ValueOptions): string
  /** The text an input starts from and a CSV holds: no currency sign, readable by `parse`. */
  edit(value: V | null, o: ValueOptions): string
  /** The text of an exported file, where that differs from `edit`. */
  exported?(value: V | null, o: ValueOptions): string
  /** How a spreadsheet shows the value as a number of its own. Absent: as text. */
  readonly sheet?: 'whole' | 'money' | 'decimal' | 'date' | 'dateTime'
  /** Brings a JSON value to the stored form (a number for a code of digits becomes its string), or says why it cannot be one. */
  accept(value: unknown, o: ValueOptions): Result<V, ValueProblem>
  /** Tells whether an accepted value obeys the field's limits. */
  check(value: V, o: ValueOptions): ValueProblem | undefined
  /** The field's fragment of the record's JSON Schema. */
  schema(o: ValueOptions): SchemaFragment
  /** How a definition may say that the value travels, the usual type first. */
  readonly jsonTypes: readonly JsonType[]
  /** The limits that mean something to it. */
  readonly limits: readonly LimitWord[]
  /** The source of choices that the definition must name: its own options, or another register's records. */
  readonly chosenFrom?: 'options' | 'records'
  /** It keeps several keys of another register's records. */
  readonly keepsKeys?: boolean
  /** Type and value inside expressions; an empty value is the type's zero. */
  expressionType(o: ValueOptions): ExpressionType
  /** Returns the value inside expressions, where that is another one. */
  inExpression?(value: V): Value
  /** Decimal places that a number keeps, 0 for a whole one. Absent: it is no number. */
  places?(o: ValueOptions): number
  /** Sign that stands beside a number: R$ before it, % after it. */
  readonly sign?: { readonly before?: string; readonly after?: string }
  /** Its relation to time: a calendar day, an instant (which needs a zone to be read), or an hour of any day. */
  readonly time?: 'day' | 'instant' | 'hour'
  /** The value in place of a missing one where one is needed. */
  readonly zero?: V
  /** There is no empty value: a new record starts with `zero`, and nobody can clear it. */
  readonly alwaysSet?: boolean
  /** Words of people: it can name a record, and is found by how it begins. */
  readonly words?: boolean
  /** It is the official number of a person or company, by which these are looked for. */
  readonly identifies?: boolean
  /** Said beside a record's name to tell it from others of that name: a date, an amount. */
  readonly tellsApart?: boolean
  /** The file that the server keeps beside the record: a picture that anyone with its address sees, or a file for people who may see the record. */
  readonly keeps?: 'picture' | 'attachment'
  readonly entry: Entry
  readonly align: 'start' | 'end' | 'center'
  room(o: ValueOptions): Room
  filter(o: ValueOptions): FilterUse
  /** Whether a column of it can be summed. */
  readonly sums: boolean
}

/** Comparisons that a `where` may hold. */
export type Operator =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'between'
  | 'inq'
  | 'nin'
  | 'like'
  | 'nlike'
  | 'ilike'
  | 'contains'

/** How a kind lives in PostgreSQL. */
export interface Column<V extends Value = Value> {
  /** The column's SQL type, e.g. `numeric(12,2)`. */
  sqlType(o: ValueOptions): string
  /** A stored value as a query parameter. */
  toRow(value: V, o: ValueOptions): unknown
  /** Returns the value of `pg`'s result, as it travels. */
  fromRow(raw: unknown, o: ValueOptions): V
  readonly operators: readonly Operator[]
  /** It holds several values: `inq` finds rows that have any of those asked for among theirs. */
  readonly several?: boolean
  /** Its text in the column of free-text search, from the quoted name. Absent: nothing is searched by it. */
  searchText?(name: string, o: ValueOptions): string
  /** Tells whether the values sort as words of the language do. */
  sortsAsWords?(o: ValueOptions): boolean
}
