import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { areas } from '../../src/domain/all.ts'
import { loadDemo } from '../../src/domain/demo/loadDemo.ts'
import { createAppContext } from '../../src/server/appContext.ts'
import { readArchive } from '../../src/server/backup/archive.ts'
import { productVersion } from '../../src/server/backup/productVersion.ts'
import { functionDigest, isFunction } from '../../src/server/backup/trust/checkedObjects.ts'
import { releasedFunctions } from '../../src/server/backup/trust/releasedFunctions.ts'
import { writeBackup } from '../../src/server/backup/writeBackup.ts'
import { compose } from '../../src/server/compose.ts'
import type { Queries } from '../../src/server/database/queries.ts'
import { secretsOfInstallation } from '../../src/server/database/secret.ts'
import { startDatabase } from '../../src/server/database/startDatabase.ts'
import { createLogger } from '../../src/server/http/log/logger.ts'
import { readDefinitions } from '../../src/server/start/definitions.ts'
import { openFolderStorage } from '../../src/server/storage/folderStorage.ts'
import { applyModel } from '../../src/server/tables/applyModel.ts'
import { packAlike } from './packAlike.ts'

/**
 * `npm run keep-state`: the state of this version as an archive of `npm run backup`, tests/releases/VERSION.tar.gz, with a small company in it.
 * Done once for each release and never again: `tests/api/deployment/upgrades.test.ts` starts every later version over it. The same code
 * makes the same bytes.
 */
const MOMENT = new Date('2025-06-15T18:00:00Z')
const size = { days: 3, sales: 12 }
/** Under which its secrets are sealed: it guards nothing. */
const KEY = 'estado-guardado'

const main = async ([name]: readonly string[]): Promise<void> => {
  const file = resolve(name ?? `tests/releases/${productVersion()}.tar.gz`)
  if (existsSync(file)) throw new Error(`${file} is kept already: a released state never changes.`)
  mkdirSync(dirname(file), { recursive: true })
  process.env.SECRET_KEY = KEY
  const folder = mkdtempSync(join(tmpdir(), 'estado-'))
  // The embedded database works as a user of its own.
  chmodSync(folder, 0o755)
  try {
    const draft = join(folder, 'estado.tar.gz')
    await copyCompany(join(folder, 'data'), draft)
    const secrets = secretsOfInstallation(join(folder, 'data'))
    console.log(`${file}: ${await packAlike(draft, file, MOMENT, secrets)} bytes.`)
    const { head } = await readArchive(file, { secrets, trust: true })
    const unknown = head.objects.before.filter(text => isFunction(text) && !releasedFunctions.has(functionDigest(text)))
    if (unknown.length > 0)
      console.log(`For releasedFunctions.ts, or it is taken back by nobody:\n${unknown.map(functionDigest).join('\n')}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes the company in a database of its own, and copies it. */
async function copyCompany(dataDir: string, file: string): Promise<void> {
  const log = createLogger()
  const database = await startDatabase({ dataDir, databaseUrl: undefined }, log)
  const domain = compose(areas)
  const { model, migrations } = readDefinitions()
  const begun = new Date()
  await applyModel(database, model, migrations, domain.tables)
  const files = openFolderStorage(dataDir)
  const appContext = await createAppContext({ database, model, log, dataDir, files, domain })
  try {
    await loadDemo(appContext.service, MOMENT, size)
    await database.asOwner(q => withoutClock(q, begun))
    await writeBackup({ url: database.url, dataDir, files }, file)
  } finally {
    await appContext.close()
  }
}

/** Makes the values that this run's clock and chance put into rows the same in each run. */
async function withoutClock(q: Queries, begun: Date): Promise<void> {
  const { rows } = await q.query<{ name: string; column: string }>(
    `SELECT c.oid::regclass::text AS name, quote_ident(a.attname) AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')
     AND a.atttypid = 'timestamptz'::regtype AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY 1, 2`,
  )
  for (const { name, column } of rows)
    await q.query(`UPDATE ${name} SET ${column} = $1 WHERE ${column} >= $2 AND isfinite(${column})`, [
      MOMENT.toISOString(),
      begun.toISOString(),
    ])
  await q.query('UPDATE system.passwords SET hash = $1', [hashOfDemo])
}

/** Of the demo's password, with a salt that is always the same. */
const hashOfDemo = '$argon2id$v=19$m=19456,t=2,p=1$ZXN0YWRvLWd1YXJkYWRvIQ$tamFCmwl6DnTuMasNs9B2CssKMvBR9H5LbFreFtSr8c'

main(process.argv.slice(2)).catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
