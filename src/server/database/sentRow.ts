import { BufferReader } from 'pg-protocol/dist/buffer-reader.js'
import { Parser } from 'pg-protocol/dist/parser.js'
import type { SentRow } from './queries.ts'

/** PostgreSQL's letter for a row: D. */
const DATA_ROW = 68

const reader = new BufferReader()

/** pg's message of a row, whose texts are made when somebody asks for them: before the next message comes. */
class RowMessage implements SentRow {
  readonly name = 'dataRow'
  readonly bytes: Buffer
  readonly start: number
  /** Of the whole message, as pg counts it: four bytes tell it. */
  readonly length: number
  private texts: (string | null)[] | undefined

  constructor(bytes: Buffer, start: number, length: number) {
    this.bytes = bytes
    this.start = start
    this.length = length
  }

  /** Made once: whoever reads a row asks for them value by value. */
  get fields(): (string | null)[] {
    this.texts ??= this.readTexts()
    return this.texts
  }

  private readTexts(): (string | null)[] {
    reader.setBuffer(this.start, this.bytes)
    const fields = Array.from<string | null>({ length: reader.int16() })
    for (let at = 0; at < fields.length; at++) {
      const length = reader.int32()
      fields[at] = length < 0 ? null : reader.string(length)
    }
    return fields
  }
}

/** Has pg make no texts of a row before they are asked for: what only becomes JSON needs none. For the whole process. */
export function keepRowsAsSent(): void {
  const whole = Reflect.get(Parser.prototype, 'handlePacket')
  function handlePacket(this: Parser, start: number, code: number, length: number, bytes: Buffer): object {
    return code === DATA_ROW ? new RowMessage(bytes, start, length) : Reflect.apply(whole, this, [start, code, length, bytes])
  }
  Object.assign(Parser.prototype, { handlePacket })
}
