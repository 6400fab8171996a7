import { type Effect, tableOf, type UnitOfWork, type ValuesOf } from '../../../server/domain.ts'

const lacking: ValuesOf<'Loja_moeda_apps', 'status'> = { status: false }

/** Every store, or this one, has a row for each currency of the app: those that lack one get it, switched off. */
async function complete({ model, q }: UnitOfWork, lojaId?: number): Promise<void> {
  if (!model.registers.Loja_moeda_apps || !model.registers.moeda_Apps) return
  const [rows, currencies, stores] = ['Loja_moeda_apps', 'moeda_Apps', 'lojas'].map(name => tableOf(model, name).sql)
  await q.query(
    `INSERT INTO ${rows} ("lojaId", "moeda_appId", status)
    SELECT s."lojaId", c.id, $2::boolean FROM ${stores} s CROSS JOIN ${currencies} c
    WHERE ($1::bigint IS NULL OR s."lojaId" = $1) ON CONFLICT ("lojaId", "moeda_appId") DO NOTHING`,
    [lojaId ?? null, lacking.status],
  )
}

/** A new currency of the app reaches every store; one that goes takes the stores' rows with it. */
export const spreadAppCurrency: Effect = {
  async after({ before, work }) {
    if (!before) await complete(work)
  },
  async remove({ before, work }) {
    const rows = tableOf(work.model, 'Loja_moeda_apps')
    await work.q.query(`DELETE FROM ${rows.sql} WHERE "moeda_appId" = $1`, [before.id])
  },
}

/** A new store gets its row for each currency of the app. */
export const addStoreCurrencies: Effect = {
  async after({ before, record, work }) {
    if (!before) await complete(work, Number(record.id))
  },
}
