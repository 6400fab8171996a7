import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { threadId } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endThreads, inWorker, threadsAtOnce } from '../../../src/server/threads/inWorker.ts'
import { threadTask } from '../../../src/server/threads/threadTask.ts'
import type { fail, hang, hoard, processOf, reach, refuse, remember, surroundings } from './fixtures/pieces.ts'

/** The limits of a thread, and the callers that they leave in peace. */

const module = new URL('./fixtures/pieces.ts', import.meta.url)
const remembers = threadTask<typeof remember>({ module, name: 'remember' })
const hangs = threadTask<typeof hang>({ module, name: 'hang' })
const hoards = threadTask<typeof hoard>({ module, name: 'hoard' })

const longest = process.env.WORKER_SECONDS
const largest = process.env.WORKER_MEGABYTES
const within = (seconds: string): void => {
  process.env.WORKER_SECONDS = seconds
}
beforeEach(endThreads)
afterEach(() => {
  process.env.WORKER_SECONDS = longest ?? ''
  process.env.WORKER_MEGABYTES = largest ?? ''
})

const tooMuch = { statusCode: 422, code: 'threads.too-much' }
const [one, other] = [{ lojaId: 1 }, { lojaId: 2 }]

test('work that never ends is ended, and its place taken by another thread', async () => {
  const { thread } = await inWorker(remembers, 'before', one)
  within('0.2')
  await expect(inWorker(hangs, null, one)).rejects.toMatchObject(tooMuch)
  within('60')
  const after = await inWorker(remembers, 'after', one)
  expect(after.seen).toEqual([])
  expect(after.thread).not.toBe(thread)
})

test('work that keeps more and more is ended', async () => {
  process.env.WORKER_MEGABYTES = '32'
  within('120')
  await expect(inWorker(hoards, null, one)).rejects.toMatchObject(tooMuch)
  expect(await inWorker(remembers, 'after', one)).toMatchObject({ seen: [] })
})

test('one store that fills its line holds no other: who comes later is done first, and who is too many is told so', async () => {
  within('60')
  const done: string[] = []
  const held = new AbortController()
  for (let place = 1; place < threadsAtOnce; place += 1)
    inWorker(hangs, null, { ...one, signal: held.signal }).catch(() => done.push('endless'))
  const line = Array.from({ length: 20 }, (_, at) => inWorker(remembers, `a${at}`, one).then(() => done.push(`a${at}`)))
  await expect(inWorker(remembers, 'a20', one)).rejects.toMatchObject({ statusCode: 503, code: 'threads.busy' })
  await inWorker(remembers, 'b', other).then(() => done.push('b'))
  expect(done[0]).toBe('b')
  held.abort()
  await Promise.all(line)
  expect(done.filter(name => name.startsWith('a'))).toHaveLength(20)
})

test('who leaves is not worked for: neither in the line nor at work', async () => {
  within('60')
  const [atWork, inLine] = [new AbortController(), new AbortController()]
  const left = { statusCode: 499, code: 'threads.left' }
  const works = inWorker(hangs, null, { ...one, signal: atWork.signal })
  const waits = inWorker(hangs, null, { ...one, signal: inLine.signal })
  const next = inWorker(remembers, 'next', one)
  inLine.abort()
  await expect(waits).rejects.toMatchObject(left)
  atWork.abort()
  await expect(works).rejects.toMatchObject(left)
  expect(await next).toMatchObject({ seen: [] })
  await expect(inWorker(remembers, 'x', { ...one, signal: inLine.signal })).rejects.toMatchObject(left)
})

test('a thread goes on with the next piece, and one that saw a secret ends', async () => {
  const first = await inWorker(remembers, 'first', one)
  expect(await inWorker(remembers, 'second', other)).toEqual({ thread: first.thread, seen: ['first'] })
  const secret = threadTask<typeof remember>({ module, name: 'remember', secret: true })
  const seen = [await inWorker(secret, 'key', one), await inWorker(secret, 'key', one)]
  expect(seen.map(each => each.seen)).toEqual([[], []])
  expect(new Set([first, ...seen].map(({ thread }) => thread)).size).toBe(3)
})

test('a refusal comes back whole, and what nobody expected as an error', async () => {
  const refuses = threadTask<typeof refuse>({ module, name: 'refuse' })
  await expect(inWorker(refuses, 'nome', one)).rejects.toMatchObject({
    name: 'ApiError',
    statusCode: 400,
    code: 'validation',
    params: { max: 3 },
    details: [{ path: 'nome', code: 'required' }],
  })
  const fails = threadTask<typeof fail>({ module, name: 'fail' })
  await expect(inWorker(fails, null, one)).rejects.toThrow(TypeError)
})

test('little is done where it is asked for', async () => {
  const small = threadTask<typeof remember>({ module, name: 'remember', isSmall: word => word.length < 10 })
  expect(await inWorker(small, 'little', one)).toMatchObject({ thread: threadId })
  expect((await inWorker(small, 'much, much more', one)).thread).not.toBe(threadId)
})

test('threads know nothing of what surrounds the server: no keys, no passwords', async () => {
  process.env.SECRET_OF_TEST = 'x'
  const asks = threadTask<typeof surroundings>({ module, name: 'surroundings' })
  const names = await inWorker(asks, null, one)
  delete process.env.SECRET_OF_TEST
  expect(names.filter(name => name !== 'TZ')).toEqual([])
})

const asksProcess = threadTask<typeof processOf>({ module, name: 'processOf' })
const here = fileURLToPath(module)

test('threads live in a process of their own, which ends with its server alone: a signal to all leaves it at work', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signals-'))
  const host = await inWorker(asksProcess, here, one)
  expect(host).not.toBe(process.pid)
  const works = inWorker(asksProcess, join(folder, 'end'), one)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.kill(host, signal)
  await inWorker(asksProcess, here, other)
  await writeFile(join(folder, 'end'), '')
  expect(await works).toBe(host)
  await rm(folder, { recursive: true })
})

test('the end of the process of threads is an error for what it did, and the next piece has a new one', async () => {
  const host = await inWorker(asksProcess, here, one)
  const works = inWorker(hangs, null, one)
  process.kill(host, 'SIGKILL')
  await expect(works).rejects.toThrow('The process of worker threads ended by itself: SIGKILL')
  expect(await inWorker(asksProcess, here, one)).not.toBe(host)
})

test('threads write no file and start no program', async () => {
  const reaches = threadTask<typeof reach>({ module, name: 'reach' })
  const path = join(await mkdtemp(join(tmpdir(), 'reached-')), 'kept.txt')
  await writeFile(path, 'kept')
  expect(await inWorker(reaches, path, one)).toEqual(Array(3).fill('ERR_ACCESS_DENIED'))
  expect(await readFile(path, 'utf8')).toBe('kept')
  await rm(dirname(path), { recursive: true })
})
