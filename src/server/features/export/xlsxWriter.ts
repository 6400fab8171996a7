import { crc32 } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'
import type { PieceContext } from '../../threads/inWorker.ts'
import type { FileColumn, FileWriter } from './fileWriter.ts'
import { sheetParts } from './sheetParts.ts'
import { packPart, type WrittenPart } from './sheetWork.ts'
import { fixedWorkbookParts, WORKSHEET_END, worksheetStart } from './worksheetXml.ts'

/** Rows that a sheet holds below its titles. */
export const MAX_WORKSHEET_ROWS = 1_048_575

/** A workbook of one sheet, packed as its rows come: nothing but the piece at hand is kept. */
export function xlsxWriter(columns: readonly FileColumn[], zone: string, name: string, context: PieceContext): FileWriter {
  const write = sheetParts('xlsx', columns, zone, context)
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
  const sheet = packedFile('xl/worksheets/sheet1.xml')
  const add = (part: WrittenPart): Uint8Array => {
    sheet.add(part)
    return taken()
  }
  return {
    start(titles) {
      for (const [path, text] of Object.entries(fixedWorkbookParts(name))) {
        const part = packedFile(path)
        zip.add(part.file)
        part.add(packPart(text, true), true)
      }
      zip.add(sheet.file)
      return add(packPart(worksheetStart(titles)))
    },
    rows: async rows => add(await write(rows)),
    end() {
      sheet.add(packPart(WORKSHEET_END, true), true)
      zip.end()
      return taken()
    },
  }
}

/** A file of the archive whose parts come packed. */
function packedFile(filename: string): { readonly file: ZipInputFile; add(part: WrittenPart, isLast?: boolean): void } {
  const file: ZipInputFile = { filename, compression: 8, size: 0, crc: 0 }
  return {
    file,
    add({ plain, packed = plain }, isLast = false) {
      file.size += plain.length
      file.crc = crc32(plain, file.crc)
      file.ondata?.(null, packed, isLast)
    },
  }
}
