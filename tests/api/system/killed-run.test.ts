import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isProcessAlive } from '../../../src/server/database/postmaster.ts'

interface Started {
  readonly folder: string
  readonly pids: readonly number[]
}

/** Starts a run, and kills it once it has started what it needs. */
async function killed(signal: NodeJS.Signals, ...words: readonly string[]): Promise<Started> {
  const run = spawn(process.execPath, ['tests/api/fixtures/doomedRun.ts', ...words], {
    env: { ...process.env, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const over = once(run, 'exit')
  const [told] = await Promise.race([
    once(run.stdout, 'data'),
    over.then(([code]) => expect.unreachable(`it ended with ${code} before it told what it had started`)),
  ])
  const started: Started = JSON.parse(String(told))
  expect(started.pids.map(isProcessAlive)).toEqual(started.pids.map(() => true))
  run.kill(signal)
  await over
  return started
}

const left = ({ folder, pids }: Started): readonly unknown[] => [
  ...pids.filter(isProcessAlive),
  ...(existsSync(folder) ? [folder] : []),
]

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'a test run that ends by %s leaves no PostgreSQL and no files behind',
  async signal => {
    const started = await killed(signal)
    await expect.poll(() => left(started)).toEqual([])
  },
)

test.each(['server', 'flow'])(
  'nor does a server that it had started (%s), whose own PostgreSQL outlives the server',
  async kind => {
    const started = await killed('SIGKILL', kind)
    expect(started.pids.length).toBe(2)
    await expect.poll(() => left(started)).toEqual([])
  },
)
