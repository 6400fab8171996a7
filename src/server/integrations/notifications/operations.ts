import { registerOfRole } from '../../../model/access/roles.ts'
import { ApiError } from '../../error.ts'
import { objectOf } from '../../operations/objectOf.ts'
import { type RuntimeOperation, runtimeOperation } from '../../operations/operation.ts'
import { roleTable } from '../../roleTable.ts'
import { nextVersion } from '../../write/store/rowStatements.ts'
import { notificationQueue, type QueuedNotification } from './notificationQueue.ts'

interface GivenUp {
  readonly parceiro: string
  readonly aviso: string
  readonly tipo: string
  readonly conta: string
  /** None where the partner's word named no store. */
  readonly loja: string | number | null
  readonly conteudo: string
}

/** Gives what was given up another day of attempts: once, however often it is asked. */
const retry = runtimeOperation({
  method: 'POST',
  path: 'notificacoesNaoTratadas/tentaDeNovo',
  title: 'Tratar de novo a notificação de um parceiro de que se desistiu',
  gate: 'admin',
  standsAlone: true,
  input: objectOf({ id: { type: 'integer', minimum: 1 } }),
  output: objectOf({ parceiro: { type: 'string' } }),
  messages: ['not-found', 'notification.not-given-up', 'partner.not-configured'],
  async run({ service, input, publish }) {
    const { database, receivers = [] } = service
    const model = service.model()
    const register = registerOfRole(model, 'notifications')
    if (!register) throw new ApiError(404, 'not-found')
    const table = roleTable(model, 'notifications')
    const { receiver, notification } = await database.write('all', async q => {
      const { rows } = await q.query<GivenUp>(
        `UPDATE ${table} SET situacao = 'NA_FILA', ${nextVersion()} WHERE id = $1 AND situacao = 'DESISTIU'
         RETURNING parceiro, aviso, tipo, conta, loja, conteudo`,
        [input.id],
      )
      const [row] = rows
      if (!row || row.loja === null) throw await refusal(q.query(`SELECT FROM ${table} WHERE id = $1`, [input.id]))
      const receiver = receivers.find(({ partner }) => partner === row.parceiro)
      if (!receiver) throw new ApiError(409, 'partner.not-configured', { partner: row.parceiro })
      const notification = notificationOf(row, Number(row.loja))
      await notificationQueue(receiver.name).add(q, [{ ...notification, again: true }])
      return { receiver, notification }
    })
    // The former attempts would be counted as given up.
    const queue = notificationQueue(receiver.name)
    for (const before of [notification, { ...notification, again: true as const }])
      await queue.dropGivenUp(database.system, before)
    receiver.wake()
    publish({ register: register.name, lojaId: null, ids: [String(input.id)] })
    return { parceiro: receiver.partner }
  },
})

const refusal = async (found: Promise<{ readonly rowCount: number }>): Promise<ApiError> =>
  (await found).rowCount === 0 ? new ApiError(404, 'not-found') : new ApiError(409, 'notification.not-given-up')

/** As it was taken, member by member: its row in the queue is found by that. */
const notificationOf = ({ aviso, tipo, conta, conteudo }: GivenUp, lojaId: number): QueuedNotification => ({
  lojaId,
  id: aviso,
  kind: tipo,
  account: conta,
  content: JSON.parse(conteudo),
})

/** Operations of administrators on notifications that nobody handled. */
export const notificationOperations: readonly RuntimeOperation[] = [retry]
