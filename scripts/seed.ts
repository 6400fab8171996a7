import { parseArgs } from 'node:util'
import { areas } from '../src/domain/all.ts'
import { loadDemoSales } from '../src/domain/sales/demo/loadDemoSales.ts'
import { compose } from '../src/server/compose.ts'
import type { Queries } from '../src/server/database/queries.ts'
import { startDatabase } from '../src/server/database/startDatabase.ts'
import { createLogger } from '../src/server/http/log/logger.ts'
import { readSettings } from '../src/server/settings.ts'
import { readDefinitions } from '../src/server/start/definitions.ts'
import { applyModel } from '../src/server/tables/applyModel.ts'

/**
 * Sales to try reports with: `npm run seed -- --months 12 --sales 1000000` gives the stores so many sales over the months up to now,
 * shared out evenly; `--store 1` only that one; `--seed 7` others than those of a run before. The stores need products, equipment and
 * currencies, as the demo has. The server must be stopped where the database is the embedded one.
 */
const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      months: { type: 'string', default: '12' },
      sales: { type: 'string' },
      store: { type: 'string' },
      seed: { type: 'string' },
    },
  })
  const [months, sales] = [values.months, values.sales].map(text => (text === undefined ? undefined : Number(text)))
  if (!months || months < 0 || (sales !== undefined && !(sales > 0)))
    throw new Error('--months and --sales take numbers above 0.')
  const database = await startDatabase(readSettings(), createLogger())
  try {
    const { model, migrations } = readDefinitions()
    await applyModel(database, model, migrations, compose(areas).tables)
    const { rows } = await database.system.query<{ id: string }>(
      'SELECT id FROM lojas l WHERE ($1::bigint IS NULL OR id = $1) AND EXISTS (SELECT FROM produtos p WHERE p."lojaId" = l.id) ORDER BY id',
      [values.store ?? null],
    )
    const stores = rows.map(({ id }) => Number(id))
    if (stores.length === 0) throw new Error('No store with products. Start the server once with the demo.')
    const started = Date.now()
    const movements = await database.asOwner(async q => {
      await withoutChecks(q)
      return loadDemoSales(q, {
        stores,
        days: Math.round(months * 30.44),
        now: Date.now(),
        ...(sales === undefined ? {} : { sales: Math.round(sales / stores.length) }),
        ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
        progress: (store, done) => process.stderr.write(`\rstore ${store}: ${done.toLocaleString('en-US')} movements `),
      })
    })
    await database.system.query('ANALYZE')
    console.log(`\n${movements.toLocaleString('en-US')} movements in ${((Date.now() - started) / 1000).toFixed(0)} s`)
  } finally {
    await database.close()
  }
}

/** Rows that are made here refer to what is there: where the database lets us, it does not look again. */
async function withoutChecks(q: Queries): Promise<void> {
  const { rows } = await q.query('SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper')
  if (rows.length > 0) await q.query('SET LOCAL session_replication_role = replica')
}

main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
