import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import type { CopiedSequence, DatabaseObjects } from './databaseObjects.ts'

/** What an archive says of itself, at its beginning. */
export interface ArchiveHead {
  readonly format: 1
  /** Of the product that wrote it. */
  readonly version: string
  readonly createdAt: string
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

/** What was written, at the archive's end: without it an archive was cut short. */
export interface ArchiveTotals {
  readonly tables: readonly TableTotals[]
  readonly sequences: readonly CopiedSequence[]
  readonly files: { readonly count: number; readonly bytes: number; readonly sha256: string }
}

const HEAD = 'head.json'
const TOTALS = 'totals.json'

/** Takes in what an archive holds, in this order; each part is waited for. */
export interface ArchiveReader {
  head?(head: ArchiveHead): Promise<void>
  /** A part of a table's rows, in the notation of COPY. */
  rows?(table: number, part: Buffer): Promise<void>
  file?(path: string, bytes: Buffer): Promise<void>
}

/** Writes an archive: a tar of its parts, packed by gzip. */
export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>
  /** Ends it with its totals; it lies on the disk then. */
  finish(totals: ArchiveTotals): Promise<void>
  /** Ends it as it is. */
  abandon(): void
}

/** Begins an archive in this file, which its owner alone reads. */
export async function beginArchive(file: string, head: ArchiveHead): Promise<ArchiveWriter> {
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 5 }), createWriteStream(file, { mode: 0o600 }))
  // Told by `finish`, or by the part that cannot be written any more.
  written.catch(() => undefined)
  const add = (name: string, bytes: Buffer): Promise<void> =>
    Promise.race([
      new Promise<void>((done, failed) => {
        tar.entry({ name, size: bytes.length, mode: 0o600 }, bytes, error => (error ? failed(error) : done()))
      }),
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

/** Reads an archive from end to end; one that is cut short, or in which anything differs from its totals, is refused. */
export async function readArchive(
  file: string,
  reader: ArchiveReader = {},
): Promise<{ head: ArchiveHead; totals: ArchiveTotals }> {
  const tar = extract()
  const flow = pipeline(createReadStream(file), createGunzip(), tar)
  flow.catch(() => undefined)
  const counter = new ArchiveCounter()
  let head: ArchiveHead | undefined
  let totals: ArchiveTotals | undefined
  try {
    for await (const entry of tar) {
      const { name } = entry.header
      const bytes = await buffer(entry)
      const table = /^rows\/(\d+)\/\d+$/.exec(name)?.[1]
      if (name === HEAD) {
        head = headOf(bytes)
        await reader.head?.(head)
      } else if (name === TOTALS) totals = JSON.parse(bytes.toString('utf8'))
      else if (table !== undefined) {
        counter.rows(Number(table), bytes)
        await reader.rows?.(Number(table), bytes)
      } else if (isFilePath(name)) {
        counter.file(name, bytes)
        await reader.file?.(name, bytes)
      } else throw new Error(`it holds "${name}", which belongs to no copy`)
    }
    await flow
  } catch (error) {
    tar.destroy()
    throw new Error(`${file} is no whole copy: ${error instanceof Error ? error.message : error}.`, { cause: error })
  }
  if (!head || !totals) throw new Error(`${file} is no whole copy: it was cut short.`)
  const wrong = differences(totals, counter)
  if (wrong.length > 0) throw new Error(`${file} is no whole copy: ${wrong.join(', ')} differ from what was written.`)
  return { head, totals }
}

const headOf = (bytes: Buffer): ArchiveHead => {
  const head: ArchiveHead = JSON.parse(bytes.toString('utf8'))
  if (head.format !== 1) throw new Error(`its format ${head.format} is of a newer version`)
  return head
}

/** Below the folders of files, and nowhere above. */
const isFilePath = (name: string): boolean =>
  /^(files|attachments)\//.test(name) && !name.split('/').some(part => part === '' || part === '.' || part === '..')

const differences = ({ tables, files }: ArchiveTotals, counter: ArchiveCounter): string[] => [
  ...tables.filter(({ sha256 }, at) => counter.digest(at) !== sha256).map(({ name }) => name),
  ...(counter.fileTotals().sha256 === files.sha256 ? [] : ['files']),
]
