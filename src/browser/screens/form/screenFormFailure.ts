import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import { CallError } from '../../data/api.ts'
import { isShown, type ScreenFormContext } from './screenForm.ts'

export interface ScreenFailure {
  readonly tone: 'warning' | 'danger'
  readonly text: string
  /** The server's further words. */
  readonly detail: string | undefined
}

interface RefusedField {
  readonly name: string
  readonly text: string
}

/** Returns the failure of a form. The server's words about a refusal on purpose say more than the form's own; those about its breakdown do not. That nothing answered is told: there it is the network that has to be mended. */
export function failureOf(error: unknown, code: string | undefined, model: Model): ScreenFailure {
  const message = error instanceof Error ? error.message : String(error)
  const text = code ? formatMessage(model, code, { message }) : message
  const tone = code && model.messages[code]?.kind === 'warning' ? 'warning' : 'danger'
  const telling = error instanceof CallError && [0, 409, 422, 424, 429].includes(error.status)
  return { tone, text, detail: telling && text !== message ? message : undefined }
}

/** Fields of the form that the server names in a refusal, with its words. */
export function refusedFields(error: unknown, context: ScreenFormContext): readonly RefusedField[] {
  if (!(error instanceof CallError)) return []
  const shown = new Set(context.form.fields.filter(field => isShown(context, field.visibleWhen)).map(({ name }) => name))
  return error.details.flatMap(({ path, message }) => (shown.has(path) ? [{ name: path, text: message }] : []))
}

/** The failure, unless a field says the same already: twice on one screen is noise. */
export function failureBeyond(refused: readonly RefusedField[], failure: ScreenFailure): ScreenFailure | undefined {
  return failure.detail === undefined && refused.some(({ text }) => text === failure.text) ? undefined : failure
}
