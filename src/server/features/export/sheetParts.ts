import type { ValueOptions } from '../../../kinds/kind.ts'
import { inWorker, type PieceContext } from '../../threads/inWorker.ts'
import { threadTask } from '../../threads/threadTask.ts'
import type { FileFormat } from './fileFormat.ts'
import type { FileColumn } from './fileWriter.ts'
import type { WrittenPart, writeSheetPart } from './sheetWork.ts'

/** Cells that are formatted in a few milliseconds. */
const fewCells = 2000

const sheetTask = threadTask<typeof writeSheetPart>({
  module: new URL('./sheetWork.ts', import.meta.url),
  name: 'writeSheetPart',
  isSmall: ({ rows, columns }) => rows.length * columns.length <= fewCells,
})

/** Returns the options of a field by which its values are written: some others of a field cannot leave its thread. */
const optionsOf = ({ kind, refinement, refine, required, before, decimals, choices, others }: ValueOptions): ValueOptions => ({
  kind,
  required,
  ...(refinement === undefined ? {} : { refinement }),
  ...(refine === undefined ? {} : { refine }),
  ...(before === undefined ? {} : { before }),
  ...(decimals === undefined ? {} : { decimals }),
  ...(choices === undefined ? {} : { choices }),
  ...(others === undefined ? {} : { others }),
})

/** Writes rows of a file in worker threads, a part at a time. */
export function sheetParts(
  format: FileFormat,
  columns: readonly FileColumn[],
  zone: string,
  context: PieceContext,
): (rows: readonly (readonly unknown[])[]) => Promise<WrittenPart> {
  const options = columns.map(({ field }) => optionsOf(field))
  const { lojaId, signal } = context
  // Each server makes few files at once.
  return rows => inWorker(sheetTask, { format, columns: options, zone, rows }, { lojaId, signal, goesOn: true })
}
