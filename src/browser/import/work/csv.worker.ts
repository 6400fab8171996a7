import { isSpreadsheet, readCsv } from '../../../base/csv.ts'
import { isWholeHeader } from '../../../model/import/header.ts'
import type { CsvWorkerMessage, CsvWorkerTask } from './importFile.ts'

/** Rows of one message: small enough that taking them in is not noticed on the page. */
const CHUNK = 2_000

const tell = (message: CsvWorkerMessage): void => postMessage(message)

addEventListener('message', async ({ data }: MessageEvent<CsvWorkerTask>) => {
  try {
    const file = new Uint8Array(await data.file.arrayBuffer())
    if (isSpreadsheet(file)) return tell({ fault: 'import.file-sheet' })
    const { header, rows, lines, overlong, unclosed } = readCsv(file, cells => isWholeHeader(cells, data))
    if (unclosed !== undefined) return tell({ fault: 'import.file-quotes', line: unclosed })
    if (overlong !== undefined) return tell({ fault: 'import.file-overlong', line: overlong })
    for (let start = 0; start < rows.length; start += CHUNK)
      tell({ rows: rows.slice(start, start + CHUNK), lines: lines.slice(start, start + CHUNK) })
    tell({ header })
  } catch {
    tell({ fault: 'import.file-unreadable' })
  }
})
