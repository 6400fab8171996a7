import { ApiError, letterRefusals, operation, runWrite, saveOneRecord, tableOf } from '../../../server/domain.ts'

/** Lets somebody into a store. Saving the store's user finds the person, or creates and invites who has no user yet. */
export const inviteUser = operation({
  method: 'POST',
  path: 'users/convidar',
  person: true,
  reauthenticate: true,
  title: 'Convidar usuário para a loja',
  gate: 'owner || admin || acessos_gerir',
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      email: { type: 'string', format: 'email', maxLength: 254 },
      type: { type: 'integer', enum: [1, 2], default: 2 },
    },
    required: ['lojaId', 'email'],
  },
  output: { type: 'object' },
  messages: ['store-user.used', 'email-invalid', 'invitation.store-limit', 'invitation.recipient-limit', ...letterRefusals],
  async run({ model, input, writing }) {
    if (!model.registers.user_lojas) throw new ApiError(404, 'register-unknown', { register: 'user_lojas' })
    const table = tableOf(model, 'user_lojas')
    const body = { email: input.email, type: input.type ?? 2 }
    return runWrite(writing, table.register, work => saveOneRecord(body, table, work))
  },
})
