import { type ColumnOf, type Job, type JobContext, mailOwners, secretsOfInstallation } from '../../../server/plugin.ts'

/** The list of notes that wait. */
const page = '/NFCes?situacao=PENDENTE'

/** Twice on each working day, by the store's clock: owners are told of notes that were issued offline and still wait for the authority. */
export const warnOfWaitingNotes: Job = {
  id: 'waiting-notes',
  cron: '0 10,16 * * 1-5',
  perStore: true,
  run: tellOwners,
}

/** Runs the job for a store: notes that were issued offline have to be sent before the next working day ends. */
export async function tellOwners({
  model,
  store,
  database,
  dataDir,
}: Pick<JobContext, 'model' | 'database' | 'dataDir' | 'store'>): Promise<void> {
  if (!store) return
  await database.write({ stores: [store.id] }, async q => {
    const { rows } = await q.query<{ count: number; loja: ColumnOf<'lojas', 'nome_fantasia'> }>(
      `SELECT count(*)::int AS count, (SELECT nome_fantasia FROM lojas WHERE "lojaId" = $1 AND id = $1) AS loja FROM "NFe_transmissaos"
       WHERE "lojaId" = $1 AND estado = 'PENDENTE' AND contingencia`,
      [store.id],
    )
    const [waiting] = rows
    if (!waiting || waiting.count === 0) return
    const params = { store: waiting.loja, count: waiting.count }
    await mailOwners({ q, model: model(), secrets: secretsOfInstallation(dataDir) }, store.id, {
      code: 'waiting-notes',
      params,
      page,
    })
  })
}
