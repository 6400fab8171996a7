import { evaluate } from '../../model/expression.ts'
import { formatProblem } from '../../model/formatMessage.ts'
import type { Model } from '../../model/model.ts'
import type { Problem } from '../../model/problem.ts'
import { fieldOf } from '../../model/register.ts'
import { ApiError } from '../error.ts'
import { type PostedLetter, postLetterWithin } from '../features/mail/postLetter.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import { storeCaller } from '../query/remembered/storeCaller.ts'
import { acceptedValues } from '../write/check/assignments.ts'
import { validationError } from '../write/check/validationError.ts'
import { runWrite } from '../write/runWrite.ts'
import { saveOneRecord } from '../write/saveRecords.ts'
import type { UnitOfWork, WriteContext } from '../write/unitOfWork.ts'
import { type OpenPage, pageHead, textOf } from './openPage.ts'
import { linkKey, visitAddress } from './visitLink.ts'

/** The work of a visitor in a store: the server writes it, and the history names nobody. */
export async function visitContext(writing: WriteContext, lojaId: number): Promise<WriteContext> {
  const { service, model, caller } = writing
  return { ...writing, caller: await storeCaller(service.database, model, { lojaId, requestId: caller.requestId }) }
}

/** Keeps what a visitor filled, by the gate of all writes, and posts the letter that asks them to confirm. Gives the key of the record. */
export async function saveVisit(writing: WriteContext, page: OpenPage, input: DataRow): Promise<string> {
  const { table, visitors, store } = page
  const body = bodyOf(writing.model, page, input)
  const context = await visitContext(writing, store.id)
  const ofVisitor = new Set(visitors.fields)
  const run = async (work: UnitOfWork): Promise<string> => {
    const saved = await saveOneRecord(body, table, { ...work, byServer: true })
    const key = linkKey(work.service, page, saved.id)
    await postConfirmation(work, page, saved, key)
    return key
  }
  return runWrite(context, table.register, run).catch((error: unknown) => {
    throw error instanceof ApiError ? withoutForeign(error, ofVisitor, writing.model) : error
  })
}

/** The fields that visitors fill, what the server adds, and their consent; nothing else of what was sent. */
function bodyOf(model: Model, { table, visitors, store, own }: OpenPage, input: DataRow): DataRow {
  const { register } = table
  const said = Object.fromEntries(visitors.fields.flatMap(name => (name in input ? [[name, input[name]]] : [])))
  const body: DataRow = { ...said }
  const { consent } = visitors
  if (consent) {
    const { version = '' } = model.messages[consent.message] ?? {}
    const problems: Problem[] = []
    if (input.consentimento !== true) problems.push({ path: 'consentimento', code: 'visit.consent-required' })
    else if ((input.consentimento_versao ?? version) !== version)
      problems.push({ path: 'consentimento', code: 'visit.consent-changed' })
    if (problems.length > 0) throw validationError(problems)
    Object.assign(body, { [consent.at]: new Date().toISOString(), [consent.version]: version })
  }
  for (const [name, expression] of Object.entries(visitors.set)) {
    const record = { ...acceptedValues(body, table) }
    const value = evaluate(model, register.name, expression, { record, store: own, zone: store.zone, isNew: true })
    if (value !== undefined) body[name] = value
  }
  return body
}

async function postConfirmation(work: UnitOfWork, page: OpenPage, saved: DataRow, key: string): Promise<void> {
  const { confirm } = page.visitors
  if (!confirm) return
  // A sender learns nothing of the address: a letter that may not be written is none, and the record goes by itself.
  await postLetterWithin(work, visitLetter(work.model, page, saved, { ...confirm, key }))
}

/** The letter that brings a visitor their link: with the fields that the page shows. */
export function visitLetter(
  model: Model,
  page: OpenPage,
  record: DataRow,
  { email, letter, key }: { readonly email: string; readonly letter: string; readonly key: string },
): PostedLetter {
  const { visitors, table, store } = page
  const shown = visitors.shows.map(name => [name, textOf(fieldOf(table.register, name), record[name], store.zone)] as const)
  const params = { ...Object.fromEntries(shown), store: pageHead(model, page).nome, link: visitAddress(visitors.page, key) }
  return { sender: store.id, to: String(record[email]), code: letter, params }
}

/** Problems of what visitors filled stay; of anything else they hear that it cannot be, and not why. */
export function withoutForeign(error: ApiError, ofVisitor: ReadonlySet<string>, model: Model): ApiError {
  if (error.statusCode !== 422 || error.details.some(({ path }) => path === 'consentimento')) return error
  const own = error.details.filter(({ path }) => ofVisitor.has(path.split('.')[0] ?? ''))
  if (own.length === 0) return new ApiError(422, 'visit.refused')
  return own.length === error.details.length
    ? error
    : validationError(own.map(one => ({ ...one, text: formatProblem(model, one) })))
}
