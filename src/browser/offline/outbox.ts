import { useSyncExternalStore } from 'react'
import { createListeners } from '../../base/objects/listeners.ts'
import { CallError } from '../data/api.ts'
import { clearRegisterCache } from '../data/caches.ts'
import { setPendingSaves } from '../data/connectionStatus.ts'
import { parseStored, readStorage, storageKeys, writeStorage } from '../data/storage.ts'
import { deleteSavedDraft } from './draftStorage.ts'
import { type OutboxEntry, storeOutboxEntry, toOutboxEntry } from './outboxEntry.ts'
import { rebaseWrite } from './rebaseWrite.ts'
import { isRetryable, outboxKeyPrefix as prefix, sendWrite, type WriteRequest } from './writeRequest.ts'

interface Waiter {
  resolve(value: unknown): void
  reject(error: unknown): void
}

let entries: readonly OutboxEntry[] = []
const waiters = new Map<string, Waiter>()
let user: number | undefined
let number = 0
let running = false
let wake: () => void = () => undefined
const { subscribe, tell } = createListeners()

function set(next: readonly OutboxEntry[]): void {
  entries = next
  setPendingSaves(next.length)
  tell()
}

/** Tells whether writes wait: a further one goes behind them. */
export const hasWaitingWrites = (): boolean => entries.some(one => one.refused === undefined)

export const useOutbox = (): readonly OutboxEntry[] => useSyncExternalStore(subscribe, read, read)
const read = () => entries

/** The user is known: what was left behind by a closed tab is sent now. Sending it from two tabs does no harm, since keys are kept. */
export function startOutbox(id: number): void {
  user = id
  const known = new Set(entries.map(one => one.key))
  const left = storageKeys(prefix).flatMap((key): OutboxEntry[] => {
    const entry = parseStored(readStorage(key)) as OutboxEntry | undefined
    return entry && entry.user === id && !known.has(entry.key) ? [entry] : []
  })
  const all = [...entries.filter(one => one.user === id), ...left]
  number = Math.max(number, ...all.map(one => one.number), 0)
  set(all.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.number - b.number)))
  void pump()
}

/** Puts a write behind the others; the answer comes when the server is back. */
export function enqueueWrite<T>(sent: WriteRequest): Promise<T> {
  // Written down before this code was there, it stands in line already.
  const waiting = entries.find(one => one.key === sent.key)
  if (!waiting) number += 1
  const entry = waiting ?? toOutboxEntry(sent, user ?? 0, number)
  const answer = new Promise<T>((resolve, reject) => {
    waiters.set(entry.key, { resolve: value => resolve(value as T), reject })
  })
  if (!waiting) {
    storeOutboxEntry(entry)
    set([...entries, entry])
  }
  void pump()
  return answer
}

/** Forgets an entry: answered, given back to its form, or given up by the person. */
export function removeFromOutbox(key: string): void {
  writeStorage(`${prefix}${key}`, undefined)
  waiters.get(key)?.reject(new CallError(0, 'given-up', ''))
  waiters.delete(key)
  set(entries.filter(one => one.key !== key))
}

/** Returns the waiting or refused write of a form. */
export const outboxEntryOfDraft = (draft: string): OutboxEntry | undefined => entries.findLast(one => one.draft === draft)

/** Tries at once. */
export const flushOutbox = (): void => wake()
addEventListener('online', () => wake())

async function pump(): Promise<void> {
  if (running) return
  running = true
  for (let failures = 0; ; ) {
    const next = entries.find(one => one.refused === undefined)
    if (!next) break
    const how = await attempt(next)
    // The next session of the same user sends it.
    if (how === 'out') break
    const away = how === 'away'
    failures = away ? failures + 1 : 0
    if (away) await pause(Math.min(10_000, 500 * 2 ** failures))
  }
  running = false
}

/** Tells whether it was answered, there was still no server, or the session is over. */
async function attempt(entry: OutboxEntry): Promise<'answered' | 'away' | 'out'> {
  try {
    const data = await sendWrite(entry)
    const waiter = waiters.get(entry.key)
    waiters.delete(entry.key)
    removeFromOutbox(entry.key)
    follow(entry, data)
    if (entry.draft) deleteSavedDraft(entry.draft, entry.at)
    waiter?.resolve(data)
    void clearRegisterCache(entry.register)
    return 'answered'
  } catch (error) {
    if (isRetryable(error)) return 'away'
    if (error instanceof CallError && error.status === 401) return 'out'
    refuse(entry, error)
    return 'answered'
  }
}

/** Writes that wait behind one of the same rows go on from its result. */
function follow(done: OutboxEntry, answer: unknown): void {
  const next = entries.map(one => rebaseWrite(one, done, answer))
  for (const one of next) if (!entries.includes(one)) storeOutboxEntry(one)
  set(next)
}

/** A waiting caller hears the answer; a form that is closed gets its save back when it is opened. */
function refuse(entry: OutboxEntry, error: unknown): void {
  const waiter = waiters.get(entry.key)
  const heard = waiter !== undefined && (entry.isAwaited?.() ?? true)
  waiters.delete(entry.key)
  if (heard) removeFromOutbox(entry.key)
  else {
    const { status, code, message, details } = error instanceof CallError ? error : new CallError(0, 'unknown', String(error))
    const refused: OutboxEntry = { ...entry, refused: { status, code, message, details } }
    storeOutboxEntry(refused)
    set(entries.map(one => (one.key === entry.key ? refused : one)))
  }
  waiter?.reject(error)
}

const pause = (wait: number): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, wait)
    wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
