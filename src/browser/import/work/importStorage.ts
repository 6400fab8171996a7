import type { ColumnMapping } from '../../../model/import/header.ts'
import type { RowFailure } from './saveInBatches.ts'

/*
 * Imports that are not done yet, kept in this browser: a reload or a closed tab loses neither what was mended nor what is still
 * to be sent. Rows go in parts, so that keeping a large file and reading it back takes little at a time.
 */

/** What is kept of an import besides its rows. */
export interface StoredImportHead {
  readonly file: string
  readonly at: string
  readonly header: readonly string[]
  readonly width: number
  readonly mapping: ColumnMapping
  readonly action: string
  readonly saved: number
  readonly unchanged: number
  /** Rows that are left. */
  readonly count: number
  /** Lines that are saved or taken out, a bit each. */
  readonly gone: Uint8Array
  readonly failures: readonly (readonly [id: string, reasons: readonly RowFailure[]])[]
}

/** A line of the file as it was read or mended. */
export interface StoredImportLine {
  readonly line: number
  readonly cells: readonly string[]
}

const NAME = 'importacoes'
const HEADS = 'heads'
const PARTS = 'parts'
const SIZE = 2_000
/** A month. */
const LONGEST = 30 * 24 * 3_600_000

let opened: Promise<IDBDatabase | undefined> | undefined

/** The browser's database; a private window may have none, and then nothing is kept. */
function database(): Promise<IDBDatabase | undefined> {
  opened ??= new Promise(resolve => {
    try {
      const request = indexedDB.open(NAME, 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore(HEADS)
        request.result.createObjectStore(PARTS)
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
  return opened
}

async function within(mode: IDBTransactionMode, act: (heads: IDBObjectStore, parts: IDBObjectStore) => void): Promise<void> {
  const base = await database()
  if (!base) return
  await new Promise<void>(resolve => {
    const work = base.transaction([HEADS, PARTS], mode)
    work.oncomplete = () => resolve()
    // Full or refused: the import itself goes on.
    work.onabort = () => resolve()
    work.onerror = () => resolve()
    act(work.objectStore(HEADS), work.objectStore(PARTS))
  })
}

async function ask<T>(store: string, question: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  const base = await database()
  if (!base) return undefined
  return new Promise(resolve => {
    const request = question(base.transaction(store).objectStore(store))
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(undefined)
  })
}

const all = (key: string, what: string): IDBKeyRange => IDBKeyRange.bound(`${key} ${what} `, `${key} ${what} \uffff`)

/** What is kept under one key: one import of one person in one store. What is asked of it is done in order. */
export class ImportStorage {
  private readonly key: string
  private last: Promise<void> = Promise.resolve()
  private extras = 0

  constructor(key: string) {
    this.key = key
  }

  private get lock(): string {
    return `${NAME} ${this.key}`
  }

  private next(act: () => Promise<void>): Promise<void> {
    this.last = this.last.then(act, act)
    return this.last
  }

  /** What was left behind: nothing while another tab is at it, or after so long that nobody remembers. */
  async head(): Promise<StoredImportHead | undefined> {
    const { held = [] } = (await navigator.locks?.query()) ?? {}
    if (held.some(({ name }) => name === this.lock)) return undefined
    const head = await ask(HEADS, store => store.get(this.key) as IDBRequest<StoredImportHead | undefined>)
    if (!head || Date.now() - Date.parse(head.at) < LONGEST) return head
    void this.drop()
    return undefined
  }

  /** Says to other tabs that this one is at it; gives what ends that. A tab that closes ends it, too. */
  hold(): () => void {
    let release = (): void => undefined
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    void navigator.locks?.request(this.lock, () => held)
    return release
  }

  /** Keeps all of it anew. */
  whole(head: StoredImportHead, lines: readonly StoredImportLine[]): Promise<void> {
    return this.next(async () => {
      await this.clear()
      for (let at = 0; at < lines.length; at += SIZE) {
        const part = lines.slice(at, at + SIZE).map(({ line, cells }) => ({ line, cells }))
        await within('readwrite', (_, parts) => parts.put(part, `${this.key} r ${String(at).padStart(9, '0')}`))
      }
      await within('readwrite', heads => heads.put(head, this.key))
    })
  }

  /** Keeps how far it is. */
  progress(head: StoredImportHead): Promise<void> {
    return this.next(() => within('readwrite', heads => heads.put(head, this.key)))
  }

  /** Keeps lines that were mended since the whole was kept. */
  mended(lines: readonly StoredImportLine[]): Promise<void> {
    return this.next(() => within('readwrite', (_, parts) => parts.put(lines, `${this.key} m `)))
  }

  /** Keeps what is to be listed once it has ended. */
  listed(rows: readonly unknown[]): Promise<void> {
    const at = this.extras++
    return this.next(() => within('readwrite', (_, parts) => parts.put(rows, `${this.key} l ${String(at).padStart(9, '0')}`)))
  }

  /** What was to be listed is: it is not listed again. */
  forgetListed(): Promise<void> {
    return this.next(() => within('readwrite', (_, parts) => parts.delete(all(this.key, 'l'))))
  }

  /** Everything that is kept besides the head. */
  async rest(): Promise<{ lines: StoredImportLine[]; listed: unknown[] }> {
    const read = async <T>(what: string): Promise<T[]> =>
      ((await ask(PARTS, store => store.getAll(all(this.key, what)) as IDBRequest<T[][]>)) ?? []).flat()
    const mended = new Map((await read<StoredImportLine>('m')).map(line => [line.line, line]))
    const lines = (await read<StoredImportLine>('r')).map(line => mended.get(line.line) ?? line)
    return { lines, listed: await read('l') }
  }

  /** Everything that was asked for is done. */
  done(): Promise<void> {
    return this.last
  }

  drop(): Promise<void> {
    return this.next(() => this.clear())
  }

  private clear(): Promise<void> {
    return within('readwrite', (heads, parts) => {
      heads.delete(this.key)
      parts.delete(IDBKeyRange.bound(`${this.key} `, `${this.key} \uffff`))
    })
  }
}

/** A bit for each line up to the last. */
export const createBits = (last: number): Uint8Array => new Uint8Array((last >> 3) + 1)

export function setBit(bits: Uint8Array, line: number): void {
  bits[line >> 3] = (bits[line >> 3] ?? 0) | (1 << (line & 7))
}

export const hasBit = (bits: Uint8Array, line: number): boolean => ((bits[line >> 3] ?? 0) & (1 << (line & 7))) !== 0
