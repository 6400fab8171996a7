import type { EmailState } from '../../../api/email.ts'
import { findEmailChange } from '../../access/emailChange.ts'
import { isEmailProved } from '../../access/emailProof.ts'
import { findUser } from '../../access/users.ts'
import { ApiError } from '../../error.ts'
import { objectOf } from '../../operations/objectOf.ts'
import type { Service } from '../../service.ts'

/** `EmailState` as the OpenAPI document shows it. */
export const emailStateSchema = objectOf({
  email: { type: 'string' },
  confirmado: { type: 'boolean', description: 'Quem usa a conta mostrou que o endereço é seu' },
  troca: {
    type: ['object', 'null'],
    description: 'O e-mail pedido em lugar do atual',
    properties: {
      email: { type: 'string' },
      atual: { type: 'boolean', description: 'O endereço atual confirmou' },
      novo: { type: 'boolean', description: 'O endereço novo confirmou' },
      ate: { type: 'string', format: 'date-time', description: 'Até quando os dois podem confirmar' },
    },
    required: ['email', 'atual', 'novo', 'ate'],
  },
})

/** How the e-mail of this person stands. */
export async function emailStateOf(service: Service, userId: number): Promise<EmailState> {
  const q = service.database.system
  const [user, change, confirmado] = [
    await findUser(q, service.model(), userId),
    await findEmailChange(q, userId),
    await isEmailProved(q, userId),
  ]
  if (!user) throw new ApiError(401, 'unauthenticated')
  const troca = change && { email: change.email, atual: change.oldProved, novo: change.newProved, ate: change.endsAt }
  return { email: user.email, confirmado, troca: troca ?? null }
}
