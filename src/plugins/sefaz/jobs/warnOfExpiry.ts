import { DateTime } from 'luxon'
import { type Job, type JobContext, mailOwners, type RowOf, secretsOfInstallation } from '../../../server/plugin.ts'
import { dueWarning } from '../certificate/expiryWarning.ts'

/** Page that installs another certificate. */
const page = '/integracoes/certificado-digital-config'

interface StoreCertificate extends RowOf<'Loja_certificados', 'id' | 'aviso_dias'> {
  readonly titular: string
  readonly validoAte: string
  readonly loja: string
}

/** Each morning, by the store's clock: owners are told of a certificate that ends in 30, 15 or 5 days, once each. */
export const warnOfExpiry: Job = {
  id: 'certificate-expiry',
  cron: '0 8 * * *',
  perStore: true,
  run: context => warnOwners(context, new Date()),
}

/** Runs the job at a moment: the mail and the note that it was sent stand together, or neither. */
export async function warnOwners(
  context: Pick<JobContext, 'model' | 'database' | 'dataDir' | 'store'>,
  now: Date,
): Promise<void> {
  const { store, database, dataDir } = context
  if (!store) return
  const model = context.model()
  await database.write({ stores: [store.id] }, async q => {
    const { rows } = await q.query<StoreCertificate>(
      `SELECT c.id, c.titular, c."validoAte", c.aviso_dias, l.nome_fantasia AS loja
       FROM "Loja_certificados" c JOIN lojas l ON l."lojaId" = c."lojaId" AND l.id = c."lojaId"
       WHERE c."lojaId" = $1 ORDER BY c.id FOR UPDATE OF c`,
      [store.id],
    )
    for (const { id, titular, validoAte, aviso_dias, loja } of rows) {
      const warning = dueWarning(new Date(validoAte), now, store.zone, aviso_dias)
      if (!warning) continue
      await q.query('UPDATE "Loja_certificados" SET aviso_dias = $3 WHERE "lojaId" = $1 AND id = $2', [
        store.id,
        id,
        warning.step,
      ])
      const date = DateTime.fromISO(validoAte, { zone: store.zone }).toFormat('dd/MM/yyyy')
      const params = { store: loja, holder: titular, date, count: warning.days }
      await mailOwners({ q, model, secrets: secretsOfInstallation(dataDir) }, store.id, {
        code: 'certificate-expiry',
        params,
        page,
      })
    }
  })
}
