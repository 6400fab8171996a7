import type { ImportFollowUpRecord, ImportReply } from '../../../api/import.ts'
import { withFileNameColumns } from '../../../model/import/files.ts'
import { matchHeader, remapColumn } from '../../../model/import/header.ts'
import { withPointDecimals } from '../../../model/import/pointDecimals.ts'
import { createRowReader } from '../../../model/import/row.ts'
import {
  expiredOn,
  type RawTable,
  readSheet,
  repeatedRows,
  repeatKey,
  type SheetRow,
  withMissingColumns,
} from '../../../model/import/sheet.ts'
import type { Import, Model } from '../../../model/model.ts'
import { type ImportFault, importFaultOf, isAcceptedFile } from './importFile.ts'
import type { ImportPersistence } from './importPersistence.ts'
import { emptyImportState, type ImportNotice, type ImportState, isRowUnsendable } from './importState.ts'
import { hasBit } from './importStorage.ts'
import { applyImportEdit, type CellText, ImportUndoHistory, type ImportEdit as PastStep } from './importUndoHistory.ts'
import { runInSlices } from './runInSlices.ts'
import { type BatchResult, saveInBatches, sendUntilAnswered } from './saveInBatches.ts'

/** The services of the work. */
export interface ImportJobServices {
  /** The store's day. */
  today(): string
  open(file: File): Promise<RawTable>
  /** Saves rows in the name of an action. */
  send(records: readonly unknown[], skip: boolean, action: string, change: boolean): Promise<ImportReply>
  /** Makes the record that lists what was saved. */
  createListing(rows: readonly unknown[], action: string, key: string): Promise<ImportFollowUpRecord | null>
  /** Says something so that it cannot be missed. */
  alert(fault: ImportFault): void
  /** A name that nothing else has. */
  newAction(): string
  /** Which of these keys exist. */
  existing(keys: readonly unknown[], signal: AbortSignal): Promise<readonly boolean[]>
  /** Records were saved: what is cached of them is old. */
  saved(): void
  /** It is saving, or has come further, or is no longer. */
  onProgress(state: ImportState): void
}

/** Shortest time between two drawings of the table while its rows are saved. */
const REDRAW = 2_000

/** Keys of one question. */
const KEYS = 2_000
/** Rows listed by one call. */
const LISTED = 10_000

/** One import from the file to the saved rows: what the page shows is its state. */
export class ImportJob {
  private state: ImportState = emptyImportState
  private readonly listeners = new Set<() => void>()
  private abort = new AbortController()
  /** Keys of lines that are saved by now. */
  private savedKeys = new Map<string, number>()
  /** Rows that are saved and still shown. */
  private gone = new Set<string>()
  private drawn = 0
  /** Rows that are saved and not listed yet. */
  private listed: unknown[] = []
  private closed = false
  private readonly model: Model
  private readonly load: Import
  private readonly outside: ImportJobServices
  private keeping: ImportPersistence | undefined
  private readonly past = new ImportUndoHistory()

