import { type EmailChange, findEmailChange, noteProvedAddress } from '../../access/emailChange.ts'
import {
  dropEmailProofs,
  isEmailProved,
  markEmailProved,
  type ShownProof,
  type TakenProof,
  takeEmailProof,
} from '../../access/emailProof.ts'
import { findUser, findUserByEmail } from '../../access/users.ts'
import { secretsOfInstallation } from '../../database/secret.ts'
import { ApiError } from '../../error.ts'
import { countInWindow } from '../../operations/countInWindow.ts'
import { type OperationInput, type RuntimeOperationContext, runtimeOperation } from '../../operations/operation.ts'
import { changeOperations } from './changeOperations.ts'
import { completeEmailChange } from './completeChange.ts'
import { emailStateOf, emailStateSchema } from './emailState.ts'
import { mailChange, mailProofAgain } from './proofLetters.ts'

/** Codes that one person may try in a day; the link of the letter opens all the same. */
const MOST_CODES = 10
const DAY = 24 * 3_600_000

type Shown = OperationInput<'POST users/confirmarEmail'>

type Context = RuntimeOperationContext<Shown>

const stateOfEmail = runtimeOperation({
  method: 'GET',
  path: 'users/email',
  person: true,
  title: 'O próprio e-mail, e a troca que espera por confirmação',
  gate: 'logged',
  input: { type: 'object', properties: {} },
  output: emailStateSchema,
  messages: [],
  run: ({ service, caller }) => emailStateOf(service, caller.userId),
})

const proveEmail = runtimeOperation({
  method: 'POST',
  path: 'users/confirmarEmail',
  person: true,
  title: 'Confirmar um e-mail com o token do link ou o código recebido',
  gate: 'logged',
  standsAlone: true,
  input: {
    type: 'object',
    properties: {
      token: { type: 'string', minLength: 1, maxLength: 200 },
      codigo: { type: 'string', minLength: 1, maxLength: 20, description: 'Os seis números do e-mail, em lugar do token' },
    },
    anyOf: [{ required: ['token'] }, { required: ['codigo'] }],
  },
  output: emailStateSchema,
  messages: ['email-proof.invalid', 'email-proof.code-wrong', 'email-proof.code-limit', 'email-change.gone'],
  async run(context) {
    const { service, caller } = context
    const q = service.database.system
    const change = await findEmailChange(q, caller.userId)
    if (isAgreed(change)) await completeEmailChange(context, change)
    else if (change || !(await isEmailProved(q, caller.userId))) await prove(context, await takeShown(context))
    return emailStateOf(service, caller.userId)
  },
})

const isAgreed = (change: EmailChange | undefined): change is EmailChange => change?.oldProved === true && change.newProved

/** Takes the shown proof, if it is one of the caller's. */
async function takeShown({ service, caller, input }: Context): Promise<TakenProof> {
  const q = service.database.system
  const { token, codigo } = input
  const shown: ShownProof = token === undefined ? { code: (codigo ?? '').replace(/\D/g, '') } : { token }
  if (token === undefined) {
    const { current } = await countInWindow(q, `e-mail code ${caller.userId}`, DAY)
    if (current > MOST_CODES) throw new ApiError(429, 'email-proof.code-limit', { max: MOST_CODES })
  }
  const taken = await takeEmailProof(q, secretsOfInstallation(service.dataDir), caller.userId, shown)
  if (taken) return taken
  const [path, code] = token === undefined ? ['codigo', 'email-proof.code-wrong'] : ['token', 'email-proof.invalid']
  throw new ApiError(422, code, {}, [{ path, code }])
}

async function prove(context: Context, { purpose, about }: TakenProof): Promise<void> {
  const q = context.service.database.system
  const { userId } = context.caller
  if (purpose === 'prove') {
    await markEmailProved(q, userId)
    await dropEmailProofs(q, userId, [purpose])
    return
  }
  const change = await noteProvedAddress(q, userId, about, purpose === 'email-old' ? 'oldProved' : 'newProved')
  if (!change) throw new ApiError(422, 'email-change.gone')
  if (isAgreed(change)) await completeEmailChange(context, change)
}

const sendProofAgain = runtimeOperation({
  method: 'POST',
  path: 'users/reenviarEmail',
  person: true,
  title: 'Receber de novo os e-mails que confirmam o próprio endereço',
  gate: 'logged',
  input: { type: 'object', properties: {} },
  output: { type: 'object', properties: { email: { type: 'string' } } },
  messages: ['letter.pair-limit', 'letter.recipient-limit'],
  async run({ service, model, caller }) {
    const { database, dataDir } = service
    const { userId } = caller
    const user = await findUser(database.system, model, userId)
    const change = await findEmailChange(database.system, userId)
    const proved = await isEmailProved(database.system, userId)
    if (!user || (proved && !change)) return { email: caller.email }
    const isTaken = change !== undefined && (await findUserByEmail(database.system, model, change.email)) !== undefined
    await database.write({ stores: [] }, async q => {
      const writing = { q, model, secrets: secretsOfInstallation(dataDir) }
      if (!change) return mailProofAgain(writing, userId, user.email)
      await mailChange(writing, { userId, old: user.email, email: change.email }, { ...change, isTaken })
    })
    service.wakeMailWorker?.()
    return { email: change?.email ?? user.email }
  },
})

/** By which people show that an e-mail is theirs, and get another one. */
export const emailProofOperations = [stateOfEmail, proveEmail, sendProofAgain, ...changeOperations]
