import { findUserByEmail } from '../src/server/access/users.ts'
import { startDatabase } from '../src/server/database/startDatabase.ts'
import { createLogger } from '../src/server/http/log/logger.ts'
import { removeAllFactors } from '../src/server/session/secondFactor/factors.ts'
import { readSettings } from '../src/server/settings.ts'
import { readDefinitions } from '../src/server/start/definitions.ts'

/**
 * Lets somebody in by their password alone who lost telephone, passkeys and codes, where no administrator can do it in Usuários:
 * `npm run remove-second-factor -- <e-mail>`. The server must be stopped where the database is the embedded one.
 */
const main = async (): Promise<void> => {
  const [email] = process.argv.slice(2)
  if (!email) throw new Error('npm run remove-second-factor -- <e-mail>')
  const database = await startDatabase(readSettings(), createLogger())
  try {
    const user = await findUserByEmail(database.system, readDefinitions().model, email)
    if (!user) throw new Error(`Nobody has this e-mail: ${email}`)
    const had = await removeAllFactors(database.system, user.id)
    console.log(had ? `${user.email} signs in by password alone now.` : `${user.email} had no second factor.`)
  } finally {
    await database.close()
  }
}

main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
