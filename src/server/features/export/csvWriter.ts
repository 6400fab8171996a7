import type { PieceContext } from '../../threads/inWorker.ts'
import type { FileColumn, FileWriter } from './fileWriter.ts'
import { sheetParts } from './sheetParts.ts'
import { csvLines } from './sheetWork.ts'

/** CSV as spreadsheets in Brazil open it: UTF-8 with its mark, `;`, decimal comma; what would run as a formula is text. */
export function csvWriter(columns: readonly FileColumn[], zone: string, context: PieceContext): FileWriter {
  const write = sheetParts('csv', columns, zone, context)
  return {
    start: titles => Buffer.concat([Buffer.from('\uFEFF', 'utf8'), csvLines([[...titles]])]),
    rows: async rows => (await write(rows)).plain,
    end: () => new Uint8Array(),
  }
}
