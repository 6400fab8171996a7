import { isSpreadsheet, readCsv } from '../../../base/csv.ts'
import type { CsvWorkerMessage } from './importFile.ts'

/** Rows of one message: small enough that taking them in is not noticed on the page. */
const CHUNK = 2_000

const tell = (message: CsvWorkerMessage): void => postMessage(message)

addEventListener('message', async ({ data }: MessageEvent<File>) => {
  try {
    const file = new Uint8Array(await data.arrayBuffer())
    if (isSpreadsheet(file)) return tell({ fault: 'import.file-sheet' })
    const { header, rows, lines } = readCsv(file)
    for (let start = 0; start < rows.length; start += CHUNK)
      tell({ rows: rows.slice(start, start + CHUNK), lines: lines.slice(start, start + CHUNK) })
    tell({ header })
  } catch {
    tell({ fault: 'import.file-unreadable' })
  }
})
