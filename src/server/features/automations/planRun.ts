import { scopeOfAutomation } from '../../../model/expression/automationScope.ts'
import { type EvaluationContext, evaluateInScope } from '../../../model/expression.ts'
import type { Model } from '../../../model/model.ts'
import type { Automation, AutomationStep, Values } from '../../../model/views/automation.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { letterValue } from '../mail/letterValue.ts'
import { noticePage, noticeText, readable, type WordsSource } from '../notices/noticeText.ts'

/** The moment at which an automation starts: the record or row, its values before, the store. */
export interface StartMoment {
  readonly record: DataRow
  readonly before?: DataRow | undefined
  readonly store: DataRow
  readonly zone: string
  readonly user?: DataRow | undefined
  /** ISO 8601. */
  readonly at: string
}

export type StepKind = AutomationStep['deed']['kind']

/** A letter as it will leave. */
export interface LetterContent {
  readonly to?: string
  /** Everybody in the store who passes this gate. */
  readonly people?: string
  readonly subject: string
  readonly text: string
  readonly page?: string
  /** A document of a record that goes with it. */
  readonly document?: { readonly name: string; readonly id: string }
}

/** A notice as people will read it. */
export interface NoticeContent {
  readonly notice: string
  readonly text: string
  readonly page: string
}

/** The content of a step, all of it worked out: nothing is evaluated when it is done, nor when it is done again. */
export type StepContent =
  | { readonly kind: 'webhook'; readonly content: { readonly type: string; readonly timestamp: string; readonly data: DataRow } }
  | { readonly kind: 'mail'; readonly content: LetterContent }
  | { readonly kind: 'notify'; readonly content: NoticeContent }
  | { readonly kind: 'set'; readonly content: { readonly register: string; readonly id: string; readonly values: DataRow } }
  | { readonly kind: 'create'; readonly content: { readonly register: string; readonly values: DataRow } }
  | {
      readonly kind: 'way'
      readonly content: { readonly register: string; readonly id: string; readonly way: string; readonly values: DataRow }
    }

/** A step of a run; without a content its condition does not hold. */
export interface PlannedStep {
  readonly id: string
  readonly kind: StepKind
  readonly planned: StepContent | undefined
}

/** Tells whether the condition of an automation holds at a moment. */
export const startHolds = (model: Model, automation: Automation, moment: StartMoment): boolean =>
  automation.when === undefined || evaluated(model, automation, automation.when, moment) === true

/** Everything that an automation does at a moment. */
export const planSteps = (model: Model, automation: Automation, moment: StartMoment): PlannedStep[] =>
  automation.steps.map(({ id, when, deed }) => {
    const applies = when === undefined || evaluated(model, automation, when, moment) === true
    return { id, kind: deed.kind, planned: applies ? contentOf(model, automation, deed, moment) : undefined }
  })

function contentOf(model: Model, automation: Automation, deed: AutomationStep['deed'], moment: StartMoment): StepContent {
  const { on } = automation
  const valuesOf = (values: Values): DataRow =>
    Object.fromEntries(
      Object.entries(values).map(([name, expression]) => [name, evaluated(model, automation, expression, moment) ?? null]),
    )
  const words = wordsOf(model, automation, moment)
  const page = (template: string): string => noticePage(template, { row: moment.record })
  switch (deed.kind) {
    case 'webhook':
      return { kind: 'webhook', content: { type: automation.name, timestamp: moment.at, data: valuesOf(deed.body) } }
    case 'notify':
      return {
        kind: 'notify',
        // Braces of a value would be taken for a name.
        content: { notice: deed.notice, text: noticeText(deed.text, words).replace(/[{}]/g, ''), page: page(deed.page) },
      }
    case 'mail': {
      const fill = (template: string): string =>
        template.replace(/\{([^{}]*)\}/g, (_whole, name: string) => letterValue(readable(name, words)))
      const to = deed.to === undefined ? undefined : String(evaluated(model, automation, deed.to, moment) ?? '')
      return {
        kind: 'mail',
        content: {
          ...(to === undefined ? { people: deed.people ?? 'false' } : { to }),
          subject: fill(deed.subject).replace(/\s+/g, ' '),
          text: fill(deed.text),
          ...(deed.page === undefined ? {} : { page: page(deed.page) }),
          ...(deed.document === undefined ? {} : { document: { name: deed.document, id: String(moment.record.id ?? '') } }),
        },
      }
    }
    case 'create':
      return { kind: 'create', content: { register: deed.register, values: valuesOf(deed.values) } }
    case 'way': {
      const own = 'register' in on ? on.register : ''
      const to = model.registers[own]?.fields.find(({ name }) => name === deed.of)?.reference?.to
      const register = deed.of === undefined ? own : (to ?? '')
      const id = String(moment.record[deed.of ?? 'id'] ?? '')
      return { kind: 'way', content: { register, id, way: deed.take, values: valuesOf(deed.values) } }
    }
    case 'set':
      return {
        kind: 'set',
        content: {
          register: 'register' in on ? on.register : '',
          id: String(moment.record.id ?? ''),
          values: valuesOf(deed.values),
        },
      }
  }
}

function wordsOf(model: Model, { on }: Automation, { record, zone }: StartMoment) {
  const source: WordsSource =
    'query' in on ? { query: on.query, rows: on.rows } : { register: 'register' in on ? on.register : '' }
  return { model, notice: { on: source }, row: record, limits: {}, zone }
}

function evaluated(model: Model, automation: Automation, expression: string, moment: StartMoment): unknown {
  const scope = scopeOfAutomation(model, automation)
  if (!scope) return undefined
  const { record, before, store, zone, user, at } = moment
  const context: EvaluationContext = { record, zone, store, user, now: at, more: { before: before ?? {} } }
  return evaluateInScope(scope, expression, context)
}
