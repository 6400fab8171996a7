import { installedStoresJob } from '../../server/plugin.ts'
import type { IFood } from './ifood.ts'
import { ifoodInstallations, readInstalled, tokenFields } from './installed.ts'

/** Every ten minutes tokens that have lived half their life are renewed, so that 'Vencido' means that this really failed. */
export const refreshTokens = (ifood: IFood) =>
  installedStoresJob({
    id: 'ifood-tokens',
    everySeconds: 600,
    register: 'IFood_oauth',
    due: `autorizado_em IS NOT NULL AND renovado_em + ("tokenJson"->>'expiresIn')::int / 2 * interval '1 second' < now()`,
    order: 'expira_em',
    failure: 'the iFood token was not renewed',
    async run(lojaId, { model, database, dataDir, publish }) {
      const installations = ifoodInstallations({ model: model(), dataDir, publish })
      const found = await database.read({ stores: [lojaId] }, q => installations.read(q, lojaId))
      if (!found) return
      const { refreshToken } = readInstalled(found)
      const fields = await ifood.refresh(refreshToken).then(
        tokens => tokenFields(tokens),
        () => ({
          falha: 'A autorização não foi renovada',
          ...(found.falha_desde ? {} : { falha_desde: new Date().toISOString() }),
        }),
      )
      await database.write({ stores: [lojaId] }, async q => {
        const now = await installations.read(q, lojaId, true)
        // Uninstalled or renewed meanwhile: nothing is written over that.
        if (now && readInstalled(now).refreshToken === refreshToken) await installations.write(q, lojaId, fields)
      })
      installations.tell(lojaId)
    },
  })