  constructor(model: Model, load: Import, outside: ImportJobServices, keeping?: ImportPersistence) {
    this.model = model
    this.load = load
    this.outside = outside
    this.keeping = keeping
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  now = (): ImportState => this.state
  /** Whether a page shows it. */
  get watched(): boolean {
    return this.listeners.size > 0
  }

  /** Whether leaving the tab would lose something, or stop it. */
  get busy(): boolean {
    const { phase, touched, rows } = this.state
    return phase === 'saving' || (touched && rows.length > 0)
  }

  /** Whether nothing is on its way and nothing to be looked at: a new page begins anew. */
  get idle(): boolean {
    return this.state.phase === 'file' || (this.state.phase === 'preview' && !this.state.touched)
  }

  /** Looks for an earlier import that was not finished. */
  async offer(): Promise<void> {
    const storedImport = await this.keeping?.head()
    if (storedImport && this.state.phase === 'file') this.set({ storedImport })
  }

  /** Goes on with it: rows that are left, as they were mended. */
  async resume(): Promise<void> {
    const { storedImport } = this.state
    if (!storedImport || !this.keeping) return
    this.restart()
    const { signal } = this.abort
    this.set({ ...emptyImportState, phase: 'reading', file: storedImport.file })
    const { lines, listed } = await this.keeping.rest()
    if (signal.aborted) return
    this.listed = listed
    const { header, width, mapping, action, saved, unchanged } = storedImport
    this.set({ header, width, mapping, action, saved, unchanged, failures: new Map(storedImport.failures), touched: true })
    await this.readAll(lines.filter(({ line }) => !hasBit(storedImport.gone, line)))
    this.keepSoon()
  }

  /** Forgets it: the offer goes once it is forgotten, so that a reload at once does not bring it back. */
  async discard(): Promise<void> {
    await this.keeping?.discard()
    this.set({ storedImport: undefined })
  }

  /** Takes a file, in place of the one before. */
  async choose(file: File): Promise<void> {
    this.reset()
    if (!isAcceptedFile(file.name)) return this.set({ fault: { code: 'import.file-type' } })
    const signal = this.abort.signal
    this.set({ phase: 'reading', file: file.name, action: this.outside.newAction() })
    try {
      const { header, rows, lines } = withFileNameColumns(this.load, await this.outside.open(file), file.name)
      if (signal.aborted) return
      if (header.length === 0 || rows.length === 0) return this.set({ phase: 'file', fault: { code: 'import.file-empty' } })
      this.set({ ...withMissingColumns(this.load, header, matchHeader(this.load, header)), width: header.length })
      await this.readAll(rows.map((cells, at) => ({ cells, line: lines[at] ?? at + 2 })))
    } catch (error) {
      if (signal.aborted) return
      const fault = importFaultOf(error)
      this.set({ phase: 'file', fault })
      this.outside.alert(fault)
    }
  }

  /** Gives a column of the file to a field, or to none, and reads every row again. */
  async take(index: number, name: string | null): Promise<void> {
    const { header, mapping, width, rows } = this.state
    const own = remapColumn(mapping, index, name).slice(0, width)
    const next = withMissingColumns(this.load, header.slice(0, width), own)
    const same = next.mapping.slice(width).join() === mapping.slice(width).join()
    this.set({ ...next, failures: new Map() })
    await this.readAll(rows.map(({ cells, line }) => ({ cells: same ? cells : cells.slice(0, width), line })))
    this.keeping?.changed()
    if (this.state.touched) this.keepSoon()
  }

  private async readAll(lines: readonly { readonly cells: readonly string[]; readonly line: number }[]): Promise<void> {
    this.restart()
    this.past.clear()
    const signal = this.abort.signal
    const total = lines.length
    const read = createRowReader(this.model, this.load, this.state.mapping)
    this.set({ phase: 'reading', progress: { done: 0, total }, read })
    const rows = await runInSlices(
      readSheet(withPointDecimals(this.load, this.state.mapping, lines), read),
      done => this.set({ progress: { done, total } }),
      () => signal.aborted,
    )
    if (rows === undefined) return
    const expired = expiredOn(this.load, this.state.mapping, rows, read, this.outside.today())
    this.set({ phase: 'preview', progress: undefined, rows, repeats: repeatedRows(rows, this.savedKeys), expired })
  }

  /** Another text in a cell: its row is read again, and what the server said of it before is forgotten. */
  edit = (id: string, index: number, text: string): void => this.editMany([{ id, index, text }])

  /** The same for many, as one step. */
  editMany(cells: readonly CellText[]): void {
    this.step({ cells })
  }

  remove(id: string): void {
    this.step({ removed: new Set([id]) })
  }

  /** Takes back what was last done to the rows that are left; undefined when there is nothing. */
  undo = (): true | undefined => this.past.undo(this.change)
  redo = (): true | undefined => this.past.redo(this.change)

  private step(step: PastStep): void {
    const opposite = this.change(step)
    if (opposite) this.past.push(opposite)
  }

  private change = (step: PastStep): PastStep | undefined => {
    const { rows, read, phase } = this.state
    const done = phase === 'preview' ? applyImportEdit(step, rows, read) : undefined
    if (!done) return undefined
    const { rows: left, edited, concerned, opposite } = done
    for (const row of edited) this.keeping?.edited(row)
    this.keeping?.left(opposite.added)
    // A row that comes back was written down as gone.
    if (opposite.removed.size > 0) this.keeping?.changed()
    const failures = new Map([...this.state.failures].filter(([id]) => !concerned.has(id)))
    this.set({ rows: left, failures, repeats: repeatedRows(left, this.savedKeys), touched: true, notice: undefined })
    this.keepSoon()
    return opposite
  }

  private keepSoon(): void {
    const count = (): number => this.state.rows.length - this.gone.size
    this.keeping?.soon(() => ({ state: this.state, count: count(), listed: this.listed }))
  }

  /** Takes out the rows whose key exists already. */
  async filter(): Promise<void> {
    this.restart()
    const { signal } = this.abort
    const keyed = this.state.rows.filter(row => row.key !== undefined)
    const exist = new Set<string>()
    this.set({ phase: 'filtering', progress: { done: 0, total: keyed.length }, notice: undefined })
    let notice: ImportNotice | undefined
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
    this.set({ phase: 'preview', progress: undefined })
    if (notice?.kind === 'filtered') this.step({ removed: exist })
    this.set({ notice })
  }

  private keyFields = (row: SheetRow): unknown => JSON.parse(row.key ?? '{}')

  /** Saves the rows; `skip` passes over those that fail, `change` also changes what only a code says is there. */
  async save(skip: boolean, change = false): Promise<void> {
    this.restart()
    const { signal } = this.abort
    const before = this.state
    const total = skip ? before.rows.filter(row => !isRowUnsendable(before, row)).length : before.rows.length
    this.set({ phase: 'saving', progress: { done: 0, total }, notice: undefined, failures: new Map(), touched: true })
    this.keepSoon()
    this.keeping?.write()
    this.outside.onProgress(this.state)
    const start = performance.now()
    let notice: ImportNotice
    try {
      const ending = await saveInBatches({
        ...{ rows: before.rows, read: before.read, batch: this.load.batch, skip, signal },
        send: (records, skipping) => this.outside.send(records, skipping, before.action, change),
        isBroken: row => isRowUnsendable(before, row),
        listing: this.listing,
        isSameRecord: (row, next) => next.rowKey !== undefined && row.key === next.key,
        onBatch: step => this.advance(step, total, start),
        waiting: this.waits,
      })
      notice = { kind: 'saved', ending: ending.by, ...(ending.by === 'row' ? { line: ending.row.line } : {}) }
      await this.listSaved()
    } catch (error) {
      notice = { kind: 'failed', message: messageOf(error) }
    }
    this.end(notice)
  }

  private waits = (waiting: boolean): void => {
    this.set({ waiting })
    this.outside.onProgress(this.state)
  }

  private end(notice: ImportNotice): void {
    const rows = this.rowsLeft()
    this.set({ phase: 'preview', rows, progress: undefined, waiting: false, notice, touched: rows.length > 0 })
    if (rows.length === 0 && this.listed.length === 0) void this.keeping?.discard()
    else {
      this.keepSoon()
      this.keeping?.write()
    }
    this.outside.saved()
    this.outside.onProgress(this.state)
  }

  /** Saved rows leave the table; those that failed stay with the reason. */
  private advance({ done, saved, unchanged, failures, listed }: BatchResult, total: number, start: number): void {
    for (const row of done) {
      const key = repeatKey(row)
      this.gone.add(row.id)
      if (key !== undefined) this.savedKeys.set(key, row.line)
    }
    for (const row of listed) this.listed.push(row)
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
    this.keeping?.left(done)
    this.keeping?.listed(listed)
    this.keeping?.write()
    this.outside.onProgress(this.state)
  }

  /** Returns the values by which a saved row is listed: nothing, where its columns say nothing. */
  private listing = (record: Readonly<Record<string, unknown>>, id: unknown): unknown => {
    const { after } = this.load
    if (!after) return undefined
    const own = after.columns.map(([, from]) => [from, from === 'id' ? id : record[from]] as const)
    return own.some(([from, value]) => from !== 'id' && value) ? Object.fromEntries(own) : undefined
  }

  /** Makes the record that lists what was saved; a server that is away is waited for. */
  private async listSaved(): Promise<void> {
    const { action } = this.state
    // A cancelled saving still lists its saved rows.
    if (this.abort.signal.aborted) this.abort = new AbortController()
    while (this.listed.length > 0 && !this.closed) {
      const some = this.listed.slice(0, LISTED)
      const key = this.outside.newAction()
      const listed = await sendUntilAnswered(() => this.outside.createListing(some, action, key), this.abort.signal, this.waits)
      if (listed === undefined) return
      this.listed = this.listed.slice(LISTED)
      const before = this.state.listed?.count ?? 0
      if (listed) this.set({ listed: { ...listed, count: before + listed.count } })
    }
    this.keeping?.forgetListed()
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

  /** The session is over: nothing more is sent, what is left stays kept. */
  close(): void {
    this.closed = true
    this.cancel()
    this.keeping?.write()
    this.keeping?.stop()
    this.keeping = undefined
  }

  /** To the choice of another file. Rows that were mended or are left of a save are offered there until one is chosen. */
  async setAside(): Promise<void> {
    if (!this.keeping || !this.busy) return this.reset()
    const written = this.keeping.flush()
    this.restart()
    this.clear()
    await written
    await this.offer()
  }

  /** Back to the choice of a file. */
  reset(): void {
    this.restart()
    void this.keeping?.discard()
    this.clear()
  }

  private clear(): void {
    this.listed = []
    this.savedKeys = new Map()
    this.past.clear()
    this.set(emptyImportState)
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
