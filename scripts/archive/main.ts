import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { areas } from '../../src/domain/all.ts'
import { archivedRegister } from '../../src/server/archive/archivedTables.ts'
import { readYear } from '../../src/server/archive/readYear.ts'
import { removeYear } from '../../src/server/archive/removeYear.ts'
import { restoreYear } from '../../src/server/archive/restoreYear.ts'
import { writeYear, type YearSource } from '../../src/server/archive/writeYear.ts'
import type { ArchiveOpening } from '../../src/server/backup/sealing/sealedParts.ts'
import { compose } from '../../src/server/compose.ts'
import { secretsOfInstallation } from '../../src/server/database/secret.ts'
import { openRunningDatabase, startDatabase } from '../../src/server/database/startDatabase.ts'
import { createLogger } from '../../src/server/http/log/logger.ts'
import { readSettings } from '../../src/server/settings.ts'
import { readDefinitions } from '../../src/server/start/definitions.ts'
import { applyModel } from '../../src/server/tables/applyModel.ts'
import { runningDatabase } from '../psql.ts'

const USAGE = `npm run archive -- YEAR FILE [--store N] [--drop]
npm run archive -- --check FILE
npm run archive -- --restore FILE
--trust takes one that is not sealed`

/**
 * Runs `npm run archive` by its words. `2024 FILE`: the sales of a closed year in one archive, while people work or not, which is read back; nothing
 * is removed. With `--drop` they are removed afterwards, or those of an archive that is there already: so it goes on where it was cut short. `--store
 * N` is one store alone. `--check FILE` only reads; `--restore FILE` brings the rows back. `--trust` takes an archive that is not sealed, as versions
 * until 0.1.0 wrote them: by hand, for people who know where it comes from.
 */
export async function archiveCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  tell: (line: string) => void,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      store: { type: 'string' },
      register: { type: 'string' },
      drop: { type: 'boolean', default: false },
      restore: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      trust: { type: 'boolean', default: false },
    },
  })
  const [year, name] = values.restore || values.check ? [undefined, ...positionals] : positionals
  if (name === undefined || positionals.length > 2) throw new Error(USAGE)
  const file = resolve(name)
  const opening = { secrets: secretsOfInstallation(readSettings(env).dataDir), trust: values.trust }
  if (values.check) return check(file, opening, tell)
  const lojaId = values.store === undefined ? undefined : Number(values.store)
  if (lojaId !== undefined && !(Number.isSafeInteger(lojaId) && lojaId > 0))
    throw new Error(`--store ${values.store} is no number of a store.`)
  const { source, close } = await openSource(env, opening, tell)
  try {
    if (values.restore) return await restoreYear(source, file)
    const wish = { register: archivedRegister(source.model, values.register), year: Number(year), lojaId, now: new Date() }
    if (values.drop && existsSync(file)) await demandSame(file, opening, wish)
    else await writeYear(source, wish, file)
    if (values.drop) await removeYear(source, file)
  } finally {
    await close()
  }
}

const check = async (file: string, opening: ArchiveOpening, tell: (line: string) => void): Promise<void> => {
  const { head, totals } = await readYear(file, opening)
  const stores = head.stores.map(({ id }) => id).join(', ')
  tell(`${file}: ${totals.tables[0]?.rows} records of ${head.register}, ${head.year}, stores ${stores}; read back whole.`)
}

/** Demands that the archive to drop by is the one that was asked for. */
const demandSame = async (
  file: string,
  opening: ArchiveOpening,
  wish: { readonly year: number; readonly lojaId: number | undefined },
): Promise<void> => {
  const { head } = await readYear(file, opening)
  if (head.year !== wish.year) throw new Error(`${file} is there already, and of ${head.year}; nothing was removed.`)
  const others = head.stores.filter(({ id }) => wish.lojaId !== undefined && id !== wish.lojaId)
  if (others.length > 0) throw new Error(`${file} is there already, and of other stores as well; nothing was removed.`)
}

/** The database of the running server, else one that is started; its tables are those of the definitions. */
const openSource = async (
  env: NodeJS.ProcessEnv,
  opening: ArchiveOpening,
  tell: YearSource['tell'],
): Promise<{ source: YearSource; close: () => Promise<void> }> => {
  const settings = readSettings(env)
  const running = runningDatabase(settings)
  const database =
    running === undefined
      ? await startDatabase(settings, createLogger())
      : await openRunningDatabase(running, pino({ level: 'warn' }))
  const { model, migrations } = readDefinitions()
  const { tables } = compose(areas)
  if (running === undefined) await applyModel(database, model, migrations, tables)
  return { source: { database, model, derived: tables, opening, tell }, close: () => database.close() }
}

if (import.meta.main)
  archiveCommand(process.argv.slice(2), process.env, console.log).catch(error => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
