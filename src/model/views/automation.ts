import type { Expression } from '../call.ts'

/** A record was made, changed or removed. */
interface OnEvent {
  readonly register: string
  readonly event: 'made' | 'changed' | 'saved' | 'removed'
  /** A change counts only where one of these took another value. */
  readonly fields?: readonly string[]
}

/** A choice of a record was moved on. */
interface OnState {
  readonly register: string
  readonly state: string
  readonly to: string | number
  readonly from?: string | number
}

/** A record took a way of one of its choices. */
interface OnWay {
  readonly register: string
  readonly way: string
}

/** A record's day or moment comes, or has passed by so much. */
interface OnMoment {
  readonly register: string
  readonly at: string
  readonly days?: number
  readonly minutes?: number
  /** The day comes again each year. */
  readonly yearly?: true
  readonly time: string
}

/** A call names a record. */
interface OnCall {
  readonly register: string
  readonly call: true
}

/** A time of the store's clock comes. */
interface OnTime {
  readonly every: 'hour' | 'day' | 'month'
  readonly time: string
}

/** Rows that a report's query finds, asked at a time that comes again. */
interface OnRows extends OnTime {
  readonly query: string
  readonly rows: string
  readonly key: string
  readonly parameters: Readonly<Record<string, string | number | boolean>>
}

export type AutomationStart = OnEvent | OnState | OnWay | OnMoment | OnCall | OnTime | OnRows

export type Values = Readonly<Record<string, Expression>>

/** The deed of a step, under the name of its word. */
export type StepDeed =
  | { readonly kind: 'webhook'; readonly body: Values }
  | {
      readonly kind: 'mail'
      readonly to?: Expression
      readonly people?: Expression
      readonly subject: string
      readonly text: string
      readonly page?: string
      /** Name of a document of the record that goes with it. */
      readonly document?: string
    }
  /** `notice` names it among the notices, of which people choose how to be told. */
  | { readonly kind: 'notify'; readonly notice: string; readonly text: string; readonly page: string }
  | { readonly kind: 'set'; readonly values: Values }
  | { readonly kind: 'create'; readonly register: string; readonly values: Values }
  /** \`of\` is the reference whose record takes it; without it the record itself does. */
  | { readonly kind: 'way'; readonly take: string; readonly of?: string; readonly values: Values }

export interface AutomationStep {
  readonly id: string
  readonly when?: Expression
  readonly onFailure: 'tell' | 'stop' | 'go-on'
  readonly deed: StepDeed
}

/** Steps that are done by themselves when something happens: `schemas/automations/<name>.json`. */
export interface Automation {
  readonly name: string
  readonly title: string
  readonly help?: string
  readonly gate: Expression
  readonly on: AutomationStart
  /** Over the record or row, and its values `before`. */
  readonly when?: Expression
  /** Also for what imports, undos and changes of many at once write. */
  readonly bulk: boolean
  readonly steps: readonly AutomationStep[]
}

/** The register whose record starts it; undefined where a time or a query does. */
export const registerOfStart = (on: AutomationStart): string | undefined => ('register' in on ? on.register : undefined)
