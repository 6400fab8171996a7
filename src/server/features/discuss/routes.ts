import type { RegisterRoute } from '../../http/registerRequest.ts'
import {
  assignComment,
  changeComment,
  finishComment,
  listComments,
  listReaders,
  removeComment,
  writeComment,
} from './commentCalls.ts'
import { countedComments } from './countComments.ts'

/** The calls by which people talk about records of registers that say `discuss`. */
export const discussRoutes: readonly RegisterRoute[] = [
  { method: 'GET', path: '/comentarios/contagem', answer: countedComments },
  { method: 'GET', path: '/:id/comentarios', answer: listComments },
  { method: 'GET', path: '/:id/comentarios/pessoas', answer: listReaders },
  { method: 'POST', path: '/:id/comentarios', answer: writeComment },
  { method: 'PATCH', path: '/:id/comentarios/:comentario', answer: changeComment },
  { method: 'DELETE', path: '/:id/comentarios/:comentario', answer: removeComment },
  { method: 'POST', path: '/:id/comentarios/:comentario/tarefa', answer: assignComment },
  { method: 'POST', path: '/:id/comentarios/:comentario/feito', answer: finishComment },
]
