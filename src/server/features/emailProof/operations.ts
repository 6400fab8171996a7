import { createEmailProof, isEmailProved, redeemEmailProof } from '../../access/emailProof.ts'
import { findUser } from '../../access/users.ts'
import { secretsOfInstallation } from '../../database/secret.ts'
import { ApiError } from '../../error.ts'
import { runtimeOperation } from '../../operations/operation.ts'
import { publicAddress } from '../../settings.ts'
import { postLetter } from '../mail/postLetter.ts'

const proveEmail = runtimeOperation<{ readonly token: string }>({
  method: 'POST',
  path: 'users/confirmarEmail',
  title: 'Confirmar o próprio e-mail com o token do link recebido',
  gate: 'logged',
  input: { type: 'object', properties: { token: { type: 'string', minLength: 1, maxLength: 200 } }, required: ['token'] },
  output: { type: 'object' },
  messages: ['email-proof.invalid'],
  async run({ service, caller, input }) {
    if (!(await redeemEmailProof(service.database.system, caller.userId, input.token)))
      throw new ApiError(422, 'email-proof.invalid', {}, [{ path: 'token', code: 'email-proof.invalid' }])
    return {}
  },
})

const sendProofAgain = runtimeOperation({
  method: 'POST',
  path: 'users/reenviarEmail',
  title: 'Receber de novo o e-mail que confirma o próprio endereço',
  gate: 'logged',
  input: { type: 'object', properties: {} },
  output: { type: 'object', properties: { email: { type: 'string' } } },
  messages: ['letter.pair-limit', 'letter.recipient-limit'],
  async run({ service, model, caller }) {
    const { database, dataDir } = service
    const user = await findUser(database.system, model, caller.userId)
    if (!user || (await isEmailProved(database.system, caller.userId))) return { email: caller.email }
    await database.write({ stores: [] }, async q => {
      const link = `${publicAddress()}/confirmarEmail?t=${await createEmailProof(q, user.id)}`
      const params = { email: user.email, link }
      await postLetter({ q, model, secrets: secretsOfInstallation(dataDir) }, { to: user.email, code: 'email-proof', params })
    })
    service.wakeMailWorker?.()
    return { email: user.email }
  },
})

/** By which somebody who signed up shows that the e-mail is theirs. */
export const emailProofOperations = [proveEmail, sendProofAgain]
