import { crc32, deflateRawSync } from 'node:zlib'

/** A document as an archive holds it. */
export interface PackedFile {
  readonly deflated: Uint8Array<ArrayBuffer>
  readonly crc: number
  /** Bytes of the document itself. */
  readonly size: number
}

/** Runs in a worker thread: packs the documents of an archive. */
export const packTexts = (texts: readonly string[]): PackedFile[] =>
  texts.map(text => {
    const bytes = Buffer.from(text, 'utf8')
    return { deflated: new Uint8Array(deflateRawSync(bytes, { level: 6 })), crc: crc32(bytes), size: bytes.length }
  })
