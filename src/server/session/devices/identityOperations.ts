import { noteIdentityProof, proofMinutes } from '../../access/identityProof.ts'
import { ApiError } from '../../error.ts'
import { objectOf } from '../../operations/objectOf.ts'
import { runtimeOperation } from '../../operations/operation.ts'
import { noteSecurityEvent } from '../../security/securityEvent.ts'
import { isOwnPassword } from '../loginAttempts.ts'

/** Somebody who is signed in proves by the password that it is still them. Wrong ones count as those of the change of password do. */
const confirmIdentity = runtimeOperation({
  method: 'POST',
  path: 'users/confirmarIdentidade',
  person: true,
  title: 'Confirmar com a senha quem está na sessão',
  gate: 'logged',
  standsAlone: true,
  input: objectOf({ password: { type: 'string', minLength: 1, maxLength: 200 } }),
  output: objectOf({ minutos: { type: 'integer', description: 'Por quanto tempo vale' } }),
  messages: ['password.wrong', 'rate-limited'],
  async run({ service, caller, input, address }) {
    const q = service.database.system
    const { userId, session } = caller
    const right = await isOwnPassword(service, userId, input.password, address)
    await noteSecurityEvent(service, { kind: right ? 'identity-confirmed' : 'identity-failed', userId, address })
    if (!right) throw new ApiError(422, 'password.wrong', {}, [{ path: 'password', code: 'password.wrong' }])
    await noteIdentityProof(q, session)
    return { minutos: proofMinutes }
  },
})

export const identityOperations = [confirmIdentity]
