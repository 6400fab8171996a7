import { findUser } from '../../access/users.ts'
import { ApiError } from '../../error.ts'
import { objectOf } from '../../operations/objectOf.ts'
import { runtimeOperation } from '../../operations/operation.ts'
import { removeAllFactors } from './factors.ts'
import { tellFactorChange } from './tellFactorChange.ts'

/** Lets an administrator of the platform help a user who lost telephone, passkeys and codes; a letter tells the person. */
const retireFactors = runtimeOperation({
  method: 'POST',
  path: 'users/segundo-fator/retirar',
  person: true,
  title: 'Retirar o segundo fator de quem o perdeu',
  gate: 'admin',
  standsAlone: true,
  input: objectOf({ id: { type: 'integer', description: 'Chave do usuário' } }),
  output: { type: 'object' },
  messages: ['second-factor.none'],
  async run({ service, model, log, caller, input: { id } }) {
    const q = service.database.system
    const user = await findUser(q, model, id)
    if (!user || !(await removeAllFactors(q, id))) throw new ApiError(422, 'second-factor.none')
    log.warn({ user: caller.userId, of: id }, 'a second factor was taken away')
    await tellFactorChange(service, user, { letter: 'factor-removed', factor: 'all', authorId: caller.userId })
    return {}
  },
})

/** Calls about the second factor of others. */
export const secondFactorOperations = [retireFactors]
