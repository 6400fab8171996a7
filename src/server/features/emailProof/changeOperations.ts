import { forgetEmailChange, keepEmailChange } from '../../access/emailChange.ts'
import { isEmailProved } from '../../access/emailProof.ts'
import { findUser, findUserByEmail, normalizeEmail } from '../../access/users.ts'
import { secretsOfInstallation } from '../../database/secret.ts'
import { ApiError } from '../../error.ts'
import { countInWindow } from '../../operations/countInWindow.ts'
import { objectOf } from '../../operations/objectOf.ts'
import { runtimeOperation } from '../../operations/operation.ts'
import { noteSecurityEvent } from '../../security/securityEvent.ts'
import { emailStateOf, emailStateSchema } from './emailState.ts'
import { mailChange } from './proofLetters.ts'

/** Changes that one person may ask for in a day: each writes to an address that may be a stranger's. */
const MOST_ASKED = 5
const DAY = 24 * 3_600_000

/**
 * Asks for another e-mail. The answer is the same whether an account has that address or not. An address that the sign-up only said has
 * nothing to agree to.
 */
const askChange = runtimeOperation({
  method: 'POST',
  path: 'users/email',
  person: true,
  title: 'Pedir a troca do próprio e-mail, que os dois endereços confirmam',
  gate: 'logged',
  reauthenticate: true,
  notesItself: true,
  standsAlone: true,
  input: objectOf({ email: { type: 'string', format: 'email', maxLength: 254 } }),
  output: emailStateSchema,
  messages: ['email-change.same', 'email-change.limit', 'letter.pair-limit', 'letter.recipient-limit'],
  async run({ service, model, caller, input, address }) {
    const { database, dataDir } = service
    const { system } = database
    const { userId } = caller
    const email = normalizeEmail(input.email)
    const user = await findUser(system, model, userId)
    if (!user || normalizeEmail(user.email) === email)
      throw new ApiError(422, 'email-change.same', {}, [{ path: 'email', code: 'email-change.same' }])
    const { current } = await countInWindow(system, `e-mail change ${userId}`, DAY)
    if (current > MOST_ASKED) throw new ApiError(429, 'email-change.limit', { max: MOST_ASKED })
    const isTaken = (await findUserByEmail(system, model, email)) !== undefined
    // An address that was only said has nothing to agree to.
    const oldProved = !(await isEmailProved(system, userId))
    // Where a limit of letters is reached, what was asked for before stands; afterwards its proofs are of an address that nobody wants.
    await database.write({ stores: [] }, async q => {
      const writing = { q, model, secrets: secretsOfInstallation(dataDir) }
      await mailChange(writing, { userId, old: user.email, email }, { oldProved, newProved: false, isTaken })
    })
    await keepEmailChange(system, userId, email, oldProved)
    service.wakeMailWorker?.()
    await noteSecurityEvent(service, { kind: 'email-change-asked', userId, address })
    return emailStateOf(service, userId)
  },
})

const cancelChange = runtimeOperation({
  method: 'POST',
  path: 'users/email/cancelar',
  person: true,
  title: 'Desistir da troca do próprio e-mail',
  gate: 'logged',
  standsAlone: true,
  input: { type: 'object', properties: {} },
  output: emailStateSchema,
  messages: [],
  async run({ service, caller }) {
    await forgetEmailChange(service.database.system, caller.userId)
    return emailStateOf(service, caller.userId)
  },
})

export const changeOperations = [askChange, cancelChange]
