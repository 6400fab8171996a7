import type { Problem } from '../../../model/problem.ts'
import type { RequestBody } from '../../http/registerRequest.ts'
import { validationError } from '../../write/check/validationError.ts'

/** Letters of a comment, people mentioned in one, comments of a record. */
export const mostLetters = 4000
export const mostMentions = 20
export const mostComments = 2000

const isComment = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Tells whether a text can be the number of a comment. */
export const isCommentId = (text: unknown): text is string => typeof text === 'string' && isComment.test(text)

/** The words of a body and whom it mentions. */
export interface CommentWords {
  readonly body: string
  readonly mentions: readonly number[]
}

/** The task of a body. */
export interface CommentTask {
  readonly assigneeId: number | null
  readonly due: string | null
}

/** Reads `texto` and `mencoes`. @throws ApiError 422 */
export function readWords(body: RequestBody): CommentWords {
  const problems: Problem[] = []
  const text = typeof body.texto === 'string' ? body.texto.toWellFormed().replaceAll('\u0000', '').trim() : ''
  if (text === '') problems.push({ path: 'texto', code: 'comment.text-needed', params: {} })
  if (text.length > mostLetters) problems.push({ path: 'texto', code: 'comment.text-long', params: { max: mostLetters } })
  const said: unknown = body.mencoes ?? []
  const mentions = Array.isArray(said) ? said.filter(isPerson) : []
  if (!Array.isArray(said) || mentions.length < said.length)
    problems.push({ path: 'mencoes', code: 'comment.person-unknown', params: {} })
  else if (mentions.length > mostMentions)
    problems.push({ path: 'mencoes', code: 'comment.too-many-people', params: { max: mostMentions } })
  if (problems.length > 0) throw validationError(problems)
  return { body: text, mentions: [...new Set(mentions)] }
}

/** Reads `responsavel` and `prazo`. @throws ApiError 422 */
export function readTask(body: RequestBody): CommentTask {
  const problems: Problem[] = []
  const { responsavel = null, prazo = null } = body
  const assigneeId = isPerson(responsavel) ? responsavel : null
  const due = isDay(prazo) ? prazo : null
  if (assigneeId !== responsavel) problems.push({ path: 'responsavel', code: 'comment.person-unknown', params: {} })
  if (due !== prazo) problems.push({ path: 'prazo', code: 'comment.day-invalid', params: {} })
  else if (due !== null && responsavel === null) problems.push({ path: 'prazo', code: 'comment.due-alone', params: {} })
  if (problems.length > 0) throw validationError(problems)
  return { assigneeId, due }
}

const isPerson = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** A day of the calendar, in years that a shop plans for. */
const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[12]\d{3}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)
