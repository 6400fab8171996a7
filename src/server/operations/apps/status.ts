import { ApiError } from '../../error.ts'
import { tableOf } from '../../query/table.ts'
import { storeOf } from '../../write/work.ts'
import { operation } from '../operation.ts'

/** What the documents call each call, the record it is about and the member that names it. */
interface Told {
  readonly path: string
  readonly title: string
  readonly register: string
  readonly key: string
  readonly status: string
}

const all: readonly Told[] = [
  {
    path: 'apps/firebaseGrupoStatus',
    title: 'Avisar o app do status de um grupo',
    register: 'grupos',
    key: 'grupoId',
    status: 'status',
  },
  {
    path: 'apps/firebaseProdutoStatus',
    title: 'Avisar o app do status de um produto',
    register: 'produtos',
    key: 'produtoId',
    status: 'stt_prod',
  },
  {
    path: 'apps/firebaseRespostaStatus',
    title: 'Avisar o app do status de uma resposta',
    register: 'pergunta_resposta',
    key: 'respostaId',
    status: 'ativo',
  },
]

/**
 * After a status was saved, the store's digital menu is told. Menus that are open here hear it as any change of the store; no
 * other service is named in the documents.
 */
export const tellStatus = all.map(({ path, title, register, key, status }) =>
  operation<Readonly<Record<string, unknown>>>({
    method: 'POST',
    path,
    title,
    gate: 'cardapio_editar',
    input: {
      type: 'object',
      properties: {
        lojaId: { type: 'integer' },
        appDeliveryUri: { type: 'string' },
        [key]: { type: 'integer' },
        [status]: { type: 'boolean' },
        appRetirada: { type: ['boolean', 'null'] },
        appEntrega: { type: ['boolean', 'null'] },
        appMesa: { type: ['boolean', 'null'] },
        ...(register === 'pergunta_resposta' ? { perguntaId: { type: 'integer' } } : {}),
      },
      required: [key, status],
    },
    output: { type: 'object', properties: { id: { type: 'integer' }, status: { type: 'boolean' } }, required: ['id', 'status'] },
    messages: ['not-found'],
    async run({ service, model, caller, input, origin }) {
      if (!model.registers[register]) throw new ApiError(404, 'register-unknown', { register })
      const lojaId = storeOf(caller)
      const id = Number(input[key])
      const { rows } = await service.database.read({ stores: [lojaId] }, q =>
        q.query(`SELECT id FROM ${tableOf(model, register).sql} WHERE "lojaId" = $1 AND id = $2`, [lojaId, id]),
      )
      if (rows.length === 0) throw new ApiError(404, 'not-found')
      service.publish({ register, lojaId, ids: [String(id)], ...(origin === undefined ? {} : { origin }) })
      return { id, status: input[status] === true }
    },
  }),
)
