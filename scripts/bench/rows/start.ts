import { join } from 'node:path'
import { isProcessAlive, readPostmaster } from '../../../src/server/database/postmaster.ts'
import { type BenchResult, plainLine, type Unit } from '../figures.ts'
import type { Bench } from '../places/bench.ts'
import type { Checkout } from '../places/checkouts.ts'
import { there } from '../places/contest.ts'
import { serverEnv } from '../places/databases.ts'
import { closeAtEnd } from '../places/openResources.ts'
import { scratchFolder } from '../places/scratchFolder.ts'
import { startServer } from '../places/serverProcess.ts'
import { pick, type Turns, takeTurns } from '../turns.ts'

const seconds: Unit = { show: time => `${time.toFixed(1)} s`, better: 'less' }

interface Starts {
  readonly first: number
  readonly later: number
}

/** The first start on an empty folder (database made, tables, demo company) and a later one, until the server answers. */
export async function* measureStart({ checkouts: [checkout, rival] }: Bench): AsyncGenerator<BenchResult> {
  for (const each of [checkout, rival]) await each?.buildPages()
  let turns: Turns<Starts>
  if (rival) {
    const schedule = { rounds: 3, warm: 0 }
    turns = {
      ...(await takeTurns(
        () => startTwice(checkout),
        () => there(rival, startTwice(rival)),
        schedule,
      )),
      against: rival.name,
    }
  } else turns = { ours: [await startTwice(checkout)], other: [] }
  yield plainLine(
    'First start on an empty folder, with the demo company',
    pick(turns, ({ first }) => first),
    seconds,
  )
  yield plainLine(
    'Later start',
    pick(turns, ({ later }) => later),
    seconds,
  )
}

/** Seconds of a first start and of the better of two later ones. */
async function startTwice({ root }: Checkout): Promise<Starts> {
  const folder = await scratchFolder()
  const data = join(folder.path, 'data')
  // A server that is ended while it starts may leave the PostgreSQL that it has just begun.
  const end = closeAtEnd(() => endLeftPostgres(data))
  const start = async (): Promise<number> => {
    const server = await startServer(['src/main/server.ts'], serverEnv('', data), root)
    await server.end()
    return server.took / 1000
  }
  const first = await start()
  const later = Math.min(await start(), await start())
  await end()
  await folder.remove()
  return { first, later }
}

async function endLeftPostgres(data: string): Promise<void> {
  const left = readPostmaster(join(data, 'postgres'))
  if (!left || !isProcessAlive(left.pid)) return
  process.kill(left.pid, 'SIGINT')
  while (isProcessAlive(left.pid)) await new Promise(resolve => setTimeout(resolve, 50))
}
