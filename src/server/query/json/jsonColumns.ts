import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { ReferenceLabel } from '../queryPlan.ts'
import { SECRET_MASK } from '../rowReader.ts'
import type { RegisterColumn } from '../table.ts'
import type { SentForm } from './jsonValue.ts'

/** A column of rows that are written as JSON. */
export interface JsonColumn {
  /** The bytes before its value: `,"name":`, of the first `{"name":`. */
  readonly opening: Buffer
  /** The same with the null of a missing value. */
  readonly missing: Buffer
  /** How its text is written; undefined where it must be read. */
  readonly form: SentForm | undefined
  /** The value that a record holds, of what the connection's parser gives. */
  read(raw: unknown): unknown
}

/** The label of a record that a row refers to, as a member of the row. */
export interface JsonLabel {
  /** Place of the column that refers. */
  readonly reference: number
  readonly opening: Buffer
  /** The same with the null of a row that refers to nothing. */
  readonly missing: Buffer
  /** undefined stands for the key, which is what the row refers by. */
  readonly members: readonly { readonly opening: Buffer; readonly column: JsonColumn | undefined }[]
}

/** Types that travel as the connection reads them, whatever the kind: see `rowReaderOf`. */
const formOfType: Readonly<Record<string, SentForm>> = {
  text: 'text',
  boolean: 'flag',
  integer: 'number',
  date: 'text',
  timestamptz: 'moment',
}

const openingOf = (name: string, at: number): string => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`

const withOpening = (opening: string): Pick<JsonColumn, 'opening' | 'missing'> => ({
  opening: Buffer.from(opening),
  missing: Buffer.from(`${opening}null`),
})

/** The forms of a column: at the beginning of a record, behind others, and the same among the names of a referred record. */
type Places = Partial<Record<'first' | 'behind' | 'namedFirst' | 'namedBehind', JsonColumn>>

/** By the column: plans come and go with each filter, and of every plan its own would take hundreds of megabytes. */
const forms = new WeakMap<RegisterColumn, Places>()

function formAt(column: RegisterColumn, at: number, named: boolean): JsonColumn {
  const places = memoizeByKey(forms, column, (): Places => ({}))
  const place = named ? (at === 0 ? 'namedFirst' : 'namedBehind') : at === 0 ? 'first' : 'behind'
  places[place] ??= {
    ...withOpening(openingOf(column.name, at)),
    form: named ? numberForm(column) : formOf(column),
    read: named ? raw => column.column.fromRow(raw, column.field) : readerOf(column),
  }
  return places[place]
}

export const jsonColumnsOf = (columns: readonly RegisterColumn[]): JsonColumn[] =>
  columns.map((column, at) => formAt(column, at, false))

export const jsonLabelsOf = (columns: readonly RegisterColumn[], labels: readonly ReferenceLabel[]): JsonLabel[] =>
  labels.map(({ name, reference, target, columns: named }) => ({
    ...memoizeByKey(labelOpenings, reference, () => withOpening(openingOf(name, 1))),
    reference: columns.indexOf(reference),
    members: named.map((column, at) => {
      const form = formAt(column, at, true)
      return { opening: form.opening, column: column === target.id ? undefined : form }
    }),
  }))

/** By the column that refers. */
const labelOpenings = new WeakMap<RegisterColumn, Pick<JsonColumn, 'opening' | 'missing'>>()

function formOf(column: RegisterColumn): SentForm | undefined {
  const { field, column: stored } = column
  return field.secret ? undefined : (formOfType[stored.sqlType(field)] ?? numberForm(column))
}

/** Digits whose kind makes the number of them. */
const numberForm = ({ field, column }: RegisterColumn): SentForm | undefined =>
  /^(bigint|numeric)/.test(column.sqlType(field)) && column.fromRow('10.50', field) === 10.5 ? 'number' : undefined

function readerOf({ field, column }: RegisterColumn): (raw: unknown) => unknown {
  if (field.secret) return () => SECRET_MASK
  return formOfType[column.sqlType(field)] ? raw => raw : raw => column.fromRow(raw, field)
}
