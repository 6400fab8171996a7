import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createSeededRandom } from '../../src/base/seededRandom.ts'
import { demoPassword } from '../../src/domain/people/demo/demoAccounts.ts'
import { freePort, startServer } from '../../tests/flows/fixtures/serverProcess.ts'
import { callsOf } from './documentedCalls.ts'
import { randomTry, type Try } from './randomTry.ts'
import { askMemory, growthOf, MOST_GROWTH, probeEnv, type ServerMemory, tellGrowth, tellMemory } from './serverMemory.ts'

/*
 * npm run fuzz -- --calls 200000 --seed 7
 *
 * Random calls to a server of its own with the demo company, the same for the same seed. Tells each kind of failure (5xx) once with the call that brought
 * it about, and what memory the server's process has by then: after the first 20,000 calls, each tenth, and at the end as many times that of the first.
 * `--snapshots FOLDER` writes its heap there at both marks, by which the memory itself grows. Ends with 1 where there was a failure, or too much growth.
 */
const { values: words } = parseArgs({
  options: { calls: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' }, snapshots: { type: 'string' } },
})
const [most, seed] = [Number(words.calls), Number(words.seed)]
/** Calls after which a server knows its work. */
const FIRST = 20_000
/** Calls at once. */
const HANDS = 8
/** Answers that say what the machine lacks, and not that something is broken: full lines, disk. */
const excused = new Set([503, 507])

const folder = mkdtempSync(join(tmpdir(), 'retaguarda-fuzz-'))
const port = await freePort()
const address = `http://127.0.0.1:${port}`
const probe = join(folder, 'probe')
const server = await startServer(
  port,
  {
    DATABASE_URL: '',
    DATA_DIR: join(folder, 'data'),
    QUOTAS: 'off',
    TRUST_PROXY: 'loopback',
    ...probeEnv(probe),
  },
  [],
  'supervisor.ts',
)

async function enter(): Promise<string> {
  const body = JSON.stringify({ email: 'admin@demo.com.br', password: demoPassword })
  const reply = await fetch(`${address}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { id }: { id?: string } = JSON.parse(await reply.text())
  return id ?? ''
}

let ended = false
// Findings until then are told all the same, and the server ends.
const end = (): void => {
  ended = true
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)

let token = await enter()
let first: ServerMemory | undefined
let last: ServerMemory | undefined
const failures = new Map<string, { count: number; first: string }>()
const statuses = new Map<number, number>()

function count(one: Try, status: number, text: string): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  if (status < 500 || excused.has(status)) return
  const kind = `${status} ${one.method} ${one.path.split('?')[0]?.replace(/%[0-9A-F]{2}|\d+/gi, '·')}`
  const known = failures.get(kind)
  const first = `${one.method} ${one.path.slice(0, 600)} ${one.body?.slice(0, 600) ?? ''} ${JSON.stringify(one.headers)}: ${text.slice(0, 300)}`
  failures.set(kind, known ? { ...known, count: known.count + 1 } : { count: 1, first })
}

async function send(one: Try, number: number): Promise<void> {
  // Each from an address of its own: limits by address are not what is looked for.
  const from = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  const headers = { ...one.headers, authorization: token, 'x-forwarded-for': from }
  try {
    const reply = await fetch(`${address}${one.path}`, { method: one.method, headers, ...(one.body ? { body: one.body } : {}) })
    const text = await reply.text()
    count(one, reply.status, text)
    if (reply.status === 401) token = await enter()
  } catch (error) {
    count(one, 599, String(error instanceof Error ? (error.cause ?? error) : error))
  }
}

try {
  const document: unknown = await (await fetch(`${address}/api/openapi.json`, { headers: { authorization: token } })).json()
  // Calls that stop or restart the server, shut out the caller, or take the store away would end the run.
  const calls = callsOf(document).filter(
    ({ method, path }) => method !== 'DELETE' && !/reinici|^\/users|^\/titulares|^\/lojas\b/i.test(path),
  )
  const r = createSeededRandom(seed)
  const marks = [FIRST, ...Array.from({ length: 10 }, (_, at) => (most * (at + 1)) / 10)]
  let sent = 0
  console.log(`${calls.length} kinds of calls, seed ${seed}; before: ${tellMemory(await askMemory(probe))}`)
  while (sent < most && !ended) {
    const batch = Array.from({ length: Math.min(500, most - sent) }, () => randomTry(calls, 1, r))
    await Promise.all(
      Array.from({ length: HANDS }, async (_, hand) => {
        for (const [at, one] of batch.entries()) if (at % HANDS === hand) await send(one, sent + at)
      }),
    )
    sent += batch.length
    if (!ended && !marks.some(mark => mark > sent - batch.length && mark <= sent)) continue
    last = await askMemory(probe)
    if (sent === FIRST) first = last
    console.log(`${sent} calls: ${tellMemory(last)}`)
    if (words.snapshots && (sent === FIRST || sent === most))
      await askMemory(probe, join(words.snapshots, `${sent}.heapsnapshot`))
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(
  [...statuses]
    .toSorted()
    .map(([status, times]) => `${status}: ${times}`)
    .join(', '),
)
for (const [kind, { count: times, first }] of failures) console.log(`\n${times}x ${kind}\n  ${first}`)
console.log(failures.size === 0 ? '\nno failure' : `\n${failures.size} kinds of failures`)
const compared = first && last && first !== last ? { first, last } : undefined
if (compared) console.log(tellGrowth(compared.first, compared.last))
const grown = compared !== undefined && growthOf(compared.first, compared.last) > MOST_GROWTH
process.exit(failures.size === 0 && !grown ? 0 : 1)
