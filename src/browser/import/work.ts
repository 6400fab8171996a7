import { matchHeader, remap } from '../../model/import/header.ts'
import { rowReader } from '../../model/import/row.ts'
import {
  editCell,
  expiredOn,
  type RawTable,
  readSheet,
  repeatKey,
  repeatsOf,
  type SheetRow,
  withMissing,
} from '../../model/import/sheet.ts'
import type { Import, Model } from '../../model/model.ts'
import { isAccepted } from './file.ts'
import { type Send, type Step, saveInBatches } from './saving.ts'
import { inSlices } from './slices.ts'
import { emptyState, type ImportState, isBroken, type Notice } from './state.ts'

/** What the work needs of the world. */
export interface Outside {
  /** The store's day. */
  today(): string
  open(file: File): Promise<RawTable>
  send: Send
  /** Which of these keys exist. */
  existing(keys: readonly unknown[], signal: AbortSignal): Promise<readonly boolean[]>
  /** Records were saved: what is cached of them is old. */
  saved(): void
}

/** Shortest time between two drawings of the table while its rows are saved. */
const REDRAW = 2_000

/** Keys of one question. */
const KEYS = 2_000

/** One import from the file to the saved rows: what the page shows is its state. */
export class ImportWork {
  private state: ImportState = emptyState
  private readonly listeners = new Set<() => void>()
  private abort = new AbortController()
  /** Keys of lines that are saved by now. */
  private savedKeys = new Map<string, number>()
  /** Rows that are saved and still shown. */
  private gone = new Set<string>()
  private drawn = 0
  private readonly model: Model
  private readonly load: Import
  private readonly outside: Outside

