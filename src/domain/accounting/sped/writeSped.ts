import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { DateTime } from 'luxon'
import type { Queries } from '../../../server/domain.ts'
import { writeEntries } from './entries.ts'
import { writeInventory } from './inventory.ts'
import { readOwner, type SpedOwner, type SpedPeriod, writeOpening } from './opening.ts'
import { writeOwnNotes } from './ownNotes.ts'
import { References } from './references.ts'
import { readSpedDocuments, refuseMissing, type SpedDocuments } from './spedDocuments.ts'
import { flushLines, SpedLines } from './spedFile.ts'
import { TaxBalance } from './taxBalance.ts'
import { writeVoided } from './voided.ts'

interface SpedStore {
  readonly lojaId: number
  readonly zone: string
}

/** A file that is written and waits to be read, once: then it is gone. */
export interface WrittenSped {
  readonly stream: Readable
  readonly name: string
}

/** `sped-2026-11.txt`; of a part of a month its days. */
const nameOf = ({ de, ate }: SpedPeriod): string => {
  const month = de.slice(0, 7)
  const isWhole = de.endsWith('-01') && ate === DateTime.fromISO(de).endOf('month').toFormat('yyyy-MM-dd')
  return `sped-${isWhole ? month : `${de}-${ate}`}.txt`
}

/**
 * Writes the EFD ICMS/IPI of a period. Block 0 names what the documents of block C name, which therefore are written first, into a file beside: of many
 * notes only those at hand are kept. `q` has to see one moment.
 *
 * Without the XML of a document that stands its taxes are unknown: the file is refused, unless `incomplete` says that somebody knows.
 *
 * @throws ApiError that names what the store or its accountant lacks, or the documents without XML
 */
export async function writeSped(q: Queries, store: SpedStore, period: SpedPeriod, incomplete = false): Promise<WrittenSped> {
  const owner = await readOwner(q, store.lojaId, period)
  const documents = await readSpedDocuments(q, store.lojaId, period)
  if (!incomplete) refuseMissing(documents)
  const folder = await mkdtemp(join(tmpdir(), 'sped-'))
  const body = join(folder, 'body.txt')
  try {
    const lines = new SpedLines()
    const references = new References()
    await writeBody(body, { q, store, period, owner, lines, references, documents })
    const bodyCounts = new Map(lines.counts)
    const head = new SpedLines()
    writeOpening(head, owner, period)
    references.write(head)
    head.add('0990', { QTD_LIN_0: head.blockCount('0') + 1 })
    const counts = new Map([...head.counts, ...bodyCounts])
    const tail = closing(counts)
    const stream = Readable.from(pieces([head.take(), body, tail]))
    // A reader who goes away leaves nothing behind either.
    stream.once('close', () => void rm(folder, { recursive: true, force: true }))
    return { name: nameOf(period), stream }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Bytes and files one after the other. */
async function* pieces(parts: readonly (Buffer | string)[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (typeof part !== 'string') yield part
    else for await (const chunk of createReadStream(part)) yield Buffer.from(chunk)
  }
}

interface BodyWriting {
  readonly q: Queries
  readonly store: SpedStore
  readonly period: SpedPeriod
  readonly owner: SpedOwner
  readonly lines: SpedLines
  readonly references: References
  readonly documents: SpedDocuments
}

/** Blocks B to 1, in their order. */
async function writeBody(
  path: string,
  { q, store, period, owner, lines, references, documents: set }: BodyWriting,
): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    const balance = new TaxBalance()
    emptyBlock(lines, 'B')
    const flush = (): Promise<void> => flushLines(lines, file)
    const documents = new SpedLines()
    const writing = { q, ...store, ...period, ambiente: owner.ambiente, lines: documents, references, balance }
    // Whether the block has documents stands in its first line: the first page is waited for.
    let opened = false
    const openBlock = (hasDocuments: boolean): void => {
      if (opened) return
      opened = true
      lines.add('C001', { IND_MOV: hasDocuments ? 0 : 1 })
    }
    const flushDocuments = async (): Promise<void> => {
      if (documents.waiting === 0) return
      openBlock(true)
      await flushLines(lines, file, true)
      await flushLines(documents, file, true)
    }
    // Only normal regimes, and the simplified one beyond its limit, take credit.
    await writeEntries({ ...writing, flush: flushDocuments }, set.entered, owner.regime === 2 || owner.regime === 3)
    await writeOwnNotes({ ...writing, flush: flushDocuments }, set.own)
    await writeVoided({ ...writing, flush: flushDocuments })
    openBlock(false)
    for (const [reg, count] of documents.counts) lines.counts.set(reg, count)
    lines.add('C990', { QTD_LIN_C: lines.blockCount('C') + 1 })
    emptyBlock(lines, 'D')
    balance.write(lines, period)
    emptyBlock(lines, 'G')
    await writeInventory(q, { ...store, ate: period.ate }, lines, references)
    emptyBlock(lines, 'K')
    writeOthers(lines)
    await flush()
    await flushLines(lines, file, true)
  } finally {
    await file.close()
  }
}

/** A block that is opened and closed and says nothing. */
function emptyBlock(lines: SpedLines, block: 'B' | 'D' | 'G' | 'K'): void {
  lines.add(`${block}001`, { [block === 'B' ? 'IND_DAD' : 'IND_MOV']: 1 })
  lines.add(`${block}990`, { [`QTD_LIN_${block}`]: 2 })
}

const answers = ['EXP', 'CCRF', 'COMB', 'USINA', 'VA', 'EE', 'CART', 'FORM', 'AER', 'GIAF1', 'GIAF3', 'GIAF4', 'REST']

function writeOthers(lines: SpedLines): void {
  lines.add('1001', { IND_MOV: 0 })
  lines.add('1010', Object.fromEntries(answers.map(name => [`IND_${name}`, 'N'])))
  lines.add('1990', { QTD_LIN_1: 3 })
}

/** Block 9: how many there are of each record, those of block 9 included. */
function closing(counts: ReadonlyMap<string, number>): Buffer {
  const lines = new SpedLines()
  const own = ['9001', '9900', '9990', '9999']
  const kinds = counts.size + own.length
  lines.add('9001', { IND_MOV: 0 })
  for (const [reg, count] of counts) lines.add('9900', { REG_BLC: reg, QTD_REG_BLC: count })
  for (const reg of own) lines.add('9900', { REG_BLC: reg, QTD_REG_BLC: reg === '9900' ? kinds : 1 })
  const others = [...counts.values()].reduce((sum, count) => sum + count, 0)
  lines.add('9990', { QTD_LIN_9: kinds + 3 })
  lines.add('9999', { QTD_LIN: others + kinds + 3 })
  return lines.take()
}
