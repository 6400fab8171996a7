import { jsonOfAddressText } from '../../kinds/addressText.ts'
import type { ResultColumn, ResultShape } from '../report.ts'

type Row = Readonly<Record<string, unknown>>

/** Rows of an answer with the columns that they have. */
export interface ResultRows {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly Row[]
  /** Member with the children of a tree's row. */
  readonly children?: string
}

const isRow = (value: unknown): value is Row => value !== null && typeof value === 'object' && !Array.isArray(value)
const rowsIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRow) : [])

/** The piece of a shape that a path of members leads to; columns of rows are no members. */
export function resultShapeAt(shape: ResultShape, steps: readonly string[]): ResultShape | undefined {
  const [step, ...rest] = steps
  if (step === undefined) return shape
  const next = shape.is === 'record' ? shape.members[step] : undefined
  return next && resultShapeAt(next, rest)
}

/** Columns of the rows at a path: those of rows, keys and trees; a record's own values as one row. */
export function shapeColumns(shape: ResultShape): readonly ResultColumn[] {
  if (shape.is === 'value') return [shape.column]
  if (shape.is !== 'record') return shape.columns
  return Object.entries(shape.members).flatMap(([name, member]) => (member.is === 'value' ? [{ ...member.column, name }] : []))
}

/** The column at the end of a path: a value, or a column of the rows before it. */
export function resultColumnAt(shape: ResultShape, steps: readonly string[]): ResultColumn | undefined {
  const own = resultShapeAt(shape, steps)
  if (own) return own.is === 'value' ? own.column : undefined
  const holder = resultShapeAt(shape, steps.slice(0, -1))
  return holder && holder.is !== 'record' ? shapeColumns(holder).find(column => column.name === steps.at(-1)) : undefined
}

/** Returns the value of an answer at a path of members. */
function answerAt(answer: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((value, step) => (isRow(value) ? value[step] : undefined), answer)
}

/** Rows of an answer at a path: keyed ones as rows of their keys and values, a record as one row. */
export function resultRowsAt(shape: ResultShape, answer: unknown, steps: readonly string[]): ResultRows | undefined {
  const own = resultShapeAt(shape, steps)
  if (!own) return undefined
  const columns = shapeColumns(own)
  const value = answerAt(answer, steps)
  if (own.is === 'rows') return { columns, rows: rowsIn(value) }
  if (own.is === 'tree') return { columns, rows: rowsIn(value), children: own.children }
  if (own.is === 'keyed') return { columns, rows: unkey(value, own.by, columns, own.value) }
  if (own.is === 'value') return { columns, rows: value === undefined || value === null ? [] : [{ [own.column.name]: value }] }
  return { columns, rows: isRow(value) ? [value] : [] }
}

function unkey(value: unknown, by: readonly string[], columns: readonly ResultColumn[], end: string | undefined): Row[] {
  const [name, ...rest] = by
  if (name === undefined) {
    if (end !== undefined) return [{ [end]: value }]
    return isRow(value) ? [value] : []
  }
  if (!isRow(value)) return []
  const column = columns.find(each => each.name === name)
  return Object.entries(value).flatMap(([key, each]) => {
    const read = column ? jsonOfAddressText(key, column) : key
    return unkey(each, rest, columns, end).map(row => ({ [name]: read, ...row }))
  })
}

/** Values at a path, in order: one, or one for each row when the path ends in a column. */
export function resultValuesAt(shape: ResultShape, answer: unknown, steps: readonly string[]): readonly unknown[] {
  const own = resultShapeAt(shape, steps)
  if (own?.is === 'value') {
    const value = answerAt(answer, steps)
    return value === undefined ? [] : [value]
  }
  const column = steps.at(-1)
  const found = column === undefined ? undefined : resultRowsAt(shape, answer, steps.slice(0, -1))
  return column === undefined || !found ? [] : found.rows.flatMap(row => (Object.hasOwn(row, column) ? [row[column]] : []))
}
