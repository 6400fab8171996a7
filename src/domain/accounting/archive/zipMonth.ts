import { Zip, type ZipInputFile } from 'fflate'
import { inWorker, type Queries, threadTask } from '../../../server/domain.ts'
import { type ArchivedDocument, type DocumentMonth, isEmptyMonth, monthXml, readMonth } from './monthDocuments.ts'
import { missingSheet, totalsSheet } from './monthSheets.ts'
import type { packTexts } from './packWork.ts'

/** Moment of all files in the archive: the same month gives the same bytes. */
const filed = (mes: string): Date => new Date(Number(mes.slice(0, 4)), Number(mes.slice(5)) - 1, 1)

/** Characters of a handful of documents, packed in a few milliseconds. */
const small = 100_000

const packTask = threadTask<typeof packTexts>({
  module: new URL('./packWork.ts', import.meta.url),
  name: 'packTexts',
  isSmall: texts => texts.reduce((sum, { length }) => sum + length, 0) <= small,
})

/** Deflate, as the format of ZIP numbers it. */
const DEFLATED = 8

/** A month as a file. */
export interface ZippedMonth {
  readonly bytes: Uint8Array
  /** Documents whose XML is not in it, listed by name in `faltam.csv`. */
  readonly missing: number
}

/**
 * The archive of a month, whose documents are packed in a worker thread, a page at a time: an XML a document, what they add up to, and which of
 * them have no XML; undefined where there is nothing.
 */
export async function zipMonth(q: Queries, month: DocumentMonth): Promise<ZippedMonth | undefined> {
  const set = await readMonth(q, month)
  if (isEmptyMonth(set)) return undefined
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    chunks.push(bytes)
  })
  const add = async (documents: readonly ArchivedDocument[]): Promise<void> => {
    const texts = documents.map(({ text }) => text)
    const packed = await inWorker(packTask, texts, { lojaId: month.lojaId, goesOn: true })
    for (const [at, { deflated, crc, size }] of packed.entries()) {
      const filename = documents[at]?.path ?? ''
      const file: ZipInputFile = { filename, crc, size, compression: DEFLATED, mtime: filed(month.mes) }
      zip.add(file)
      file.ondata?.(null, deflated, true)
    }
  }
  await add([{ path: 'totais.csv', text: totalsSheet(set) }])
  if (set.missing.length > 0) await add([{ path: 'faltam.csv', text: missingSheet(set, month.zone) }])
  for await (const page of monthXml(q, month.lojaId, set)) await add(page)
  zip.end()
  return { bytes: Buffer.concat(chunks), missing: set.missing.length }
}
