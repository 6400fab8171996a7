import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { isProcessAlive, readPostmaster } from '../postmaster.ts'

/** The process of deathWatch.ts: it is told line by line what to clear, and clears it when who tells it is gone. */

/** Milliseconds for PostgreSQL to end in good order. */
const patience = 10_000

const processes = new Set<number>()
const clusters = new Set<string>()
const folders = new Set<string>()

const hear = (line: string): void => {
  const [word = '', what = ''] = line.split(/ (.*)/s)
  if (word === 'process') processes.add(Number(what))
  if (word === 'over') processes.delete(Number(what))
  if (word === 'cluster') clusters.add(what)
  if (word === 'folder') folders.add(what)
  if (word === 'forget') process.exit()
}

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself.
  }
}

const end = async (cluster: string): Promise<void> => {
  const living = readPostmaster(cluster)
  if (!living) return
  send(living.pid, 'SIGINT')
  for (const until = Date.now() + patience; isProcessAlive(living.pid) && Date.now() < until; ) await wait(20)
  if (isProcessAlive(living.pid)) send(living.pid, 'SIGKILL')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
for await (const line of createInterface({ input: process.stdin })) hear(line)
for (const pid of processes) send(pid, 'SIGKILL')
for (const cluster of clusters) await end(cluster)
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
