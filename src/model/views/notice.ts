import type { Expression } from '../call.ts'

/** Changes of a record at which a notice looks. */
export type NoticeEvent = 'made' | 'changed' | 'saved'

/** A record was made or changed. */
interface OnChange {
  readonly register: string
  readonly event: NoticeEvent
}

/** A record's day or moment comes, or has passed by so much. */
interface OnMoment {
  readonly register: string
  readonly at: string
  readonly days?: number
  readonly minutes?: number
}

/** Rows that a report's query finds, asked for again and again. */
interface OnRows {
  readonly query: string
  readonly rows: string
  /** Column that tells one row from another. */
  readonly key: string
  readonly parameters: Readonly<Record<string, string | number | boolean>>
  readonly every: 'hour' | 'day'
}

/** A step of an automation that is about a record of this register, or about none (''). */
interface OnStep {
  readonly register: string
  readonly step: string
}

/** The comments of a person's records: the one whom they concern is told. */
export type TalkEvent = 'mention' | 'task' | 'answer' | 'due'

/** Somebody is told of a comment: words of it are `name`, `register` and `record`. */
interface OnTalk {
  readonly register: string
  readonly discuss: TalkEvent
}

/** The fate of a way that others approve: those who may are asked, and whoever asked is told. */
export type ApprovalEvent = 'asked' | 'approved' | 'refused'

/** Somebody is told of an approval: words of it are `name`, `way`, `register`, `record` and `reason`. */
interface OnApproval {
  readonly register: string
  readonly approve: ApprovalEvent
}

/** The start of a notice to single people: by a record's comments, or an approval. */
export type PersonalStart = Pick<OnTalk, 'discuss'> | Pick<OnApproval, 'approve'>

/** Something of which people of a store are told when it begins to be so: `schemas/notices/<name>.json`. */
export interface Notice {
  readonly name: string
  readonly title: string
  readonly help?: string
  readonly gate: Expression
  readonly tone: 'info' | 'warning' | 'danger' | 'positive'
  readonly on: OnChange | OnMoment | OnRows | OnStep | OnTalk | OnApproval
  /** Over the record, its values `before` and the store's `limits`, or over the row. */
  readonly when?: Expression
  /** Register with one record a store: its limits. */
  readonly limits?: string
  /** A cause is told once, though it does not hold in between. */
  readonly once?: boolean
  /** Template of what tells one cause from another. */
  readonly cause: string
  readonly text: string
  readonly page: string
  /** One in place of many that come at once. */
  readonly several?: { readonly text: string; readonly page: string }
}

/** The notice of a Model for what is told to single people. */
export function personalNotice(notices: Readonly<Record<string, Notice>>, start: PersonalStart): Notice | undefined {
  return Object.values(notices).find(({ on }) =>
    'discuss' in start ? 'discuss' in on && on.discuss === start.discuss : 'approve' in on && on.approve === start.approve,
  )
}

/** The names in braces of a template, with their places. */
export const placeholdersOf = (template: string): { readonly name: string; readonly at: number }[] =>
  [...template.matchAll(/\{([^{}]*)\}/g)].map(match => ({ name: match[1] ?? '', at: match.index + 1 }))
