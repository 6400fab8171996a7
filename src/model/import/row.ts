import type { Value, ValueProblem } from '../../kinds/kind.ts'
import { compileExpression, type ExpressionScope, evaluateInScope, scopeOfFields } from '../expression.ts'
import type { Import, ImportColumn, Model } from '../model.ts'
import type { Problem } from '../problem.ts'
import { acceptImportValue, importCellText, readImportCell } from './cell.ts'
import { importColumnNamed, importFields, isBlankValue } from './columns.ts'
import type { ColumnMapping } from './header.ts'

/** The meaning of one line of the file. */
export interface ReadRow {
  /** The record to send: columns that the file has or that are computed. A blank cell is `''`: what it means hangs on whether the record is there. */
  readonly record: Readonly<Record<string, Value>>
  /** Every column's value, those that are not sent too; undefined where it could not be read. */
  readonly values: Readonly<Record<string, Value | undefined>>
  readonly problems: readonly Problem[]
  /** The natural key of the row's record, as one text; undefined when it has none or a part of it could not be read. */
  readonly key: string | undefined
  /** That of the row itself, where it is one of several of a record. */
  readonly rowKey?: string
}

export type RowReader = (cells: readonly string[], line: number) => ReadRow

interface Place {
  readonly column: ImportColumn
  /** Column of the file; -1 when it has none. */
  readonly index: number
  /** Columns that the computation reads. */
  readonly uses: readonly string[]
}

/** A reader of rows for one way of taking the file's columns. */
export function createRowReader(model: Model, load: Import, mapping: ColumnMapping): RowReader {
  const scope = scopeOfFields(model, importFields(load))
  const places = load.columns.map((column): Place => {
    const compiled = column.compute === undefined ? undefined : compileExpression(column.compute, scope)
    return { column, index: mapping.indexOf(column.name), uses: compiled?.ok ? compiled.value.uses : [] }
  })
  // Computed columns may read any column, so they come after the others.
  const inOrder = [...places].sort((a, b) => Number(a.column.compute !== undefined) - Number(b.column.compute !== undefined))
  return (cells, line) => new RowReading(model, load, scope, line).read(inOrder, cells)
}

class RowReading {
  private readonly record: Record<string, Value> = {}
  private readonly values: Record<string, Value | undefined> = {}
  private readonly problems: Problem[] = []
  private readonly model: Model
  private readonly load: Import
  private readonly scope: ExpressionScope
  private readonly line: number

  constructor(model: Model, load: Import, scope: ExpressionScope, line: number) {
    this.model = model
    this.load = load
    this.scope = scope
    this.line = line
  }

  read(places: readonly Place[], cells: readonly string[]): ReadRow {
    for (const place of places) this.readColumn(place, importCellText(place.column, cells[place.index] ?? ''))
    const { record, values, problems } = this
    const key = importKeyOf(this.load, values)
    const own = this.load.list && key !== undefined ? partsOf(this.load.list.key, values) : undefined
    return { record, values, problems, key, ...(own ? { rowKey: `${key} ${JSON.stringify(own)}` } : {}) }
  }

  private readColumn({ column, index, uses }: Place, text: string): void {
    const computed = column.compute !== undefined && text === ''
    // A failed column was told where it failed.
    if (computed && uses.some(name => this.problems.some(problem => problem.path === name))) return
    const read = computed ? this.compute(column) : readImportCell(this.model, column, text, this.line)
    if (!read.ok) {
      this.report(column, read.error)
      return
    }
    this.take(column, index < 0 && !computed && isBlankValue(column.default) ? null : read.value, index >= 0 || computed)
    if (text === '' && !computed && this.record[column.name] !== undefined) this.record[column.name] = ''
  }

  private take(column: ImportColumn, value: Value, given: boolean): void {
    this.values[column.name] = value
    if (column.required && isBlankValue(value))
      this.report(column, { code: 'import.required-missing', params: { title: column.title } })
    else if (given && !column.skip && !(column.byDefault && isBlankValue(value))) this.record[column.name] = value
  }

  private compute(column: ImportColumn) {
    const value = evaluateInScope(this.scope, column.compute ?? '', { record: this.values })
    return acceptImportValue(this.model, column, value, this.line)
  }

  private report(column: ImportColumn, { code, params }: ValueProblem): void {
    this.problems.push({ path: column.name, code, ...(params ? { params } : {}) })
  }
}

/** The first of the import's keys that the values have whole; else the first in which only what a row need not bring is empty. */
export function importKeyOf(load: Import, values: ReadRow['values']): string | undefined {
  for (const names of load.keys) {
    const parts = partsOf(names, values)
    if (parts) return JSON.stringify(parts)
  }
  for (const names of load.keys) {
    const given = names.filter(name => !isEmptyInKey(values[name]))
    const lacking = names.filter(name => isEmptyInKey(values[name]))
    // A value that could not be read (undefined) is not empty.
    if (
      given.length > 0 &&
      lacking.every(name => values[name] !== undefined && importColumnNamed(load, name)?.required === false)
    )
      return JSON.stringify(Object.fromEntries(names.map(name => [name, given.includes(name) ? (values[name] ?? null) : null])))
  }
  return undefined
}

/** Tells whether a value names nothing in a key: an empty cell, and 0, which an empty cell of numbers becomes. */
export const isEmptyInKey = (value: unknown): boolean => isBlankValue(value) || value === 0

/** These values by name; nothing when one is missing. */
function partsOf(names: readonly string[], values: ReadRow['values']): Record<string, Value> | undefined {
  const parts: Record<string, Value> = {}
  for (const name of names) {
    const value = values[name]
    if (isEmptyInKey(value)) return undefined
    parts[name] = value ?? null
  }
  return names.length === 0 ? undefined : parts
}
