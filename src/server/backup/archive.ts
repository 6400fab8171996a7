import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import type { Secrets } from '../database/secret.ts'
import { isFileKey } from '../storage/fileStorage.ts'
import type { CopiedSequence, DatabaseObjects } from './databaseObjects.ts'
import { type ArchiveOpening, openedBy, sealedBy } from './sealing/sealedParts.ts'

/** The head of every archive. */
export interface AnyHead {
  readonly format: 1
  /** The archive's content: a copy of a database where it does not say. */
  readonly kind?: 'year'
  readonly createdAt: string
}

/** The head of a copy of a database. */
export interface ArchiveHead extends AnyHead {
  readonly kind?: never
  /** Of the product that wrote it. */
  readonly version: string
  readonly postgres: string
  /** A word under the key that seals secrets: who opens it has the same key. */
  readonly keyProof: string
  readonly objects: DatabaseObjects
}

export interface TableTotals {
  readonly name: string
  readonly rows: number
  readonly sha256: string
}

/** The totals at the archive's end: without them an archive was cut short. */
export interface ArchiveTotals {
  readonly tables: readonly TableTotals[]
  readonly sequences: readonly CopiedSequence[]
  readonly files: { readonly count: number; readonly bytes: number; readonly sha256: string }
}

const HEAD = 'head.json'
const TOTALS = 'totals.json'

/** Takes in what an archive holds, in this order; each part is waited for. */
export interface ArchiveReader<H extends AnyHead = ArchiveHead> {
  head?(head: H, sealed: boolean): Promise<void>
  /** A part of a table's rows, in the notation of COPY; `nth` is the number under which it was added. */
  rows?(table: number, part: Buffer, nth: number): Promise<void>
  file?(path: string, bytes: Buffer): Promise<void>
}

/** Writes an archive: a tar of its parts, packed by gzip and sealed. */
export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>
  /** Ends it with its totals; it lies on the disk then. */
  finish(totals: ArchiveTotals): Promise<void>
  /** Ends it as it is. */
  abandon(): void
}

/** Begins an archive in this file, which its owner alone reads; without secrets it is not sealed, and guards nothing. */
export async function beginArchive<H extends AnyHead = ArchiveHead>(
  file: string,
  head: H,
  secrets: Secrets | undefined,
): Promise<ArchiveWriter> {
  const tar = pack()
  const [packed, disk] = [createGzip({ level: 5 }), createWriteStream(file, { mode: 0o600 })]
  const written = secrets ? pipeline(tar, packed, sealedBy(secrets), disk) : pipeline(tar, packed, disk)
  const mtime = new Date(head.createdAt)
  // Told by `finish`, or by the part that cannot be written any more.
  written.catch(() => undefined)
  const add = (name: string, bytes: Buffer): Promise<void> =>
    Promise.race([
      new Promise<void>((done, failed) => {
        const entry = tar.entry({ name, size: bytes.length, mode: 0o600, mtime }, bytes, error =>
          error ? failed(error) : done(),
        )
        // It fails with the tar, and once more by an event: unheard, that would end the process.
        entry?.on('error', failed)
        // A file that cannot be written ends the tar: why it cannot is what counts.
      }).catch(error => written.then(() => Promise.reject(error))),
      written,
    ])
  await add(HEAD, Buffer.from(JSON.stringify(head, null, 1)))
  return {
    add,
    async finish(totals) {
      await add(TOTALS, Buffer.from(JSON.stringify(totals, null, 1)))
      tar.finalize()
      await written
      const handle = await open(file, 'r')
      await handle.sync().finally(() => handle.close())
    },
    abandon: () => tar.destroy(),
  }
}

/** Counts what goes by, as writer and reader do it alike. */
export class ArchiveCounter {
  private readonly hashes = new Map<number, Hash>()
  private readonly files = createHash('sha256')
  private readonly sums = { count: 0, bytes: 0 }

  rows(table: number, part: Buffer): void {
    const hash = this.hashes.get(table) ?? createHash('sha256')
    this.hashes.set(table, hash.update(part))
  }

  file(path: string, bytes: Buffer): void {
    this.files.update(`${path}\0${bytes.length}\0`).update(bytes)
    this.sums.count++
    this.sums.bytes += bytes.length
  }

