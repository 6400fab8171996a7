import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { FileColumn, FileWriter } from './fileWriter.ts'
import { fixedWorkbookParts, WORKSHEET_END, worksheetRows, worksheetStart } from './worksheetXml.ts'

/** Rows that a sheet holds below its titles. */
export const MAX_WORKSHEET_ROWS = 1_048_575

/** Little is won by packing harder, and the page waits. */
const LEVEL = 3

/** A workbook of one sheet, packed as its rows come: nothing but the piece at hand is kept. */
export function xlsxWriter(columns: readonly FileColumn[], zone: string, name: string): FileWriter {
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
      for (const [path, text] of Object.entries(fixedWorkbookParts(name))) {
        const part = new ZipDeflate(path, { level: LEVEL })
        zip.add(part)
        part.push(strToU8(text), true)
      }
      zip.add(sheet)
      return push(worksheetStart(titles))
    },
    rows: rows => push(worksheetRows(rows, columns, zone)),
    end() {
      sheet.push(strToU8(WORKSHEET_END), true)
      zip.end()
      return taken()
    },
  }
}
