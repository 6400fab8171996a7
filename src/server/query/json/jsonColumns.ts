import { SECRET_MASK } from '../rowReader.ts'
import type { RegisterColumn } from '../table.ts'
import type { SentForm } from './jsonValue.ts'

/** A column of rows that are written as JSON. */
export interface JsonColumn {
  /** What stands before its value: `,"name":`, of the first `{"name":`. */
  readonly opening: Buffer
  /** The same with the null of a missing value. */
  readonly missing: Buffer
  /** How its text is written; undefined where it must be read. */
  readonly form: SentForm | undefined
  /** The value that a record holds, of what the connection's parser gives. */
  read(raw: unknown): unknown
}

/** Types that travel as the connection reads them, whatever the kind: see `rowReaderOf`. */
const formOfType: Readonly<Record<string, SentForm>> = {
  text: 'text',
  boolean: 'flag',
  integer: 'number',
  date: 'text',
  timestamptz: 'moment',
}

export const jsonColumnsOf = (columns: readonly RegisterColumn[]): JsonColumn[] =>
  columns.map((column, at) => {
    const opening = `${at === 0 ? '{' : ','}${JSON.stringify(column.name)}:`
    return {
      opening: Buffer.from(opening),
      missing: Buffer.from(`${opening}null`),
      form: formOf(column),
      read: readerOf(column),
    }
  })

function formOf({ field, column }: RegisterColumn): SentForm | undefined {
  if (field.secret) return undefined
  const type = column.sqlType(field)
  return formOfType[type] ?? (/^(bigint|numeric)/.test(type) && column.fromRow('10.50', field) === 10.5 ? 'number' : undefined)
}

function readerOf({ field, column }: RegisterColumn): (raw: unknown) => unknown {
  if (field.secret) return () => SECRET_MASK
  return formOfType[column.sqlType(field)] ? raw => raw : raw => column.fromRow(raw, field)
}