  constructor(model: Model, load: Import, outside: Outside) {
    this.model = model
    this.load = load
    this.outside = outside
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  now = (): ImportState => this.state

  /** Takes a file, in place of the one before. */
  async choose(file: File): Promise<void> {
    this.reset()
    if (!isAccepted(file.name)) return this.set({ fault: 'import.file-type' })
    const signal = this.abort.signal
    this.set({ phase: 'reading', file: file.name })
    try {
      const { header, rows, lines } = await this.outside.open(file)
      if (signal.aborted) return
      if (header.length === 0 || rows.length === 0) return this.set({ phase: 'file', fault: 'import.file-empty' })
      this.set({ ...withMissing(this.load, header, matchHeader(this.load, header)), width: header.length })
      await this.readAll(rows.map((cells, at) => ({ cells, line: lines[at] ?? at + 2 })))
    } catch {
      if (!signal.aborted) this.set({ phase: 'file', fault: 'import.file-unreadable' })
    }
  }

  /** Gives a column of the file to a field, or to none, and reads every row again. */
  async take(index: number, name: string | null): Promise<void> {
    const { header, mapping, width, rows } = this.state
    const own = remap(mapping, index, name).slice(0, width)
    const next = withMissing(this.load, header.slice(0, width), own)
    const same = next.mapping.slice(width).join() === mapping.slice(width).join()
    this.set({ ...next, failures: new Map() })
    await this.readAll(rows.map(({ cells, line }) => ({ cells: same ? cells : cells.slice(0, width), line })))
  }

  private async readAll(lines: readonly { readonly cells: readonly string[]; readonly line: number }[]): Promise<void> {
    this.restart()
    const signal = this.abort.signal
    const total = lines.length
    const read = rowReader(this.model, this.load, this.state.mapping)
    this.set({ phase: 'reading', progress: { done: 0, total }, read })
    const rows = await inSlices(
      readSheet(lines, read),
      done => this.set({ progress: { done, total } }),
      () => signal.aborted,
    )
    if (rows === undefined) return
    const expired = expiredOn(this.load, this.state.mapping, rows, read, this.outside.today())
    this.set({ phase: 'preview', progress: undefined, rows, repeats: repeatsOf(rows, this.savedKeys), expired })
  }

  /** Another text in a cell: its row is read again, and what the server said of it before is forgotten. */
  edit(id: string, index: number, text: string): void {
    const rows = this.state.rows.map(row => (row.id === id ? editCell(row, index, text, this.state.read) : row))
    this.put(rows, new Set([id]))
  }

  remove(id: string): void {
    this.put(
      this.state.rows.filter(row => row.id !== id),
      new Set([id]),
    )
  }

  private put(rows: readonly SheetRow[], forget: ReadonlySet<string>): void {
    const failures = new Map([...this.state.failures].filter(([id]) => !forget.has(id)))
    this.set({ rows, failures, repeats: repeatsOf(rows, this.savedKeys), touched: true, notice: undefined })
  }

  /** Takes out the rows whose key exists already. */
  async filter(): Promise<void> {
    this.restart()
    const { signal } = this.abort
    const { rows } = this.state
    const keyed = rows.filter(row => row.key !== undefined)
    const exist = new Set<string>()
    this.set({ phase: 'filtering', progress: { done: 0, total: keyed.length }, notice: undefined })
    let notice: Notice | undefined
    try {
      for (let start = 0; start < keyed.length && !signal.aborted; start += KEYS) {
        const part = keyed.slice(start, start + KEYS)
        const found = await this.outside.existing(part.map(this.keyFields), signal)
        for (const [at, row] of part.entries()) if (found[at]) exist.add(row.id)
        this.set({ progress: { done: start + part.length, total: keyed.length } })
      }
      notice = signal.aborted ? undefined : { kind: 'filtered', count: exist.size }
    } catch (error) {
      if (!signal.aborted) notice = { kind: 'failed', message: messageOf(error) }
    }
    if (notice?.kind === 'filtered')
      this.put(
        rows.filter(row => !exist.has(row.id)),
        exist,
      )
    this.set({ phase: 'preview', progress: undefined, notice })
  }

  private keyFields = (row: SheetRow): unknown => JSON.parse(row.key ?? '{}')

  /** Saves the rows; `skip` passes over those that fail. */
  async save(skip: boolean): Promise<void> {
    this.restart()
    const { signal } = this.abort
    const before = this.state
    const total = skip ? before.rows.filter(row => !isBroken(before, row)).length : before.rows.length
    this.set({ phase: 'saving', progress: { done: 0, total }, notice: undefined, failures: new Map(), touched: true })
    const start = performance.now()
    const options = { rows: before.rows, read: before.read, batch: this.load.batch, skip, signal, send: this.outside.send }
    let notice: Notice
    try {
      const ending = await saveInBatches({
        ...options,
        isBroken: row => isBroken(before, row),
        tell: step => this.advance(step, total, start),
        waiting: waiting => this.set({ waiting }),
      })
      notice = { kind: 'saved', ending: ending.by, ...(ending.by === 'row' ? { line: ending.row.line } : {}) }
    } catch (error) {
      notice = { kind: 'failed', message: messageOf(error) }
    }
    const rows = this.rowsLeft()
    this.set({ phase: 'preview', rows, progress: undefined, waiting: false, notice, touched: rows.length > 0 })
    this.outside.saved()
  }

  /** Saved rows leave the table; those that failed stay with the reason. */
  private advance({ done, saved, unchanged, failures }: Step, total: number, start: number): void {
    for (const row of done) {
      const { id, line } = row
      const key = repeatKey(row)
      this.gone.add(id)
      if (key !== undefined) this.savedKeys.set(key, line)
    }
    const { state } = this
    const processed = (state.progress?.done ?? 0) + done.length + failures.size
    const seconds = (performance.now() - start) / 1000
    this.set({
      ...(performance.now() - this.drawn > REDRAW ? { rows: this.rowsLeft() } : {}),
      ...(failures.size > 0 ? { failures: new Map([...state.failures, ...failures]) } : {}),
      saved: state.saved + saved,
      unchanged: state.unchanged + unchanged,
      progress: { done: processed, total, ...(seconds > 0.5 ? { rate: processed / seconds } : {}) },
    })
  }

  /** The rows without those that are saved. */
  private rowsLeft(): readonly SheetRow[] {
    const { rows } = this.state
    const left = this.gone.size === 0 ? rows : rows.filter(row => !this.gone.has(row.id))
    this.gone = new Set()
    this.drawn = performance.now()
    return left
  }

  /** Ends what runs, after the batch that is on its way. */
  cancel(): void {
    this.abort.abort()
  }

  /** Back to the choice of a file. */
  reset(): void {
    this.restart()
    this.savedKeys = new Map()
    this.set(emptyState)
  }

  private restart(): void {
    this.abort.abort()
    this.abort = new AbortController()
  }

  private set(change: Partial<ImportState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
