import pino from 'pino'
import { keysOfInstallation } from '../src/server/database/secret.ts'
import { openRunningDatabase, startDatabase } from '../src/server/database/startDatabase.ts'
import { createLogger } from '../src/server/http/log/logger.ts'
import { rotateKey } from '../src/server/rotation/rotateKey.ts'
import { readSettings } from '../src/server/settings.ts'
import { readDefinitions } from '../src/server/start/definitions.ts'
import { runningDatabase } from './psql.ts'

/**
 * `npm run rotate-key`: seals all that is sealed with the key before (SECRET_KEY_OLD, or DATA_DIR/secret.key) with SECRET_KEY, while people work or not. Servers must
 * have both keys. Cut short, it goes on when it is run again; once it says that nothing is left, the former key may go.
 */
const main = async (): Promise<void> => {
  const settings = readSettings()
  const { own, former } = keysOfInstallation(settings.dataDir)
  if (!former) throw new Error('There is no key to come from: give it as SECRET_KEY_OLD, and the new one as SECRET_KEY.')
  const running = runningDatabase(settings)
  const database =
    running === undefined
      ? await startDatabase(settings, createLogger())
      : await openRunningDatabase(running, pino({ level: 'warn' }))
  try {
    const { model } = readDefinitions()
    const { resealed, current, lost } = await rotateKey({ database, model, keys: { own, former }, tell: console.log })
    for (const [place, count] of Object.entries(lost))
      console.warn(`${place}: ${count} open with neither key, and stay as they are.`)
    console.log(`Nothing is sealed with the former key any more: ${current} values, ${resealed} of them by this run.`)
  } finally {
    await database.close()
  }
}

main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
