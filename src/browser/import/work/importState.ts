import type { ErrorDetail } from '../../../api/error.ts'
import type { ImportFollowUpRecord } from '../../../api/import.ts'
import type { ColumnMapping } from '../../../model/import/header.ts'
import type { RowReader } from '../../../model/import/row.ts'
import type { SheetRow } from '../../../model/import/sheet.ts'
import type { ImportFault } from './importFile.ts'
import type { StoredImportHead } from './importStorage.ts'
import type { BatchSaveEnding } from './saveInBatches.ts'

export interface ImportProgress {
  readonly done: number
  readonly total: number
  /** Rows a second, once it can be told. */
  readonly rate?: number
}

/** The notices at the end of a step. */
export type ImportNotice =
  | { readonly kind: 'filtered'; readonly count: number }
  | { readonly kind: 'saved'; readonly ending: BatchSaveEnding['by']; readonly line?: number }
  | { readonly kind: 'failed'; readonly message: string }

/** Everything the page shows; replaced whole, never changed. */
export interface ImportState {
  readonly phase: 'file' | 'reading' | 'preview' | 'filtering' | 'saving'
  readonly file: string
  /** The fault for which the file is none. */
  readonly fault: ImportFault | undefined
  readonly progress: ImportProgress | undefined
  /** Titles of the file's columns; behind them the columns that it lacks. */
  readonly header: readonly string[]
  /** How many of them the file has. */
  readonly width: number
  readonly mapping: ColumnMapping
  /** Understands a row by that mapping. */
  readonly read: RowReader
  readonly rows: readonly SheetRow[]
  /** Rows with the key of an earlier line: row id -> line. */
  readonly repeats: ReadonlyMap<string, number>
  /** The server's problems by row. */
  readonly failures: ReadonlyMap<string, readonly ErrorDetail[]>
  readonly saved: number
  readonly unchanged: number
  /** Name of all that this import does: undone as one. */
  readonly action: string
  /** The record that lists what was saved, and how many rows it got. */
  readonly listed: ImportFollowUpRecord | undefined
  /** An earlier import that was not finished, kept in this browser. */
  readonly storedImport: StoredImportHead | undefined
  /** Last day of an expired table. */
  readonly expired: string | undefined
  /** The server does not answer. */
  readonly waiting: boolean
  readonly notice: ImportNotice | undefined
  /** Something was typed or saved that would be missed. */
  readonly touched: boolean
}

export const emptyImportState: ImportState = {
  phase: 'file',
  file: '',
  fault: undefined,
  progress: undefined,
  header: [],
  width: 0,
  mapping: [],
  read: () => ({ record: {}, values: {}, problems: [], key: undefined }),
  rows: [],
  repeats: new Map(),
  failures: new Map(),
  saved: 0,
  unchanged: 0,
  action: '',
  listed: undefined,
  storedImport: undefined,
  expired: undefined,
  waiting: false,
  notice: undefined,
  touched: false,
}

/** Tells whether something is wrong with a row, here or at the server. */
export const isRowWrong = ({ repeats, failures }: Pick<ImportState, 'repeats' | 'failures'>, row: SheetRow): boolean =>
  row.problems.length > 0 || repeats.has(row.id) || failures.has(row.id)

/** Tells whether a row cannot be sent: what the server refused before may be tried again. */
export const isRowUnsendable = ({ repeats }: Pick<ImportState, 'repeats'>, row: SheetRow): boolean =>
  row.problems.length > 0 || repeats.has(row.id)
