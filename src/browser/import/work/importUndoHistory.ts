import type { RowReader } from '../../../model/import/row.ts'
import { editCells, type SheetRow } from '../../../model/import/sheet.ts'

/** A text for one cell of the file. */
export interface CellText {
  readonly id: string
  readonly index: number
  readonly text: string
}

/** An edit of the rows: texts into cells, rows put in, rows taken out. */
export interface ImportEdit {
  readonly cells?: readonly CellText[]
  readonly added?: readonly SheetRow[]
  readonly removed?: ReadonlySet<string>
}

/** The result of a step: the rows as they are now, and the step that takes it back. */
export interface ImportEditResult {
  readonly rows: readonly SheetRow[]
  readonly edited: readonly SheetRow[]
  /** Rows that were edited or went. */
  readonly concerned: ReadonlySet<string>
  readonly opposite: Required<ImportEdit>
}

/** Does a step to the rows; undefined when it concerns none of them. */
export function applyImportEdit(
  { cells = [], added = [], removed = new Set() }: ImportEdit,
  rows: readonly SheetRow[],
  read: RowReader,
): ImportEditResult | undefined {
  const texts = Map.groupBy(cells, ({ id }) => id)
  const before: CellText[] = []
  const edited: SheetRow[] = []
  const left = rows
    .filter(row => !removed.has(row.id))
    .map(row => {
      const own = texts.get(row.id)
      if (!own) return row
      for (const { id, index } of own) before.push({ id, index, text: row.cells[index] ?? '' })
      const next = editCells(row, new Map(own.map(({ index, text }) => [index, text])), read)
      edited.push(next)
      return next
    })
  const out = rows.filter(row => removed.has(row.id))
  if (edited.length + out.length + added.length === 0) return undefined
  return {
    rows: added.length > 0 ? [...left, ...added].sort((a, b) => a.line - b.line) : left,
    edited,
    concerned: new Set([...texts.keys(), ...removed]),
    opposite: { cells: before, added: out, removed: new Set(added.map(({ id }) => id)) },
  }
}

/** Steps remembered. */
const MOST = 100

/** Steps that take back what was done to the rows of an import, and those that do it again. */
export class ImportUndoHistory {
  private back: ImportEdit[] = []
  private again: ImportEdit[] = []

  /** Something was done that this step takes back. */
  push(step: ImportEdit): void {
    this.back = [...this.back.slice(1 - MOST), step]
    this.again = []
  }

  clear(): void {
    this.back = []
    this.again = []
  }

  /** Takes the last step back by `run`, which gives the opposite of what it did; nothing for rows that are saved by now. */
  undo(run: (step: ImportEdit) => ImportEdit | undefined): true | undefined {
    return go(this.back, this.again, run)
  }

  redo(run: (step: ImportEdit) => ImportEdit | undefined): true | undefined {
    return go(this.again, this.back, run)
  }
}

function go(from: ImportEdit[], to: ImportEdit[], run: (step: ImportEdit) => ImportEdit | undefined): true | undefined {
  for (let step = from.pop(); step; step = from.pop()) {
    const opposite = run(step)
    if (!opposite) continue
    to.push(opposite)
    return true
  }
  return undefined
}
