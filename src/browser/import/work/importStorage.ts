import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { ErrorDetail } from '../../../api/error.ts'
import type { ColumnMapping } from '../../../model/import/header.ts'

/*
 * Imports that are not done yet, kept in this browser: a reload or a closed tab loses neither what was mended nor what is still
 * to be sent. Rows go in parts, so that keeping a large file and reading it back takes little at a time.
 */

/** An import without its rows, as it is kept. */
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
  readonly failures: readonly (readonly [id: string, reasons: readonly ErrorDetail[]])[]
}

/** A line of the file as it was read or mended. */
export interface StoredImportLine {
  readonly line: number
  readonly cells: readonly string[]
}

const NAME = 'importacoes'
const SIZE = 2_000
/** A month. */
const LONGEST = 30 * 24 * 3_600_000

interface StoredImports extends DBSchema {
  readonly heads: { readonly key: string; readonly value: StoredImportHead }
  readonly parts: { readonly key: string; readonly value: readonly unknown[] }
}

type Database = IDBPDatabase<StoredImports>

let opened: Promise<Database> | undefined

async function database(): Promise<Database> {
  return openDB<StoredImports>(NAME, 1, {
    upgrade(base) {
      base.createObjectStore('heads')
      base.createObjectStore('parts')
    },
  })
}

/** Asks the browser's database. A private window may have none, it may be full or refuse: then nothing is kept, and the import itself goes on. */
async function attempt<T>(act: (base: Database) => Promise<T>): Promise<T | undefined> {
  try {
    opened ??= database()
    return await act(await opened)
  } catch {
    return undefined
  }
}

/** Parts in the order of the file. */
const numbered = (at: number): string => String(at).padStart(9, '0')

const all = (key: string, what: string): IDBKeyRange => IDBKeyRange.bound(`${key} ${what} `, `${key} ${what} \uffff`)

/** The store under one key: one import of one person in one store. Its calls are done in order. */
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

  private next(act: () => Promise<unknown>): Promise<void> {
    const done = async (): Promise<void> => void (await act())
    this.last = this.last.then(done, done)
    return this.last
  }

  /** Returns an import left behind: nothing while another tab is at it, or after so long that nobody remembers. */
  async head(): Promise<StoredImportHead | undefined> {
    const { held = [] } = (await navigator.locks?.query()) ?? {}
    if (held.some(({ name }) => name === this.lock)) return undefined
    const head = await attempt(base => base.get('heads', this.key))
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
        await this.keep(`r ${numbered(at)}`, part)
      }
      await attempt(base => base.put('heads', head, this.key))
    })
  }

  /** Keeps how far it is. */
  progress(head: StoredImportHead): Promise<void> {
    return this.next(() => attempt(base => base.put('heads', head, this.key)))
  }

  /** Keeps lines that were mended since the whole was kept. */
  mended(lines: readonly StoredImportLine[]): Promise<void> {
    return this.next(() => this.keep('m ', lines))
  }

  /** Keeps what is to be listed once it has ended. */
  listed(rows: readonly unknown[]): Promise<void> {
    const at = this.extras++
    return this.next(() => this.keep(`l ${numbered(at)}`, rows))
  }

  /** Forgets rows that were listed: they are not listed again. */
  forgetListed(): Promise<void> {
    return this.next(() => attempt(base => base.delete('parts', all(this.key, 'l'))))
  }

  /** Everything that is kept besides the head. */
  async rest(): Promise<{ lines: StoredImportLine[]; listed: unknown[] }> {
    const read = async <T>(what: string): Promise<T[]> =>
      (((await attempt(base => base.getAll('parts', all(this.key, what)))) ?? []) as T[][]).flat()
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

  private keep(place: string, part: readonly unknown[]): Promise<unknown> {
    return attempt(base => base.put('parts', part, `${this.key} ${place}`))
  }

  private clear(): Promise<unknown> {
    return attempt(base => {
      const work = base.transaction(['heads', 'parts'], 'readwrite')
      const parts = IDBKeyRange.bound(`${this.key} `, `${this.key} \uffff`)
      return Promise.all([work.objectStore('heads').delete(this.key), work.objectStore('parts').delete(parts), work.done])
    })
  }
}

/** A bit for each line up to the last. */
export const createBits = (last: number): Uint8Array => new Uint8Array((last >> 3) + 1)

export function setBit(bits: Uint8Array, line: number): void {
  bits[line >> 3] = (bits[line >> 3] ?? 0) | (1 << (line & 7))
}

export const hasBit = (bits: Uint8Array, line: number): boolean => ((bits[line >> 3] ?? 0) & (1 << (line & 7))) !== 0
