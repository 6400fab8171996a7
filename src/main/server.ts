import type { Logger } from 'pino'
import { areas } from '../domain/all.ts'
import { compose } from '../server/compose.ts'
import { startDatabase } from '../server/database/startDatabase.ts'
import { closeInOrder } from '../server/http/closing.ts'
import { createLogger } from '../server/http/log/logger.ts'
import { exitCode } from '../server/process/restart.ts'
import { readSettings, type Settings } from '../server/settings.ts'
import { schemasFolder } from '../server/start/definitionFiles.ts'
import { readDefinitions } from '../server/start/definitions.ts'
import { noticeLines } from '../server/start/definitionTrouble.ts'
import { spreadTables } from '../server/start/spreadTables.ts'
import { planModel } from '../server/tables/applyModel.ts'
import { unfitRows, unfitRowsText } from '../server/tables/unfitRows.ts'
import { endThreads } from '../server/threads/inWorker.ts'
import { startTracing } from '../server/tracing/startTracing.ts'
import { type ProductServer, printTrouble, startProductServer } from './productServer.ts'

/**
 * `--dev`: hot reload. `--plan`: prints what the tables need and does nothing. `--distribute`: spreads the rows of a database over the
 * machines that it has, and ends. `--no-pages`: the API alone. `--lenient`: starts without
 * definitions that are wrong.
 */
const main = async (args: readonly string[]): Promise<void> => {
  const settings = readSettings()
  const log = createLogger()
  if (args.includes('--plan')) return printPlan(settings, log)
  if (args.includes('--distribute')) return spreadTables(settings, log, compose(areas).tables)
  const started = Date.now()
  const endTracing = await startTracing()
  const server = await startProductServer({
    settings,
    log,
    mode: args.includes('--dev') ? 'dev' : args.includes('--lenient') ? 'lenient' : 'strict',
    pages: !args.includes('--no-pages'),
  })
  closeOnSignal(server, endTracing, log)
  greet(server, Date.now() - started)
}

const printPlan = async (settings: Settings, log: Logger): Promise<void> => {
  const read = readDefinitions(schemasFolder, { effects: Object.keys(compose(areas).effects) })
  printTrouble(read)
  for (const line of noticeLines(read)) console.log(`-- ${line}`)
  const { model, migrations } = read
  const database = await startDatabase(settings, log)
  try {
    const plan = await planModel(database, model, migrations)
    for (const name of plan.migrations) console.log(`-- migration ${name}`)
    // A layer's names tell its part: those of the product never begin so.
    const ofLayer = plan.steps.filter(step => /"x_/.test(step))
    for (const step of plan.steps) if (!ofLayer.includes(step)) console.log(`${step};`)
    if (ofLayer.length > 0) console.log('-- of layers:')
    for (const step of ofLayer) console.log(`${step};`)
    for (const notice of plan.notices) console.log(`-- ${notice}`)
    for (const { table, column, why, file, statement } of plan.refusals)
      console.log(`-- refused: ${table}.${column}: ${why}\n--   ${file}: ${statement}`)
    if (plan.steps.length + plan.migrations.length + plan.refusals.length === 0)
      console.log('-- The tables are as the definitions want them.')
    // But for what must be unique nothing of it stops a start: such a row can be read, and saved once the field is put right.
    for (const unfit of await database.asOwner(q => unfitRows(q, model))) console.log(`-- ${unfitRowsText(unfit)}`)
  } finally {
    await database.close()
  }
}

/**
 * Milliseconds in which a further signal is the same one: what ends a service or a group of processes sends it to all of them, and the supervisor
 * hands its own on. A later one ends the server at once.
 */
const sameSignal = 3000

/** Ends in good order: no new requests, the running ones finish, then the database. */
const closeOnSignal = ({ app, context }: ProductServer, endTracing: () => Promise<void>, log: Logger): void => {
  let closingSince: number | undefined
  const close = async (): Promise<void> => {
    if (closingSince !== undefined) {
      if (performance.now() - closingSince > sameSignal) process.exit(1)
      return
    }
    closingSince = performance.now()
    await closeInOrder(app)
    await context.close()
    await endThreads()
    await endTracing()
    process.exit(exitCode())
  }
  // The supervisor is gone: nobody would end this process.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      close().catch(error => {
        log.error({ err: error }, 'closing failed')
        process.exit(1)
      })
    })
}

const greet = ({ app, demo }: ProductServer, took: number): void => {
  const bound = app.server.address()
  const address = typeof bound === 'object' ? bound : undefined
  const host = address?.family === 'IPv6' ? `[${address.address}]` : address?.address
  const lines = [`Retaguarda: http://${host}:${address?.port}  (started in ${(took / 1000).toFixed(1)} s)`]
  if (demo) {
    lines.push(
      '',
      '  admin@demo.com.br        platform administrator',
      '  dono@demo.com.br         owner of 3 stores',
      '  funcionario@demo.com.br  employee of the first store',
      '  password: demo1234',
    )
  }
  console.log(lines.join('\n'))
}

main(process.argv.slice(2)).catch(error => {
  console.error(error instanceof Error ? error.message : error)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
})
