import { membersOf, recordsIn } from '../../base/record.ts'
import { jsonOfAddressText } from '../../kinds/addressText.ts'
import type { RowsShape } from '../../model/report/resultShape.ts'
import type { ResultColumn } from '../../model/report.ts'
import type { FileColumn } from '../features/export/fileWriter.ts'

/** Rows of an answer as the lines of a file. */
export interface ReportSheet {
  readonly columns: readonly FileColumn[]
  readonly lines: readonly (readonly unknown[])[]
}

type Member = Readonly<Record<string, unknown>>

const level: FileColumn = { title: 'Nível', field: { kind: 'integer', required: false } }

/** An object of keys is written with a column a key, a tree in its order with the level of each row. */
export function reportSheetOf(shape: RowsShape, answer: unknown): ReportSheet {
  const columns = shape.columns.map(({ title, ...field }) => ({ title, field }))
  const line = (row: Member): unknown[] => shape.columns.map(({ name }) => row[name] ?? null)
  if (shape.is === 'rows') return { columns, lines: recordsIn(answer).map(line) }
  if (shape.is === 'keyed') return { columns, lines: keyedRows(shape, answer).map(line) }
  return {
    columns: [level, ...columns],
    lines: treeRows(recordsIn(answer), shape.children, 1).map(([depth, row]) => [depth, ...line(row)]),
  }
}

function keyedRows({ by, value, columns }: Extract<RowsShape, { is: 'keyed' }>, answer: unknown): Member[] {
  const walk = (at: unknown, depth: number, keys: Member): Member[] => {
    const name = by[depth]
    if (name === undefined) return [value === undefined ? { ...keys, ...membersOf(at) } : { ...keys, [value]: at }]
    const column = columns.find(each => each.name === name)
    return Object.entries(membersOf(at)).flatMap(([key, below]) =>
      walk(below, depth + 1, { ...keys, [name]: keyIn(key, column) }),
    )
  }
  return walk(answer, 0, {})
}

/** Keys travel as texts. */
const keyIn = (key: string, column: ResultColumn | undefined): unknown =>
  key === '' ? null : column ? jsonOfAddressText(key, column) : key

function treeRows(rows: readonly Member[], children: string, depth: number): [number, Member][] {
  return rows.flatMap((row): [number, Member][] => [[depth, row], ...treeRows(recordsIn(row[children]), children, depth + 1)])
}
