import { readPaging } from '../../http/paging.ts'
import { objectOf } from '../../operations/objectOf.ts'
import { type Operation, operation } from '../../operations/operation.ts'
import { OperationReply } from '../../operations/operationReply.ts'
import { NO_STORE } from '../../write/unitOfWork.ts'
import { listActions } from './listActions.ts'
import { undoAction } from './undoAction.ts'

const text = { type: 'string' }
const lojaId = { type: 'integer', description: 'Loja; dispensada para quem tem uma só' }

/** Lists saved actions, newest first, each once however many records it touched. */
const activity = operation({
  method: 'GET',
  path: 'atividade',
  title: 'Ações mais novas: as próprias; do proprietário e do administrador, todas da loja',
  gate: 'logged',
  input: {
    type: 'object',
    properties: {
      lojaId,
      usuario: { enum: ['eu'], description: 'Só as próprias' },
      skip: { type: 'integer', minimum: 0 },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    },
  },
  output: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        id: text,
        createdAt: text,
        usuario: { type: ['object', 'null'], properties: { id: { type: 'integer' }, nome: text, email: text } },
        tipo: { enum: ['criar', 'alterar', 'excluir', 'massa', 'importar', 'restaurar', 'desfazer'] },
        registros: {
          type: 'array',
          items: { type: 'object', properties: { register: text, title: text, count: { type: 'integer' } } },
        },
        rotulo: text,
        desfeita: { type: 'boolean' },
        desfaz: { type: ['string', 'null'] },
        ate: text,
        podeDesfazer: { type: 'boolean' },
      },
    },
  },
  messages: ['undo.label', 'undo.label-more', 'undo.label-count'],
  async run({ database, model, caller, input }) {
    const page = readPaging({ skip: input.skip, limit: input.limit }, { limit: 20, most: 100 })
    const stores = [NO_STORE, ...(caller.storeId === null ? [] : [caller.storeId])]
    const asked = { model, caller, own: input.usuario === 'eu', ...page }
    const { actions, count } = await database.read({ stores }, q => listActions(asked, q))
    return new OperationReply(actions, { 'content-count': count })
  },
})

/** Takes an action back. */
const undoOperation = operation({
  method: 'POST',
  path: 'atividade/:acaoId/desfazer',
  title: 'Desfazer uma ação, por inteiro ou no que não mudou depois',
  gate: 'logged',
  input: { type: 'object', properties: { acaoId: text, lojaId }, required: ['acaoId'] },
  output: objectOf({
    acaoId: { ...text, description: 'A ação de desfazer, que também pode ser desfeita' },
    desfeitos: { type: 'integer' },
    total: { type: 'integer' },
    recusados: {
      type: 'array',
      items: { type: 'object', properties: { register: text, title: text, id: text, rotulo: text, motivo: text } },
    },
  }),
  messages: ['undo.done', 'undo.too-late', 'undo.changed', 'undo.gone', 'undo.exists', 'undo.taken', 'undo.reference-lost'],
  async run({ input, writing }) {
    const { action } = writing
    const own = action ? { action: { ...action, kind: 'desfazer' as const, undoes: input.acaoId.toLowerCase() } } : {}
    return undoAction(input.acaoId, { ...writing, ...own })
  },
})

/** Operations that list and undo saved actions. */
export const undoOperations: readonly Operation[] = [activity, undoOperation]
