import { registerOfRole } from '../../../model/access/roles.ts'
import { secretsOfInstallation } from '../../database/secret.ts'
import { ApiError } from '../../error.ts'
import { objectOf } from '../../operations/objectOf.ts'
import { runtimeOperation } from '../../operations/operation.ts'
import { checkSecurityLog } from '../../security/checkSecurityLog.ts'

/** Checks a store's security log; administrators check that of no store by `lojaId` 0. */
const checkLog = runtimeOperation({
  method: 'POST',
  path: 'seguranca/verificar',
  title: 'Verificar que ninguém alterou o registro de segurança',
  gate: 'owner || admin',
  input: objectOf({ lojaId: { type: 'integer' } }),
  output: objectOf({ linhas: { type: 'integer' } }),
  messages: ['security.broken'],
  async run({ model, service, caller }) {
    if (!registerOfRole(model, 'security') || caller.storeId === null) throw new ApiError(404, 'not-found')
    const { linhas, primeiraQuebra } = await checkSecurityLog(
      service.database.system,
      secretsOfInstallation(service.dataDir),
      model,
      caller.storeId,
    )
    if (primeiraQuebra) {
      const { sequencia, quando } = primeiraQuebra
      const when = new Date(quando).toLocaleString('pt-BR', { timeZone: caller.zone })
      throw new ApiError(409, 'security.broken', { n: sequencia, when }, [], { primeiraQuebra })
    }
    return { linhas }
  },
})

export const securityOperations = [checkLog]
