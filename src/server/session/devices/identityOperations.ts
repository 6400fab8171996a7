import { noteIdentityProof, proofMinutes } from '../../access/identityProof.ts'
import { findPasswordHash } from '../../access/users.ts'
import { ApiError } from '../../error.ts'
import { runtimeOperation } from '../../operations/operation.ts'
import { noteSecurityEvent } from '../../security/securityEvent.ts'
import { admitLogin, forgetLoginAttempts } from '../loginAttempts.ts'
import { verifyPassword } from '../password.ts'

/** Somebody who is signed in proves by the password that it is still them. Wrong ones count as those of the change of password do. */
const confirmIdentity = runtimeOperation<{ readonly password: string }>({
  method: 'POST',
  path: 'users/confirmarIdentidade',
  title: 'Confirmar com a senha quem está na sessão',
  gate: 'logged',
  standsAlone: true,
  input: { type: 'object', properties: { password: { type: 'string', minLength: 1, maxLength: 200 } }, required: ['password'] },
  output: {
    type: 'object',
    properties: { minutos: { type: 'integer', description: 'Por quanto tempo vale' } },
    required: ['minutos'],
  },
  messages: ['password.wrong', 'rate-limited'],
  async run({ service, caller, input, address }) {
    const q = service.database.system
    const { userId, session } = caller
    const attempt = { purpose: 'login', account: `user ${userId}`, address } as const
    await admitLogin(service, attempt)
    const right = await verifyPassword(input.password, await findPasswordHash(q, userId))
    await noteSecurityEvent(service, { kind: right ? 'identity-confirmed' : 'identity-failed', userId, address })
    if (!right) throw new ApiError(422, 'password.wrong', {}, [{ path: 'password', code: 'password.wrong' }])
    await forgetLoginAttempts(service, attempt)
    await noteIdentityProof(q, session)
    return { minutos: proofMinutes }
  },
})

export const identityOperations = [confirmIdentity]
