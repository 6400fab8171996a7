import type pg from 'pg'
import { areas } from '../../../src/domain/all.ts'
import { loadDemo } from '../../../src/domain/demo/loadDemo.ts'
import { createAppContext } from '../../../src/server/appContext.ts'
import { compose } from '../../../src/server/compose.ts'
import { startDatabase } from '../../../src/server/database/startDatabase.ts'
import { createLogger } from '../../../src/server/http/log/logger.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { openFolderStorage } from '../../../src/server/storage/folderStorage.ts'
import { applyModel } from '../../../src/server/tables/applyModel.ts'

/** Of the demo's store that all others are copies of: about 500 sale lines. */
const size = { days: 60, sales: 170 }
/** Stores that the demo has. */
const OWN = 3

/** Tables, and the demo company in them: small shops, the same in every database that is filled with the same `now`. */
export async function fillDemo(url: string, dataDir: string, now: Date): Promise<void> {
  const log = createLogger()
  const database = await startDatabase({ dataDir, databaseUrl: url }, log)
  const domain = compose(areas)
  const { model, migrations } = readDefinitions()
  await applyModel(database, model, migrations, domain.tables)
  const appContext = await createAppContext({ database, model, log, dataDir, files: openFolderStorage(dataDir), domain })
  try {
    await loadDemo(appContext.service, now, size)
  } finally {
    await appContext.close()
  }
}

interface CopiedTable {
  readonly name: string
  readonly columns: readonly string[]
}

/**
 * Fills a database up to so many stores: each is the demo's first store once more, with all of its rows under the same numbers, since
 * every key begins with the store. Who belongs to a store is left out: nobody works in thousands.
 */
export async function copyStores(client: pg.Client, stores: number, say: (text: string) => void): Promise<void> {
  await client.query(
    `INSERT INTO lojas (id, nome_fantasia, uuid, cnpj, cardapio_digital, fuso_horario, "segmentoId", "adminUserId")
     SELECT n, nome_fantasia || ' ' || n, NULL, NULL, cardapio_digital, fuso_horario, "segmentoId", "adminUserId"
     FROM lojas, generate_series($1::bigint, $2::bigint) n WHERE id = 1`,
    [OWN + 1, stores],
  )
  await client.query(`SELECT setval(pg_get_serial_sequence('lojas', 'id'), $1)`, [stores])
  for (const { name, columns } of await tablesOfStores(client)) {
    const copied = columns.map(column => `t."${column}"`).join(', ')
    await client.query('BEGIN')
    // Rows that refer to each other come whole: nothing is looked up again, and tables need no order.
    await client.query('SET LOCAL session_replication_role = replica')
    const { rowCount } = await client.query(
      `INSERT INTO ${name} ("lojaId", ${columns.map(column => `"${column}"`).join(', ')})
       SELECT n, ${copied} FROM ${name} t CROSS JOIN generate_series(${OWN + 1}::bigint, ${stores}::bigint) n WHERE t."lojaId" = 1`,
    )
    await client.query('COMMIT')
    if (rowCount) say(`  ${name}: ${rowCount.toLocaleString('en-US')} rows`)
  }
  await client.query('VACUUM ANALYZE')
}

async function tablesOfStores(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> 'lojaId'
     WHERE c.relkind = 'r' AND n.nspname IN ('public', 'resumos', 'estoque') AND c.relname NOT IN ('lojas', 'user_lojas', 'Nps', 'Logs', 'Loja_filials')
     AND EXISTS (SELECT FROM pg_attribute l WHERE l.attrelid = c.oid AND l.attname = 'lojaId' AND l.attgenerated = '') GROUP BY 1 ORDER BY 1`,
  )
  return rows
}
