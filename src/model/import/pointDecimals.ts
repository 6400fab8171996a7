import { decimalPlacesOf } from '../../kinds/numbers.ts'
import type { Import } from '../model.ts'
import { importColumnNamed } from './columns.ts'
import type { ColumnMapping } from './header.ts'

interface Line {
  readonly cells: readonly string[]
  readonly line: number
}

/** A number with nothing but a point in it, behind its currency or not. */
const POINTED = /^\s*(?:R\$\s*)?[+-]?\d*\.?\d+\s*$/
/** A point that can only be decimal. */
const DECIMAL = /\b(?:0\.\d+|\d+\.\d{1,2}|\d{4,}\.\d+|\d+\.\d{4,})\s*$/
/** Thousands or three decimals: `parseDecimal` takes it for thousands, where the column has fewer decimals. */
const EITHER = /^(\s*(?:R\$\s*)?[+-]?[1-9]\d{0,2})\.(\d{3}\s*)$/

/** Numbers with fewer decimals than a point of thousands has digits behind it. */
const FEW = 3

/**
 * The lines with a comma in place of the point in numbers that may be either, where all others of their column show that its point is
 * decimal: '12.900' beside '8.50' is 12,90 and not 12.900,00. The same lines again change nothing.
 */
export function withPointDecimals(load: Import, mapping: ColumnMapping, lines: readonly Line[]): readonly Line[] {
  const columns = mapping.flatMap((name, at) => (isOfFewDecimals(load, name) && hasPointDecimals(lines, at) ? [at] : []))
  if (columns.length === 0) return lines
  return lines.map(({ cells, line }) => ({
    line,
    cells: cells.map((cell, at) => (columns.includes(at) ? cell.replace(EITHER, '$1,$2') : cell)),
  }))
}

function isOfFewDecimals(load: Import, name: string | null): boolean {
  const column = name === null ? undefined : importColumnNamed(load, name)
  const places = column && decimalPlacesOf(column)
  return places !== undefined && places < FEW
}

/** Tells whether a column has numbers that only a decimal point explains, some that may be either, and none with a comma. */
function hasPointDecimals(lines: readonly Line[], at: number): boolean {
  let decimal = false
  let either = false
  for (const { cells } of lines) {
    const cell = cells[at] ?? ''
    if (cell.includes(',') || (cell.includes('.') && !POINTED.test(cell))) return false
    decimal ||= DECIMAL.test(cell)
    either ||= EITHER.test(cell)
  }
  return decimal && either
}