  /** The digest of a table's rows; asked for once. */
  digest(table: number): string {
    return (this.hashes.get(table) ?? createHash('sha256')).digest('hex')
  }

  fileTotals(): ArchiveTotals['files'] {
    return { ...this.sums, sha256: this.files.digest('hex') }
  }
}

/** An archive that was read whole. */
export interface ReadArchive<H extends AnyHead = ArchiveHead> {
  readonly head: H
  readonly totals: ArchiveTotals
  /** Whether a key proves who wrote it. */
  readonly sealed: boolean
}

/**
 * Reads a copy from end to end, of that file or from elsewhere.
 * @throws Error in words for one that is not sealed under the key here, is cut short, or in which anything differs from what was written
 */
export const readArchive = (
  file: string,
  opening: ArchiveOpening,
  reader: ArchiveReader = {},
  content: Readable = createReadStream(file),
): Promise<ReadArchive> => readParts<ArchiveHead>({ file, kind: undefined, opening, content }, reader)

/** An archive that is to be read. */
export interface ArchiveSource<H extends AnyHead> {
  readonly file: string
  readonly kind: H['kind']
  readonly opening: ArchiveOpening
  readonly content?: Readable
}

/** The same for an archive of another kind. */
export async function readParts<H extends AnyHead>(
  { file, kind, opening, content = createReadStream(file) }: ArchiveSource<H>,
  reader: ArchiveReader<H>,
): Promise<ReadArchive<H>> {
  let sealed = false
  const open = openedBy(opening, yes => {
    sealed = yes
  })
  const tar = extract()
  let refusal: unknown
  const flow = pipeline(
    content,
    // A fault of the seal counts, and not the errors that later stages make of its end.
    async function* (bytes: AsyncIterable<Buffer>) {
      try {
        yield* open(bytes)
      } catch (error) {
        refusal = error
        throw error
      }
    },
    createGunzip(),
    tar,
  )
  flow.catch(() => undefined)
  const counter = new ArchiveCounter()
  let head: H | undefined
  let totals: ArchiveTotals | undefined
  try {
    for await (const entry of tar) {
      const { name } = entry.header
      const bytes = await buffer(entry)
      const [, table, nth] = /^rows\/(\d+)\/(\d+)$/.exec(name) ?? []
      if (name === HEAD) {
        head = headOf<H>(bytes, kind)
        await reader.head?.(head, sealed)
      } else if (name === TOTALS) totals = JSON.parse(bytes.toString('utf8'))
      else if (table !== undefined) {
        counter.rows(Number(table), bytes)
        await reader.rows?.(Number(table), bytes, Number(nth))
      } else if (isFileKey(name)) {
        counter.file(name, bytes)
        await reader.file?.(name, bytes)
      } else throw new Error(`it holds "${name}", which belongs to no copy`)
    }
    await flow
  } catch (failure) {
    tar.destroy()
    const error = refusal ?? failure
    throw new Error(`${file} is no whole ${names[kind ?? 'copy']}: ${error instanceof Error ? error.message : error}.`, {
      cause: error,
    })
  }
  const what = `${file} is no whole ${names[kind ?? 'copy']}`
  if (!head || !totals) throw new Error(`${what}: it was cut short.`)
  const wrong = differences(totals, counter)
  if (wrong.length > 0) throw new Error(`${what}: ${wrong.join(', ')} differ from what was written.`)
  return { head, totals, sealed }
}

const names = { copy: 'copy', year: 'archive of a year' }

const headOf = <H extends AnyHead>(bytes: Buffer, kind: H['kind']): H => {
  const head: H = JSON.parse(bytes.toString('utf8'))
  if (head.format !== 1) throw new Error(`its format ${head.format} is of a newer version`)
  if (head.kind !== kind)
    throw new Error(
      kind === 'year'
        ? 'it is a copy of a database, which npm run restore brings back'
        : 'it is an archive of a year, which npm run archive -- --restore brings back',
    )
  return head
}

const differences = ({ tables, files }: ArchiveTotals, counter: ArchiveCounter): string[] => [
  ...tables.filter(({ sha256 }, at) => counter.digest(at) !== sha256).map(({ name }) => name),
  ...(counter.fileTotals().sha256 === files.sha256 ? [] : ['files']),
]
