import { createInterface } from 'node:readline/promises'
import { normalizeEmail, setPasswordHash } from '../src/server/access/users.ts'
import { startDatabase } from '../src/server/database/startDatabase.ts'
import { createLogger } from '../src/server/http/log/logger.ts'
import { hashPassword, longestPassword, shortestPassword } from '../src/server/session/password.ts'
import { readSettings } from '../src/server/settings.ts'
import { readDefinitions } from '../src/server/start/definitions.ts'
import { applyModel } from '../src/server/tables/applyModel.ts'

/**
 * Makes a platform administrator, or gives an existing one a new password:
 * `npm run create-admin -- <e-mail>`. The password is asked for, or comes in ADMIN_PASSWORD, so that it stays out of the shell's history.
 * The server must be stopped where the database is the embedded one.
 */
const main = async (): Promise<void> => {
  const email = normalizeEmail(process.argv[2] ?? (await ask('E-mail: ')))
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Error(`Not an e-mail: ${email}`)
  const password = process.env.ADMIN_PASSWORD ?? (await ask('Password: '))
  if (password.length < shortestPassword || password.length > longestPassword)
    throw new Error(`The password must have from ${shortestPassword} to ${longestPassword} characters.`)
  const database = await startDatabase(readSettings(), createLogger())
  try {
    const { model, migrations } = readDefinitions()
    await applyModel(database, model, migrations)
    const hash = await hashPassword(password)
    const { rows: found } = await database.system.query<{ id: string }>(
      'UPDATE users SET admin = true WHERE lower(email) = $1 RETURNING id',
      [email],
    )
    const { rows: made } = found[0]
      ? { rows: found }
      : await database.system.query<{ id: string }>('INSERT INTO users (email, nome, admin) VALUES ($1, $1, true) RETURNING id', [
          email,
        ])
    await setPasswordHash(database.system, Number(made[0]?.id), hash)
    console.log(`${email} is a platform administrator.`)
  } finally {
    await database.close()
  }
}

const ask = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
  }
}

main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
