import { objectOf } from '../../operations/objectOf.ts'
import { type RuntimeOperationContext, runtimeOperation } from '../../operations/operation.ts'
import { answerInvitation } from './answerInvitation.ts'
import { findPendingInvitations } from './pendingInvitations.ts'

const invitation = objectOf({
  loja: { type: 'integer', description: 'Chave da loja' },
  nome: { type: 'string' },
  proprietario: { type: 'boolean', description: 'Convite para ser proprietário; senão, funcionário' },
  enviadoEm: { type: 'string', format: 'date-time' },
})

/** The stores that wait for an answer of who asks. */
const listInvitations = runtimeOperation({
  method: 'GET',
  path: 'users/convites',
  person: true,
  title: 'Convites que esperam a resposta de quem pergunta',
  gate: 'logged',
  input: { type: 'object', properties: {} },
  output: { type: 'array', items: invitation },
  messages: [],
  run: ({ model, service, caller }) => findPendingInvitations(service.database.system, model, caller),
})

type Answering = RuntimeOperationContext<{ readonly loja: number }>

const answering = {
  method: 'POST',
  gate: 'logged',
  input: { type: 'object', properties: { loja: { type: 'integer', description: 'Loja que convidou' } }, required: ['loja'] },
  output: { type: 'object' },
  messages: ['invitation.gone'],
} as const

const answer = async ({ writing, input }: Answering, accepted: boolean): Promise<object> => {
  await answerInvitation(writing, input.loja, accepted)
  return {}
}

const acceptInvitation = runtimeOperation({
  ...answering,
  path: 'users/convites/aceitar',
  person: true,
  title: 'Aceitar o convite de uma loja',
  run: running => answer(running, true),
})

const refuseInvitation = runtimeOperation({
  ...answering,
  path: 'users/convites/recusar',
  person: true,
  title: 'Recusar o convite de uma loja',
  run: running => answer(running, false),
})

/** Operations of somebody who was invited. */
export const invitationOperations = [listInvitations, acceptInvitation, refuseInvitation]
