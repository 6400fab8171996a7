import type { RowsShape } from '../../model/report/resultShape.ts'
import type { FileColumn } from '../features/export/fileWriter.ts'
import type { RawRow } from './batchStatements.ts'
import { groupByKey, readTree } from './composeJson.ts'
import { cellReaderOf } from './resultCell.ts'

/** Rows of a part of a report as the lines of a file. */
export interface ReportSheet {
  readonly columns: readonly FileColumn[]
  readonly lines: readonly (readonly unknown[])[]
}

const level: FileColumn = { title: 'Nível', field: { kind: 'integer', required: false } }

/** Returns the sheet of a report: an object of keys in the answer becomes a column a key, a tree its rows in order with the level of each. */
export function reportSheetOf(shape: RowsShape, rows: readonly RawRow[]): ReportSheet {
  const seen = shape.columns.filter(({ hidden }) => !hidden)
  const columns = seen.map(({ title, ...field }) => ({ title, field }))
  const cells = seen.map(column => ({ name: column.name, read: cellReaderOf(column) }))
  const line = (row: RawRow): unknown[] => cells.map(({ name, read }) => read(row[name]))
  if (shape.is === 'rows') return { columns, lines: rows.map(line) }
  if (shape.is === 'keyed') return { columns, lines: keyedRows(shape, rows).map(line) }
  return { columns: [level, ...columns], lines: treeRows(shape, rows).map(([depth, row]) => [depth, ...line(row)]) }
}

/** The row that stands at the end of each path of keys, in the order in which a browser reads them: whole numbers first. */
function keyedRows(shape: Extract<RowsShape, { is: 'keyed' }>, rows: readonly RawRow[], depth = 0): readonly RawRow[] {
  const by = shape.by[depth]
  if (by === undefined) return rows.slice(-1)
  const groups = Object.values(Object.fromEntries(groupByKey(by, shape, rows)))
  return groups.flatMap(group => keyedRows(shape, group, depth + 1))
}

/** Every row with its level, parents before their children. */
function treeRows(shape: Extract<RowsShape, { is: 'tree' }>, rows: readonly RawRow[]): [number, RawRow][] {
  const { top, under } = readTree(shape, rows)
  const walk = (level: readonly RawRow[], depth: number): [number, RawRow][] =>
    level.flatMap((row): [number, RawRow][] => [[depth, row], ...walk(under(row), depth + 1)])
  return walk(top, 1)
}
