import type { RowTaker, SentRow } from '../../database/queries.ts'
import type { QueryPlan } from '../queryPlan.ts'
import { type JsonColumn, type JsonLabel, jsonColumnsOf, jsonLabelsOf } from './jsonColumns.ts'
import { copyBytes, MOST_ADDED, UNREAD, writeSent } from './jsonValue.ts'

/** How the rows of a plan are written; made once for it. */
export interface JsonShape {
  readonly columns: readonly JsonColumn[]
  readonly labels: readonly JsonLabel[]
  /** Bytes that a row may take beyond those that are sent, keys of labels aside. */
  readonly added: number
  /** Bytes that its rows took of late. */
  size: number
}

/** undefined where rows are more than their columns and the names of what they refer to. */
export const jsonShapeOf = ({ columns, labels, includes }: QueryPlan): JsonShape | undefined => {
  const names = [...columns, ...labels].map(({ name }) => name)
  if (includes.length > 0 || new Set(names).size < names.length) return undefined
  const written = jsonColumnsOf(columns)
  const named = jsonLabelsOf(columns, labels)
  const openings = [...written, ...named, ...named.flatMap(({ members }) => members)]
  return {
    columns: written,
    labels: named,
    added: openings.reduce((sum, { opening }) => sum + opening.length + NULL.length + MOST_ADDED, 2),
    size: 4096,
  }
}

type Parsers = Parameters<RowTaker['take']>[1]

const NULL = Buffer.from('null')

/**
 * Rows written as JSON straight from what the database sends, byte by byte, with no record between: the same bytes that JSON.stringify makes
 * of the records, for a third of the work.
 */
export class JsonRows implements RowTaker {
  /** Rows so far. */
  length = 0
  /** The number of all rows, from a last column beyond those of the plan. */
  total: number | undefined
  private readonly shape: JsonShape
  private bytes: Buffer
  private end = 0
  /** Bytes that the row at hand takes at most, but for what is read. */
  private room = 0
  /** Where the values of its columns stand, two numbers each, where labels repeat them; -1 for a missing one. */
  private readonly places: number[] = []

  constructor(shape: JsonShape) {
    this.shape = shape
    this.bytes = Buffer.allocUnsafe(shape.size)
  }

  take(row: SentRow, parsers: Parsers): void {
    const { columns, labels, added } = this.shape
    const { bytes: sent, start, length } = row
    this.room = length + added
    this.reserve(this.room)
    this.bytes[this.end++] = this.length === 0 ? 91 : 44
    let next = start + 2
    let end = this.end
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at]
      if (!column) continue
      const size = sent.readInt32BE(next)
      next += 4
      const from = end + column.opening.length
      end = this.writeValue(column, sent, next, size, end, parsers[at])
      if (labels.length > 0) {
        this.places[at * 2] = size < 0 ? -1 : from
        this.places[at * 2 + 1] = end
      }
      if (size > 0) next += size
    }
    this.end = end
    if (labels.length > 0) next = this.writeLabels(sent, next, parsers)
    this.bytes[this.end++] = 125
    this.length++
    if (next < start + length - 4) this.total = Number(sent.toString('latin1', next + 4, next + 4 + sent.readInt32BE(next)))
  }

  /** The whole list. */
  finish(): Buffer {
    if (this.length === 0) return Buffer.from('[]')
    this.reserve(1)
    this.bytes[this.end++] = 93
    this.shape.size = this.end + (this.end >> 3)
    return this.bytes.subarray(0, this.end)
  }

  /** Writes the labels of the records that the columns refer to; returns the place of the bytes behind them. */
  private writeLabels(sent: Buffer, start: number, parsers: Parsers): number {
    const { columns, labels } = this.shape
    let next = start
    let at = columns.length
    for (const { reference, opening, missing, members } of labels) {
      const from = this.places[reference * 2] ?? -1
      this.put(from < 0 ? missing : opening)
      for (const member of members) {
        if (!member.column) {
          if (from >= 0) this.repeat(member.opening, from, this.places[reference * 2 + 1] ?? from)
          continue
        }
        const size = sent.readInt32BE(next)
        next += 4
        if (from >= 0) this.end = this.writeValue(member.column, sent, next, size, this.end, parsers[at])
        if (size > 0) next += size
        at++
      }
      if (from >= 0) this.bytes[this.end++] = 125
    }
    return next
  }

  private put(words: Buffer): void {
    this.end = copyBytes(words, 0, words.length, this.bytes, this.end)
  }

  /** The key of what is referred to, as the row has it already. */
  private repeat(opening: Buffer, from: number, to: number): void {
    this.reserve(to - from + this.room)
    this.put(opening)
    this.end = copyBytes(this.bytes, from, to, this.bytes, this.end)
  }

  /** A member of an object, at a place; gives the place behind it. */
  private writeValue(
    { opening, missing, form, read }: JsonColumn,
    sent: Buffer,
    next: number,
    size: number,
    at: number,
    parser: Parsers[number] | undefined,
  ): number {
    if (size < 0) return copyBytes(missing, 0, missing.length, this.bytes, at)
    const from = copyBytes(opening, 0, opening.length, this.bytes, at)
    const behind = form ? writeSent(form, sent, next, next + size, this.bytes, from) : UNREAD
    return behind === UNREAD ? this.writeRead(read(parser?.(sent.toString('utf8', next, next + size))), from) : behind
  }

  /** The rest of the row has its room behind it, too. */
  private writeRead(value: unknown, at: number): number {
    const json = JSON.stringify(value)
    this.end = at
    this.reserve(json.length * 3 + this.room)
    return at + this.bytes.write(json, at)
  }

  private reserve(bytes: number): void {
    const needed = this.end + bytes
    if (needed <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2))
    this.bytes.copy(larger, 0, 0, this.end)
    this.bytes = larger
  }
}
