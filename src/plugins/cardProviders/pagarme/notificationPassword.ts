import { ApiError, inputOfStore, inTransaction, objectOf, operation, requireStore, tableOf } from '../../../server/plugin.ts'
import { installationRegister, pagarmeInstallations, storeContextOf } from './storeContext.ts'

/** Keeps the password that the store gave to its notifications at the provider; from then on they are taken. */
export const keepNotificationPassword = operation({
  method: 'POST',
  path: 'Pagarme_auth/senhaAvisos',
  actsOn: { register: 'Pagarme_auth', act: 'save' },
  title: 'Guardar a senha com que a Stone envia notificações',
  gate: 'owner || admin',
  standsAlone: true,
  input: inputOfStore({
    avisos_senha: { type: 'string', minLength: 16, maxLength: 100, pattern: '^[!-~]+$' },
  }),
  output: objectOf({ instalado: { type: 'boolean' } }),
  messages: ['required', 'content-invalid', 'card-provider.not-installed'],
  async run({ caller, input, model, writing }) {
    const lojaId = requireStore(caller)
    const installations = pagarmeInstallations(storeContextOf(lojaId, writing.service))
    await inTransaction(writing, tableOf(model, installationRegister).register, async ({ q }) => {
      if (!(await installations.read(q, lojaId, true)))
        throw new ApiError(404, 'card-provider.not-installed', { partner: 'Stone' })
      await installations.write(q, lojaId, { avisos_senha: input.avisos_senha, avisos_desde: new Date().toISOString() })
    })
    installations.tell(lojaId)
    return { instalado: true }
  },
})
