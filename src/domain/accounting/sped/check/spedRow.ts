import type { Decimal } from 'decimal.js'
import { ExactDecimal } from '../../../../base/decimal.ts'

/** A record that was read: its fields by name. */
export type Row = Readonly<Record<string, string>>

export const zero = new ExactDecimal(0)

/** A number as the file writes it; 0 where there is none. */
export const numberOf = (text: string | undefined): Decimal => (text ? new ExactDecimal(text.replace(',', '.')) : zero)

export const sumOf = (rows: readonly Row[], field: string): Decimal =>
  rows.reduce((sum, row) => sum.plus(numberOf(row[field])), zero)

/** AAAA-MM-DD of ddmmaaaa; undefined for what is no day. */
export function dayOfField(text: string | undefined): string | undefined {
  const [, day, month, year] = /^(\d\d)(\d\d)(\d{4})$/.exec(text ?? '') ?? []
  const iso = `${year}-${month}-${day}`
  return year !== undefined && new Date(`${iso}T00:00:00Z`).toISOString().startsWith(iso) ? iso : undefined
}

/** A file's own facts, and the records that others name. */
export interface SpedFacts {
  /** 0000. */
  owner: Row
  /** 0150, by code. */
  readonly participants: Map<string, Row>
  /** 0200, by code. */
  readonly items: Map<string, Row>
  /** Tells whether an operation exists; undefined where the table is not known. */
  readonly isOperation: ((cfop: string) => boolean) | undefined
}

/** Tells what differs; nothing where it is equal. */
export const difference = (what: string, said: Decimal, due: Decimal): string[] =>
  said.equals(due) ? [] : [`${what}: ${said.toFixed(2)} in place of ${due.toFixed(2)}`]
