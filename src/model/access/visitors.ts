import type { Expression } from '../call.ts'

/** The fields that a visitor fills in a record that stands, and the way that this takes: once. */
export interface VisitorAnswer {
  readonly way: string
  readonly fields: readonly string[]
  /** Rows of a list: the fields of each that whoever has the link reads, and fills. */
  readonly rows?: { readonly list: string; readonly shows: readonly string[]; readonly fills: readonly string[] }
}

/** Times of a day at which one of the records to which `of` leads is still free. */
export interface FreeTimes {
  /** Moments of the start and the end. */
  readonly at: string
  readonly until: string
  /** Reference to what is taken up. */
  readonly of: string
  /** Minutes from one time to the next. */
  readonly every: number
  /** Numbers that the visitor says before, each with the field of such a record that is at least as large. */
  readonly fits: Readonly<Record<string, string>>
  /** Records that take one up; those that name none yet take up any. */
  readonly when?: Expression
}

/** The words by which people without a login reach a register. */
export interface Visitors {
  /** Over the store: whether its page is open. */
  readonly when?: Expression
  /** Fields of a new record; none where people of the store make the records. */
  readonly fields: readonly string[]
  /** Added by the server: field -> expression over what the visitor filled. */
  readonly set: Readonly<Record<string, Expression>>
  /** Fields that whoever has the link reads. */
  readonly shows: readonly string[]
  readonly consent?: { readonly message: string; readonly at: string; readonly version: string }
  readonly confirm?: { readonly email: string; readonly letter: string; readonly way: string; readonly minutes: number }
  /** The letter with the link, posted when a save of the store makes `when` hold. */
  readonly invite?: { readonly email: string; readonly letter: string; readonly when: Expression }
  readonly answer?: VisitorAnswer
  /** Day or moment after which the link of the record opens nothing. */
  readonly until?: string
  readonly free?: FreeTimes
  /** Ways that the link takes, beside those that confirm and answer. */
  readonly ways: readonly string[]
  /** Address of the link's page; without one nothing opens the record again. */
  readonly page?: string
  readonly days: number
  readonly limit: { readonly address: number; readonly store: number; readonly seconds: number; readonly proofAbove?: number }
  /** Over the store: origins that may frame the public pages. */
  readonly frames?: Expression
}
