import type { SheetRow } from '../../../model/import/sheet.ts'
import type { ImportState } from './importState.ts'
import { createBits, type ImportStorage, type StoredImportHead, type StoredImportLine, setBit } from './importStorage.ts'

/** How long after the last change it is written down. */
const WAIT = 800

/** How an import stands, and how many of its rows are left. */
export interface ImportSnapshot {
  readonly state: ImportState
  readonly count: number
  /** Rows that are saved and not listed yet. */
  readonly listed: readonly unknown[]
}

/** Writes an import down as it goes on, so that it can be taken up again: all rows once, then only what changed. */
export class ImportPersistence {
  private readonly kept: ImportStorage
  private readonly mended = new Map<number, StoredImportLine>()
  private gone = createBits(0)
  /** Whether all rows are written down. */
  private whole = false
  private release: (() => void) | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private latest: (() => ImportSnapshot) | undefined

  constructor(kept: ImportStorage) {
    this.kept = kept
  }

  head(): Promise<StoredImportHead | undefined> {
    return this.kept.head()
  }

  rest(): ReturnType<ImportStorage['rest']> {
    return this.kept.rest()
  }

  /** Writes down what is to be, and leaves it to whoever asks for it next. */
  async flush(): Promise<void> {
    this.write()
    this.stop()
    await this.kept.done()
  }

  /** Forgets what is written down; resolved when it is gone. */
  discard(): Promise<void> {
    this.stop()
    return this.kept.drop()
  }

  /** Nothing of the present file is written down (any more). */
  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.mended.clear()
    this.whole = false
    this.release?.()
    this.release = undefined
  }

  /** Something will have to be written down, soon. */
  soon(now: () => ImportSnapshot): void {
    this.latest = now
    this.timer ??= setTimeout(() => this.write(), WAIT)
  }

  /** Everything that is to be written down is, or is on its way. */
  write(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const now = this.latest?.()
    if (!now || now.state.rows.length === 0) return
    if (this.whole) {
      void this.kept.progress(this.headOf(now))
      if (this.mended.size > 0) void this.kept.mended([...this.mended.values()])
      return
    }
    this.whole = true
    this.release ??= this.kept.hold()
    this.mended.clear()
    const { rows } = now.state
    // Rows stand in the order of the file.
    this.gone = createBits(rows.at(-1)?.line ?? 0)
    void this.kept.whole(this.headOf(now), rows)
    this.listed(now.listed)
  }

  /** The rows are read by other columns now: all is written down anew. */
  changed(): void {
    this.whole = false
  }

  edited(row: SheetRow): void {
    if (this.whole) this.mended.set(row.line, { line: row.line, cells: row.cells })
  }

  /** Keeps the rows to list when the saving has ended. */
  listed(rows: readonly unknown[]): void {
    if (this.whole && rows.length > 0) void this.kept.listed(rows)
  }

  forgetListed(): void {
    if (this.whole) void this.kept.forgetListed()
  }

  /** Rows that are saved or taken out. */
  left(rows: readonly Pick<SheetRow, 'line'>[]): void {
    if (this.whole) for (const { line } of rows) setBit(this.gone, line)
  }

  private headOf({ state, count }: ImportSnapshot): StoredImportHead {
    const { file, header, width, mapping, action, saved, unchanged, failures } = state
    const saving = state.phase === 'saving'
    return {
      ...{ file, header, width, mapping, action, saved, unchanged, gone: this.gone },
      at: new Date().toISOString(),
      count,
      // On the way they would be written again and again; they come back when the row is sent again.
      failures: saving ? [] : [...failures],
    }
  }
}
