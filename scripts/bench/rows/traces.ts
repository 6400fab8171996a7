import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BenchResult, slownessLine, time } from '../figures.ts'
import { connections } from '../loadTest.ts'
import type { Bench } from '../places/bench.ts'
import type { Place } from '../places/contest.ts'
import { logIn, serverEnv } from '../places/databases.ts'
import { scratchFolder } from '../places/scratchFolder.ts'
import { type ServerProcess, startServer } from '../places/serverProcess.ts'
import { productsSetup, STORE } from '../seeds/productsSetup.ts'
import { adminOf, pathOf } from './list.ts'
import { newProducts } from './save.ts'

/** Shares of calls whose traces are kept. */
const SHARES = [1, 0.05]
const ROUNDS = 7
const CALLS = { list: 400, save: 200 }

/**
 * Measures the cost of taking traces and sending them to a collector beside: processor time of a second server on the same database that does,
 * against the one that does not. Time by the clock would be that of other work on the machine.
 */
export async function* measureTraces(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(productsSetup)
  const collector = await openCollector()
  const fresh = await contest.each(place => newProducts(place, STORE))
  const admin = await adminOf(contest)
  try {
    for (const share of SHARES) {
      const traced = await contest.each(async ({ url, checkout }): Promise<TracedSide> => {
        const server = await startServer(
          ['src/main/server.ts', '--no-pages'],
          {
            ...serverEnv(url, (await scratchFolder()).path),
            ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_TRACES_SAMPLER_ARG: String(share) },
          },
          checkout.root,
        )
        return { server, token: await logIn(server.address, 'admin@demo.com.br') }
      })
      const compare = async (what: string, calls: number, path: string, body?: (place: Place) => unknown) => {
        const cost = (side: TracedSide, place: Place): Promise<number> =>
          costOf(side.server, calls, () => ask(side, path, body?.(place)))
        const turns = await contest.turns(
          place => cost(traced(place), place),
          place => cost({ server: place.server, token: admin(place) }, place),
          { rounds: ROUNDS },
        )
        const kept = `with traces of ${share * 100} % of the calls, against none: processor time of the server`
        return slownessLine(`${what} ${kept}`, turns, time)
      }
      yield await compare('A list', CALLS.list, pathOf(STORE))
      yield await compare('A save', CALLS.save, `/api/produtos?lojaId=${STORE}`, place => fresh(place)())
      for (const place of [contest.ours, contest.rival]) if (place) await traced(place).server.end()
    }
  } finally {
    await collector.close()
  }
}

interface TracedSide {
  readonly server: ServerProcess
  readonly token: string
}

async function ask({ server, token }: TracedSide, path: string, body?: unknown): Promise<void> {
  const reply = await fetch(`${server.address}${path}`, {
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path} was refused: ${text}`)
}

/** Milliseconds of processor time that a server takes for a call, of so many, eight at once. */
async function costOf({ pid }: ServerProcess, calls: number, call: () => Promise<void>): Promise<number> {
  const before = processorTime(pid)
  let left = calls
  const work = async (): Promise<void> => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: connections }, work))
  return (processorTime(pid) - before) / calls
}

/** Milliseconds of processor time that the threads of a process have taken, where the system tells: it counts nanoseconds here. */
function processorTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const times = threads.map(thread => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
  return times.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6
}

/** Takes whatever is sent and reads none of it. */
async function openCollector(): Promise<{ address: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}
