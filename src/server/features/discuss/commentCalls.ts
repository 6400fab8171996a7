import { randomUUID } from 'node:crypto'
import type { CommentPerson, CommentReply } from '../../../api/comment.ts'
import { pathParameter } from '../../access/requestParts.ts'
import { ApiError } from '../../error.ts'
import { readPaging } from '../../http/paging.ts'
import { type RegisterRequest, requestBodyOf } from '../../http/registerRequest.ts'
import { spendBy } from '../../quotas/countCalls.ts'
import { validationError } from '../../write/check/validationError.ts'
import { readersOf } from '../notices/readers.ts'
import { isCommentId, mostComments, readTask, readWords } from './commentInput.ts'
import {
  addComment,
  type CommentRow,
  changeTask,
  changeWords,
  commentsOf,
  countComments,
  emptyComment,
  holdComment,
  markDone,
} from './commentRows.ts'
import { type Discussion, discussionOf, mayAct, namesIn, personWriting, replyOf, storeOf } from './discussion.ts'
import { type ToldOf, tellOfComment } from './tellComment.ts'

/** GET {register}/{id}/comentarios: what was said of a record, the newest first; for who sees it. */
export async function listComments(ask: RegisterRequest): Promise<CommentReply[]> {
  const about = await discussionOf(ask)
  const page = readPaging(ask.query, { limit: 50, most: 100 })
  return ask.service.database.read({ stores: [about.place.lojaId] }, async q => {
    ask.reply.header('content-count', await countComments(q, about.place))
    const rows = await commentsOf(q, about.place, page)
    const names = await namesIn(rows, ask.model, q)
    return rows.map(row => replyOf(row, names, about.caller))
  })
}

/** GET {register}/{id}/comentarios/pessoas?busca=: names of those of the store who see the record. */
export async function listReaders(ask: RegisterRequest): Promise<readonly CommentPerson[]> {
  const about = await discussionOf(ask)
  const text = typeof ask.query.busca === 'string' ? ask.query.busca.slice(0, 80) : ''
  const place = { service: ask.service, model: ask.model, store: await storeOf(about, ask) }
  return readersOf(about.row.id, ask.table, place, { text, limit: 20 })
}

/** POST {register}/{id}/comentarios {texto, mencoes?, resposta?, responsavel?, prazo?}. */
export async function writeComment(ask: RegisterRequest): Promise<CommentReply> {
  const body = requestBodyOf(ask)
  const about = await discussionOf(ask, body.lojaId)
  const userId = personWriting(about.caller)
  spendBy(ask.request, ask.service, 'comments', about.caller)
  const words = readWords(body)
  const task = readTask(body)
  await refuseStrangers(about, ask, words.mentions, task.assigneeId)
  const answers = body.resposta ?? null
  if (answers !== null && !isCommentId(answers)) throw new ApiError(404, 'not-found')
  const id = randomUUID()
  await inStore(about, ask, async q => {
    const answered = answers === null ? undefined : await holdComment(q, about.place, answers)
    if (answers !== null && !answered) throw new ApiError(404, 'not-found')
    // Answers to an answer belong to what was said first: one level is enough to follow.
    const first = answered?.answers ?? answered?.id ?? null
    if (!(await addComment(q, about.place, { id, userId, answers: first, ...words, ...task }, mostComments)))
      throw new ApiError(422, 'comment.full', { max: mostComments })
    await tell(q, about, ask, { id }, [
      ...words.mentions.map((to): ToldOf => ({ userId: to, event: 'mention' })),
      ...(task.assigneeId === null ? [] : [{ userId: task.assigneeId, event: 'task' as const }]),
      ...(answered ? [{ userId: answered.userId, event: 'answer' as const }] : []),
    ])
  })
  return standing(about, ask, id)
}

/** PATCH {register}/{id}/comentarios/{comentario} {texto, mencoes?}: one's own words. */
export async function changeComment(ask: RegisterRequest): Promise<CommentReply> {
  const body = requestBodyOf(ask)
  const about = await discussionOf(ask, body.lojaId)
  personWriting(about.caller)
  spendBy(ask.request, ask.service, 'comments', about.caller)
  const words = readWords(body)
  await refuseStrangers(about, ask, words.mentions, null)
  const before = await changing(about, ask, 'editar', async (q, id, row) => {
    await changeWords(q, about.place.lojaId, id, words)
    const fresh = words.mentions.filter(to => !row.mentions.includes(to))
    await tell(
      q,
      about,
      ask,
      { id },
      fresh.map(to => ({ userId: to, event: 'mention' })),
    )
  })
  return standing(about, ask, before.id)
}

