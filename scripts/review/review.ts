import type { ChangeSection } from '../describe/changes/changeLine.ts'

/** The effect of a change of the definitions on the rows that are there. */
export interface Impact {
  /** Title of the register. */
  readonly place: string
  readonly text: string
  /** Rows concerned. */
  readonly rows: number
  /** Whether rows break a rule or data is lost, or it is only worth knowing. */
  readonly serious: boolean
  /** Whether people mend it in the rows themselves. */
  readonly fixable?: boolean
  /** Whether the tables cannot be changed while it is so. */
  readonly stops?: boolean
  /** A few of the values. */
  readonly examples: readonly string[]
}

/** The needs of the tables, as `npm start` would fulfil them. */
export interface TablesPlan {
  readonly migrations: readonly string[]
  /** The statements in words. */
  readonly words: readonly string[]
  readonly steps: readonly string[]
  readonly refusals: readonly {
    readonly place: string
    readonly why: string
    readonly file: string
    readonly statement: string
  }[]
  readonly notices: readonly string[]
}

/** The review of a configuration: `npm run review` prints it, and its page in Storybook shows it. */
export interface Review {
  readonly ref: string
  readonly commit: string
  /** ISO date of the commit. */
  readonly since: string
  readonly made: string
  readonly sections: readonly ChangeSection[]
  /** Definitions that cannot be read: then, by today's rules, and now. */
  readonly unread: { readonly past: readonly string[]; readonly now: readonly string[] }
  /** Places at which the product and a layer have drifted apart, each with its line. */
  readonly drift?: readonly string[]
  /** Absent when no database was given. */
  readonly impact?: readonly Impact[]
  readonly plan?: TablesPlan
  /** The steps to take, in their order. */
  readonly apply?: readonly string[]
}
