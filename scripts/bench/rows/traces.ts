import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BenchEnvironment, logIn, scratchFolder } from '../environment.ts'
import { type BenchResult, milliseconds } from '../figures.ts'
import { connections } from '../loadTest.ts'
import { type ServerProcess, startServer } from '../serverProcess.ts'
import { median } from '../statistics.ts'
import { pathOf } from './list.ts'
import { newProducts } from './save.ts'

/** Shares of calls whose traces are kept. */
const SHARES = [1, 0.05]
const ROUNDS = 7
const CALLS = { list: 1500, save: 600 }

/**
 * What it costs to take traces and send them to a collector beside: processor time of a second server on the same database that does, against
 * the one that does not. Time by the clock would be that of whatever else the machine does.
 */
export async function measureTraces(place: BenchEnvironment, token: string, store: number): Promise<BenchResult[]> {
  const collector = await openCollector()
  const folder = await scratchFolder()
  const fresh = await newProducts(place, store)
  const results: BenchResult[] = []
  try {
    for (const share of SHARES) {
      const traced = await startServer(['src/server/main.ts', '--no-pages'], {
        ...{ DATABASE_URL: place.url, DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', DEMO: '1' },
        ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_TRACES_SAMPLER_ARG: String(share) },
      })
      try {
        const sides = [
          { server: traced, token: await logIn(traced.address, 'admin@demo.com.br') },
          { server: place.ours, token },
        ] as const
        const kept = `with traces of ${share * 100} % of the calls, against none: processor time of the server`
        results.push(await compare(`A list ${kept}`, sides, CALLS.list, side => ask(side, pathOf(store))))
        const save = (side: TracedSide): Promise<void> => ask(side, `/api/produtos?lojaId=${store}`, fresh())
        results.push(await compare(`A save ${kept}`, sides, CALLS.save, save))
      } finally {
        await traced.end()
      }
    }
    return results.map((one, at) => (at === 0 ? one : { ...one, beside: true }))
  } finally {
    await collector.close()
    await rm(folder, { recursive: true, force: true })
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

/** Both by turns; what each takes for so many calls, eight at once. */
async function compare(
  what: string,
  [traced, plain]: readonly [TracedSide, TracedSide],
  calls: number,
  call: (side: TracedSide) => Promise<void>,
): Promise<BenchResult> {
  const turn = async (side: TracedSide): Promise<number> => {
    const before = processorTime(side.server.pid)
    let left = calls
    const work = async (): Promise<void> => {
      while (left-- > 0) await call(side)
    }
    await Promise.all(Array.from({ length: connections }, work))
    return (processorTime(side.server.pid) - before) / calls
  }
  for (const side of [traced, plain]) await turn(side)
  const turns: { ours: number; other: number }[] = []
  for (let round = 0; round < ROUNDS; round++) turns.push({ ours: await turn(traced), other: await turn(plain) })
  return {
    what,
    ours: milliseconds(median(turns.map(({ ours }) => ours))),
    baseline: milliseconds(median(turns.map(({ other }) => other))),
    ratio: median(turns.map(({ ours, other }) => ours / other)),
  }
}

/** Milliseconds of processor time that a process has taken, where the system tells: it counts by hundredths of a second. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
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
