import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { Queries } from '../../../server/domain.ts'
import { type DocumentMonth, isEmptyMonth, monthXml, readMonth } from './monthDocuments.ts'
import { missingSheet, totalsSheet } from './monthSheets.ts'

/** Moment of all files in the archive: the same month gives the same bytes. */
const filed = (mes: string): Date => new Date(Number(mes.slice(0, 4)), Number(mes.slice(5)) - 1, 1)

/** A month as a file. */
export interface ZippedMonth {
  readonly bytes: Uint8Array
  /** Documents whose XML is not in it, listed by name in `faltam.csv`. */
  readonly missing: number
}

/** The archive of a month: an XML a document, what they add up to, and which of them have no XML; undefined where there is nothing. */
export async function zipMonth(q: Queries, month: DocumentMonth): Promise<ZippedMonth | undefined> {
  const set = await readMonth(q, month)
  if (isEmptyMonth(set)) return undefined
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    chunks.push(bytes)
  })
  const add = (path: string, text: string): void => {
    const file = new ZipDeflate(path, { level: 6 })
    file.mtime = filed(month.mes)
    zip.add(file)
    file.push(strToU8(text), true)
  }
  add('totais.csv', totalsSheet(set))
  if (set.missing.length > 0) add('faltam.csv', missingSheet(set, month.zone))
  for await (const page of monthXml(q, month.lojaId, set)) for (const { path, text } of page) add(path, text)
  zip.end()
  return { bytes: Buffer.concat(chunks), missing: set.missing.length }
}
