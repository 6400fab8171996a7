import type { Model } from './model.ts'
import type { Problem } from './problem.ts'

type Params = Readonly<Record<string, string | number>>

/** The text of a message, its `{parameters}` filled in; an unknown code is its own text. */
export function formatMessage(model: Pick<Model, 'messages'>, code: string, params: Params = {}): string {
  const text = Object.hasOwn(model.messages, code) ? model.messages[code]?.text : undefined
  return (text ?? code).replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? written(params[name] ?? '') : whole,
  )
}

/** Numbers with decimals read as Brazil writes them; whole ones are counts, lines and codes, and stay as they are. */
const written = (value: string | number): string =>
  typeof value === 'number' && !Number.isInteger(value)
    ? value.toLocaleString('pt-BR', { maximumFractionDigits: 12 })
    : String(value)

/** The text of a record's problem. */
export const formatProblem = (model: Pick<Model, 'messages'>, problem: Problem): string =>
  formatMessage(model, problem.code, problem.params)
