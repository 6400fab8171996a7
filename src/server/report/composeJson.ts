import { roundDigits, sumDigits } from '../../base/digits.ts'
import { decimalPlacesOf } from '../../kinds/numbers.ts'
import { type RowsShape, resultPartAt } from '../../model/report/resultShape.ts'
import type { ResultColumn, ResultShape } from '../../model/report.ts'
import type { RawRow } from './batchStatements.ts'
import type { StatementRows } from './fetchReportRows.ts'
import { jsonWriterOf, resultDigits } from './resultCell.ts'

type Keyed = Extract<ResultShape, { readonly is: 'keyed' }>
type Tree = Extract<ResultShape, { readonly is: 'tree' }>

/** Puts the answer together as JSON text, so that every number stays the digits that it is; rows of `except` are left out. */
export function composeJson(shape: ResultShape, answers: StatementRows, except?: RowsShape): string {
  return write(shape, undefined, { whole: shape, except, answers })
}

interface Composing {
  readonly whole: ResultShape
  readonly except: RowsShape | undefined
  readonly answers: StatementRows
}

/** `row` is the only row of the record in which a value stands. */
function write(shape: ResultShape, row: RawRow | undefined, composing: Composing): string {
  const rowsFor = (each: RowsShape): readonly RawRow[] =>
    each === composing.except ? [] : (composing.answers.get(each.statement) ?? [])
  switch (shape.is) {
    case 'value':
      return shape.sum === undefined
        ? jsonWriterOf(shape.column)(row?.[shape.column.name])
        : sumOf(shape.sum, shape.column, composing)
    case 'record': {
      const own = shape.statement === undefined ? undefined : composing.answers.get(shape.statement)?.[0]
      const members = Object.entries(shape.members).map(([name, each]) => member(name, write(each, own, composing)))
      return `{${members.join(',')}}`
    }
    case 'rows': {
      const record = recordWriter(shape.columns)
      return `[${rowsFor(shape).map(record).join(',')}]`
    }
    case 'keyed':
      return writeKeyed(shape, rowsFor(shape), 0)
    case 'tree':
      return writeTree(shape, rowsFor(shape))
  }
}

const member = (name: string, text: string): string => `${JSON.stringify(name)}:${text}`

/** A row as an object of its columns. */
function recordWriter(columns: readonly ResultColumn[]): (row: RawRow) => string {
  const cells = columns.map(column => ({
    name: column.name,
    label: `${JSON.stringify(column.name)}:`,
    text: jsonWriterOf(column),
  }))
  return row => `{${cells.map(({ name, label, text }) => `${label}${text(row[name])}`).join(',')}}`
}

/** The sum of a column of rows, each as it is shown: what people add up by hand. */
function sumOf(path: string, column: ResultColumn, { whole, answers }: Composing): string {
  const found = resultPartAt(whole, path.split('.'))
  if (found?.is !== 'column' || found.column.hidden || column.hidden) return 'null'
  const places = decimalPlacesOf(found.column) ?? 0
  const rows = answers.get(found.rows.statement) ?? []
  const total = sumDigits(rows.flatMap(row => resultDigits(row[found.column.name], places) ?? []))
  return roundDigits(total, decimalPlacesOf(column) ?? places) ?? 'null'
}

/** One level of an object keyed by columns; rows of one key stay in their order. */
function writeKeyed(shape: Keyed, rows: readonly RawRow[], level: number): string {
  const by = shape.by[level]
  if (by === undefined) return writeEnd(shape, rows)
  const groups = groupByKey(by, shape, rows)
  return `{${[...groups].map(([key, group]) => member(key, writeKeyed(shape, group, level + 1))).join(',')}}`
}

/** Rows by what they have in a column, each key in the text that the answer writes. */
export function groupByKey(by: string, { columns }: Pick<Keyed, 'columns'>, rows: readonly RawRow[]): Map<string, RawRow[]> {
  const groups = new Map<string, RawRow[]>()
  const column = columns.find(each => each.name === by)
  for (const row of rows) {
    const key = keyOf(row[by], column)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** A key is the text of its value. */
function keyOf(raw: unknown, column: ResultColumn | undefined): string {
  const text = column ? jsonWriterOf(column)(raw) : JSON.stringify(raw)
  const value: unknown = JSON.parse(text)
  return typeof value === 'string' ? value : text === 'null' ? '' : text
}

function writeEnd(shape: Keyed, rows: readonly RawRow[]): string {
  const { value, by, columns } = shape
  const row = rows.at(-1) ?? {}
  const column = columns.find(each => each.name === value)
  if (column) return jsonWriterOf(column)(row[column.name])
  return recordWriter(columns.filter(each => !by.includes(each.name)))(row)
}

/** Rows under their parents; one whose parent is not there stands at the top, and one of a ring is left out. */
function writeTree(shape: Tree, rows: readonly RawRow[]): string {
  const tree = readTree(shape, rows)
  const record = recordWriter(shape.columns)
  const node = (row: RawRow): string => {
    const children = tree.under(row).map(node)
    const own = record(row).slice(0, -1)
    return `${own}${shape.columns.length > 0 ? ',' : ''}${member(shape.children, `[${children.join(',')}]`)}}`
  }
  return `[${tree.top.map(node).join(',')}]`
}

const text = (raw: unknown): string => (raw === null || raw === undefined ? '' : String(raw))

/** Rows that hang under no other, and those under a row. */
interface RowTree {
  readonly top: readonly RawRow[]
  under(row: RawRow): readonly RawRow[]
}

/**
 * Rows under their parents. One without a key of its own has nothing under it: an empty parent is no parent. What hangs under a key is
 * given to the first row that has it, once: keys that come twice draw no circles.
 */
export function readTree({ key, parent }: Pick<Tree, 'key' | 'parent'>, rows: readonly RawRow[]): RowTree {
  const keys = new Set(rows.map(row => text(row[key])).filter(own => own !== ''))
  const above = (row: RawRow): string => (keys.has(text(row[parent])) ? text(row[parent]) : '')
  const below = Map.groupBy(rows, above)
  return {
    top: below.get('') ?? [],
    under(row) {
      const own = text(row[key])
      const rows = own === '' ? [] : (below.get(own) ?? [])
      if (own !== '') below.delete(own)
      return rows
    },
  }
}