/** POST {register}/{id}/comentarios/{comentario}/tarefa {responsavel, prazo?}. */
export async function assignComment(ask: RegisterRequest): Promise<CommentReply> {
  const body = requestBodyOf(ask)
  const about = await discussionOf(ask, body.lojaId)
  personWriting(about.caller)
  spendBy(ask.request, ask.service, 'comments', about.caller)
  const task = readTask(body)
  await refuseStrangers(about, ask, [], task.assigneeId)
  const before = await changing(about, ask, 'tarefa', async (q, id, row) => {
    await changeTask(q, about.place.lojaId, id, task)
    if (task.assigneeId !== null && task.assigneeId !== row.assigneeId)
      await tell(q, about, ask, { id, cause: randomUUID() }, [{ userId: task.assigneeId, event: 'task' }])
  })
  return standing(about, ask, before.id)
}

/** POST {register}/{id}/comentarios/{comentario}/feito {feito}. */
export async function finishComment(ask: RegisterRequest): Promise<CommentReply> {
  const body = requestBodyOf(ask)
  const about = await discussionOf(ask, body.lojaId)
  const userId = personWriting(about.caller)
  if (typeof body.feito !== 'boolean') throw new ApiError(400, 'bad-request', {}, [{ path: 'feito', code: 'content-invalid' }])
  const by = body.feito ? userId : null
  const before = await changing(about, ask, 'feito', async (q, id, row) => {
    if (row.assigneeId === null) throw new ApiError(422, 'comment.no-task')
    await markDone(q, about.place.lojaId, id, by)
  })
  return standing(about, ask, before.id)
}

/** DELETE {register}/{id}/comentarios/{comentario}: one's own; of a store's owner any. */
export async function removeComment(ask: RegisterRequest): Promise<{ readonly id: string }> {
  const about = await discussionOf(ask)
  personWriting(about.caller)
  const { id } = await changing(about, ask, 'excluir', (q, one) => emptyComment(q, about.place.lojaId, one))
  return { id }
}

type Q = Parameters<typeof holdComment>[0]

/** Work in the store of a record, told to who looks at it. */
async function inStore<T>({ place, row }: Discussion, ask: RegisterRequest, run: (q: Q) => Promise<T>): Promise<T> {
  const { service, table, request } = ask
  const done = await service.database.write({ stores: [place.lojaId] }, run)
  const origin = request.headers['x-origin']
  const { lojaId } = place
  service.publish({
    register: table.register.name,
    lojaId,
    ids: [String(row.id)],
    ...(typeof origin === 'string' ? { origin } : {}),
  })
  const wake = async (): Promise<void> => service.wakeNoticeWorker?.()
  if (service.afterCommit) service.afterCommit(wake)
  else await wake()
  return done
}

/** Changes the comment that the address names, where its state lets whoever calls do that. Gives it as it was. */
async function changing(
  about: Discussion,
  ask: RegisterRequest,
  act: keyof CommentReply['pode'],
  run: (q: Q, id: string, row: CommentRow) => Promise<void>,
): Promise<CommentRow> {
  const id = pathParameter(ask.request, 'comentario')
  if (!isCommentId(id)) throw new ApiError(404, 'not-found')
  return inStore(about, ask, async q => {
    const row = await holdComment(q, about.place, id)
    if (!row) throw new ApiError(404, 'not-found')
    if (!mayAct(row, about.caller)[act]) throw new ApiError(422, 'comment.not-yours')
    await run(q, row.id, row)
    return row
  })
}

/** Mentions and tasks are for those who see the record; nothing tells who else there is. */
async function refuseStrangers(
  about: Discussion,
  ask: RegisterRequest,
  mentions: readonly number[],
  assignee: number | null,
): Promise<void> {
  const ids = [...mentions, ...(assignee === null ? [] : [assignee])]
  if (ids.length === 0) return
  const place = { service: ask.service, model: ask.model, store: await storeOf(about, ask) }
  const known = new Set((await readersOf(about.row.id, ask.table, place, { ids })).map(({ id }) => id))
  const code = 'comment.person-unknown'
  const problems = [
    ...(mentions.every(id => known.has(id)) ? [] : [{ path: 'mencoes', code, params: {} }]),
    ...(assignee === null || known.has(assignee) ? [] : [{ path: 'responsavel', code, params: {} }]),
  ]
  if (problems.length > 0) throw validationError(problems)
}

/** Notes each person once, for the first reason; nobody for what they did themselves. Who sees the record is asked when they are told. */
async function tell(
  q: Q,
  { caller, row, name, place }: Discussion,
  { table }: RegisterRequest,
  { id, cause = id }: { readonly id: string; readonly cause?: string },
  all: readonly ToldOf[],
): Promise<void> {
  const firsts = new Map<number, ToldOf>()
  for (const one of all) if (one.userId !== caller.userId && !firsts.has(one.userId)) firsts.set(one.userId, one)
  await tellOfComment(q, [...firsts.values()], { id, table, row, name }, { lojaId: place.lojaId, cause })
}

/** The comment as it stands. */
async function standing(about: Discussion, { service, model }: RegisterRequest, id: string): Promise<CommentReply> {
  return service.database.write({ stores: [about.place.lojaId] }, async q => {
    const row = await holdComment(q, about.place, id)
    if (!row) throw new ApiError(404, 'not-found')
    return replyOf(row, await namesIn([row], model, q), about.caller)
  })
}
