import type { CommentPerson, CommentReply } from '../../../api/comment.ts'
import type { Author } from '../../../api/history.ts'
import type { Model } from '../../../model/model.ts'
import type { Caller } from '../../access/caller.ts'
import { pathParameter } from '../../access/requestParts.ts'
import { callerFor } from '../../access/resolveCaller.ts'
import { authorsOf, findStores, type Store } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import { ApiError } from '../../error.ts'
import type { RegisterRequest } from '../../http/registerRequest.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { requireStore } from '../../write/unitOfWork.ts'
import { historyName } from '../../write/writeHistory.ts'
import { nameOf, withoutMailbox } from '../notices/readers.ts'
import { visibleRecord } from '../ways/visibleRecord.ts'
import type { CommentPlace, CommentRow } from './commentRows.ts'

/** A call about the comments of a record that its caller sees. */
export interface Discussion {
  readonly caller: Caller
  readonly row: DataRow
  readonly place: CommentPlace
  /** How the caller is called. */
  readonly name: string
}

/** The record and the caller of a call. @throws ApiError 404 where the register has no comments, or nobody there is such a record; 403 */
export async function discussionOf(ask: RegisterRequest, bodyStore?: unknown): Promise<Discussion> {
  const { register } = ask.table
  if (!register.discuss) throw new ApiError(404, 'not-found')
  const caller = await callerFor(ask, ask.query.lojaId, bodyStore)
  const row = await visibleRecord(pathParameter(ask.request, 'id'), ask, caller)
  const place = { lojaId: requireStore(caller), register: historyName(register), record: String(row.id) }
  return { caller, row, place, name: nameOf(caller) }
}

/** The store of a record. */
export async function storeOf({ place }: Discussion, { service, model }: RegisterRequest): Promise<Store> {
  const [store] = await findStores(service.database.system, model, [place.lojaId])
  if (!store) throw new ApiError(404, 'not-found')
  return store
}

/** The person who writes: a program has nothing to say, and its key is refused. @throws ApiError 403 */
export function personWriting({ userId, key }: Caller): number {
  if (key) throw new ApiError(403, 'person-needed')
  return userId
}

/** Tells the acts on a comment that are open to somebody: its words are its author's; a store's owner may remove any, and take tasks back. */
export function mayAct(row: CommentRow, caller: Caller): CommentReply['pode'] {
  if (caller.key || row.removedAt !== null) return { editar: false, excluir: false, tarefa: false, feito: false }
  const isAuthor = row.userId === caller.userId
  const keeps = isAuthor || caller.permission.owner || caller.admin
  const isAssignee = row.assigneeId === caller.userId
  return {
    editar: isAuthor,
    excluir: keeps,
    tarefa: keeps || isAssignee,
    feito: row.assigneeId !== null && (keeps || isAssignee),
  }
}

/** The names of the people in comments. */
export const namesIn = (rows: readonly CommentRow[], model: Model, q: Queries): Promise<Map<number, Author>> =>
  authorsOf(
    rows.flatMap(({ userId, mentions, assigneeId, doneBy }) => [userId, ...mentions, assigneeId, doneBy]),
    model,
    q,
  )

/** A comment as its reader gets it. */
export function replyOf(row: CommentRow, names: ReadonlyMap<number, Author>, caller: Caller): CommentReply {
  const person = (id: number | null): CommentPerson | null =>
    id === null ? null : { id, nome: withoutMailbox(names.get(id)?.nome ?? '') }
  return {
    id: row.id,
    resposta: row.answers,
    texto: row.body,
    quem: { id: row.userId, nome: person(row.userId)?.nome ?? '' },
    quando: row.createdAt,
    editado: row.editedAt !== null,
    excluido: row.removedAt !== null,
    mencoes: row.mentions.flatMap(id => person(id) ?? []),
    responsavel: person(row.assigneeId),
    prazo: row.due,
    feitoEm: row.doneAt,
    feitoPor: person(row.doneBy),
    pode: mayAct(row, caller),
  }
}
