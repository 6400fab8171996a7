import { chakra } from '@chakra-ui/react/styled-system'
import { memo, useCallback, useMemo, useRef, useState } from 'react'
import { KindInput } from '../../kinds/inputs.ts'
import type { ValueOptions } from '../../kinds/kind.ts'
import type { ReadRow, RowReader } from '../../model/import/row.ts'
import type { SheetRow } from '../../model/import/sheet.ts'
import type { Import } from '../../model/model.ts'
import { useSession, useTranslate } from '../data/session.tsx'
import type { CellAddress } from '../grid/cellAddress.ts'
import type { CellChange, ParsedCellText } from '../grid/cellChanges.ts'
import { Grid } from '../grid/Grid.tsx'
import type { CellEditorProps } from '../grid/gridContext.ts'
import type { GridHandle } from '../grid/gridProps.ts'
import { lineColumn, type PreviewColumn, previewCellText, previewColumns } from './previewColumns.ts'
import { RowReasons } from './RowReasons.tsx'
import { useCellProblems, useRowReasons } from './useRowReasons.ts'
import type { ImportJob } from './work/importJob.ts'
import { type ImportState, isRowWrong } from './work/importState.ts'
import type { CellText } from './work/importUndoHistory.ts'

/** The part of the state that the table shows: it is drawn anew when one of these changes, not with the progress. */
export type ImportPreviewState = Pick<ImportState, 'header' | 'mapping' | 'read' | 'rows' | 'repeats' | 'failures'>

interface Props extends ImportPreviewState {
  readonly load: Import
  readonly work: ImportJob
  /** All rows, or those in view. */
  readonly shown: readonly SheetRow[]
  readonly dimmed: boolean
}

/** Rows that stand open by themselves. */
const mostOpen = 50

const rowId = (row: SheetRow): string => row.id
/** A pasted text is the file's text, whatever it says: what is wrong with it is told as for any other. */
const asItStands = (text: string): ParsedCellText => ({ value: text })
const textFor = ({ row, column }: CellAddress, value: unknown): CellText => ({
  id: row,
  index: Number(column.slice(1)),
  text: value === null ? '' : String(value),
})
/** A cell holds the file's text: it is edited as text and read again. */
const asText = (name: string, title: string): ValueOptions & { name: string; title: string } => ({
  kind: 'text',
  required: false,
  name,
  title,
})

/** The rows of the file in the grid, each cell to be put right in place. */
export const ImportPreview = memo(function Preview({ load, work, shown, dimmed, ...state }: Props) {
  const say = useTranslate()
  const read = useMemo(() => remembered(state.read), [state.read])
  const columns = useMemo(
    () =>
      previewColumns(load, { header: state.header, mapping: state.mapping }, read, say('import.line'), name =>
        say('import.unknown-column', { name }),
      ),
    [load, state.header, state.mapping, read, say],
  )
  const { repeats, failures } = state
  const { expanded, toggle } = useExpanded(shown, state)
  const reasons = useRowReasons(load, state)
  const { grid, remove } = useRemove(work, shown)
  return (
    <Grid<SheetRow>
      handle={grid}
      label={load.title}
      columns={columns}
      rows={shown}
      rowId={rowId}
      rowName={useCallback((row: SheetRow) => say('import.line-of', { n: row.line }), [say])}
      {...useSlots(columns, read)}
      parse={asItStands}
      onEdit={useCallback(
        (row: string, column: string, value: unknown) => work.editMany([textFor({ row, column }, value)]),
        [work],
      )}
      onEditMany={useCallback(
        (changes: readonly CellChange[]) => work.editMany(changes.map(({ address, value }) => textFor(address, value))),
        [work],
      )}
      onUndo={work.undo}
      onRedo={work.redo}
      tone={useCallback(
        (row: SheetRow) => (isRowWrong({ repeats, failures }, row) ? ('danger' as const) : undefined),
        [repeats, failures],
      )}
      problems={useCellProblems(load, state)}
      detail={useCallback(
        (row: SheetRow) => <RowReasons reasons={reasons(row)} onRemove={() => remove(row)} />,
        [reasons, remove],
      )}
      expanded={expanded}
      onExpand={toggle}
      dimmed={dimmed}
      layoutName={`${useSession().user.id}.import.${load.name}`}
      empty={<chakra.p color="fg.muted">{say('import.no-error-rows')}</chakra.p>}
    />
  )
})

/** A reader that remembers what it read of a row: its cells ask one by one. */
function remembered(read: RowReader): RowReader {
  const known = new WeakMap<readonly string[], ReadRow>()
  return (cells, line) => {
    let row = known.get(cells)
    if (!row) {
      row = read(cells, line)
      known.set(cells, row)
    }
    return row
  }
}

function useSlots(columns: readonly PreviewColumn[], read: RowReader) {
  const byId = useMemo(() => new Map(columns.map(column => [column.id, column])), [columns])
  const cell = useCallback(
    (row: SheetRow, { id }: { readonly id: string }) => {
      const column = byId.get(id)
      if (id === lineColumn) return row.line
      if (!column?.field) return <chakra.span color="fg.muted">{column?.text?.(row)}</chakra.span>
      const { text, implied } = previewCellText(row, column.field, column.index, read)
      return implied ? <chakra.span color="fg.muted">{text}</chakra.span> : text
    },
    [byId, read],
  )
  const value = useCallback(
    (row: SheetRow, { id }: { readonly id: string }) => row.cells[byId.get(id)?.index ?? -1] ?? '',
    [byId],
  )
  const editor = useCallback(
    ({ column, value: text, onChange, ...edit }: CellEditorProps<SheetRow>) => (
      <KindInput
        id={edit.id}
        invalid={edit.invalid}
        describedBy={edit.describedBy}
        onChange={next => onChange(next)}
        onCommit={edit.onCommit}
        onCancel={edit.onCancel}
        compact
        autoFocus
        value={typeof text === 'string' ? text : ''}
        field={asText(column.id, column.title)}
      />
    ),
    [],
  )
  return { cell, value, editor }
}

/** Takes a row out. Its button goes with it: the keyboard goes on in a row beside it, where Ctrl+Z brings the row back. */
function useRemove(work: ImportJob, shown: readonly SheetRow[]) {
  const grid = useRef<GridHandle>(null)
  const rows = useRef(shown)
  rows.current = shown
  const remove = useCallback(
    (row: SheetRow) => {
      const at = rows.current.indexOf(row)
      const neighbour = rows.current[at + 1] ?? rows.current[at - 1]
      work.remove(row.id)
      if (neighbour) grid.current?.reveal({ row: neighbour.id, column: lineColumn })
    },
    [work],
  )
  return { grid, remove }
}

/** Rows in which something is wrong stand open, a screenful of them: why is read without looking for it. */
function useExpanded(shown: readonly SheetRow[], { repeats, failures }: Pick<ImportState, 'repeats' | 'failures'>) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const expanded = useMemo(() => {
    const wrong = shown.filter(row => isRowWrong({ repeats, failures }, row)).map(row => row.id)
    const open = new Set(wrong.slice(0, mostOpen))
    for (const [id, opened] of chosen)
      if (opened) open.add(id)
      else open.delete(id)
    return open
  }, [shown, repeats, failures, chosen])
  const toggle = useCallback((id: string) => setChosen(old => new Map(old).set(id, !expanded.has(id))), [expanded])
  return { expanded, toggle }
}
