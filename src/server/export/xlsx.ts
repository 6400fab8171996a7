import { strToU8, Zip, ZipDeflate } from 'fflate'
import { fixedParts, SHEET_END, sheetRows, sheetStart } from './sheet.ts'
import type { Writer, WrittenColumn } from './writer.ts'

/** Rows that a sheet holds below its titles. */
export const MOST_ROWS = 1_048_575

/** Little is won by packing harder, and the page waits. */
const LEVEL = 3

/** A workbook of one sheet, packed as its rows come: nothing but the piece at hand is kept. */
export function xlsxWriter(columns: readonly WrittenColumn[], zone: string, name: string): Writer {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  const taken = (): Uint8Array => {
    const all = Buffer.concat(ready)
    ready = []
    return all
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: LEVEL })
  const push = (text: string, last = false): Uint8Array => {
    sheet.push(strToU8(text), last)
    return taken()
  }
  return {
    start(titles) {
      for (const [path, text] of Object.entries(fixedParts(name))) {
        const part = new ZipDeflate(path, { level: LEVEL })
        zip.add(part)
        part.push(strToU8(text), true)
      }
      zip.add(sheet)
      return push(sheetStart(titles))
    },
    rows: rows => push(sheetRows(rows, columns, zone)),
    end() {
      sheet.push(strToU8(SHEET_END), true)
      zip.end()
      return taken()
    },
  }
}
