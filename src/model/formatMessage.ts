import type { Message } from './message.ts'
import type { Model } from './model.ts'
import type { Problem } from './problem.ts'

/** `count` chooses the plural, so it is a number until the text is written. */
type Params = Readonly<Record<string, string | number>> & { readonly count?: number }

/** Gives the text of a message code, its `{parameters}` filled in. */
export type Translate = (code: string, params?: Params) => string

const plurals = new Intl.PluralRules('pt-BR')

/** The text of a message, its `{parameters}` filled in; an unknown code is its own text. */
export function formatMessage(model: Pick<Model, 'messages'>, code: string, params: Params = {}): string {
  const message = Object.hasOwn(model.messages, code) ? model.messages[code] : undefined
  const counted = message?.count ?? 'count'
  return (message ? formOf(message, params) : code).replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? written(params[name] ?? '', name === counted) : whole,
  )
}

/** Every text that a message can say. */
export const messageTexts = ({ text }: Message): readonly string[] => (typeof text === 'string' ? [text] : Object.values(text))

/** Where a message names its parameters: the member that holds the text, and the character after the brace. */
export const placesIn = ({
  text,
}: Pick<Message, 'text'>): { readonly at: readonly string[]; readonly offset: number; readonly name: string }[] => {
  const forms =
    typeof text === 'string'
      ? [[['text'], text] as const]
      : Object.entries(text).map(([form, one]) => [['text', form], one] as const)
  return forms.flatMap(([at, one]) =>
    [...one.matchAll(/\{(\w+)\}/g)].map(({ 1: name = '', index }) => ({ at, offset: index + 1, name })),
  )
}

function formOf({ text, count: name = 'count' }: Message, params: Params): string {
  if (typeof text === 'string') return text
  const count = params[name]
  if (typeof count !== 'number') return text.other
  if (count === 0 && text.zero !== undefined) return text.zero
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = text
  return forms[plurals.select(count)] ?? text.other
}

/** Counts and decimals read as Brazil writes numbers; other whole numbers are lines and codes, and stay as they are. */
const written = (value: string | number, counted: boolean): string =>
  typeof value === 'number' && (counted || !Number.isInteger(value))
    ? value.toLocaleString('pt-BR', { maximumFractionDigits: 12 })
    : String(value)

/** The text of a record's problem. */
export const formatProblem = (model: Pick<Model, 'messages'>, problem: Problem): string =>
  formatMessage(model, problem.code, problem.params)
