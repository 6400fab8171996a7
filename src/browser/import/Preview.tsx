import { chakra } from '@chakra-ui/react/styled-system'
import { Trash2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import type { ValueOptions } from '../../kinds/kind.ts'
import { KindInput } from '../../kinds/looks.ts'
import { columnNamed } from '../../model/import/columns.ts'
import type { ReadRow, RowReader } from '../../model/import/row.ts'
import { repeatProblem, type SheetRow } from '../../model/import/sheet.ts'
import type { Import } from '../../model/model.ts'
import { sayProblem } from '../../model/text.ts'
import { useModel, useSay } from '../data/session.tsx'
import { Grid } from '../grid/Grid.tsx'
import type { EditorProps } from '../grid/parts.ts'
import { columnId, lineColumn, type PreviewColumn, previewColumns, shownText } from './previewColumns.ts'
import { type ImportState, isWrong } from './state.ts'
import type { ImportWork } from './work.ts'

interface Props {
  readonly load: Import
  readonly work: ImportWork
  readonly state: ImportState
  readonly rows: readonly SheetRow[]
}

const rowId = (row: SheetRow): string => row.id
/** A cell holds the file's text: it is edited as text and read again. */
const asText = (name: string, title: string): ValueOptions & { name: string; title: string } => ({
  kind: 'text',
  required: false,
  name,
  title,
})

/** The rows of the file in the grid, each cell to be put right in place. */
export function Preview({ load, work, state, rows }: Props) {
  const say = useSay()
  const read = useMemo(() => remembered(state.read), [state.read])
  const columns = useMemo(
    () =>
      previewColumns(load, { header: state.header, mapping: state.mapping }, read, say('import.line'), name =>
        say('import.unknown-column', { name }),
      ),
    [load, state.header, state.mapping, read, say],
  )
  const { expanded, toggle } = useExpanded(state)
  const reasons = useReasons(load, state)
  return (
    <Grid<SheetRow>
      label={load.title}
      columns={columns}
      rows={rows}
      rowId={rowId}
      rowName={useCallback((row: SheetRow) => say('import.line-of', { n: row.line }), [say])}
      {...useSlots(columns, read)}
      onEdit={useCallback(
        (id: string, column: string, value: unknown) =>
          work.edit(id, Number(column.slice(1)), value === null ? '' : String(value)),
        [work],
      )}
      tone={useCallback((row: SheetRow) => (isWrong(state, row) ? ('danger' as const) : undefined), [state])}
      problems={useCellProblems(load, state)}
      detail={useCallback(
        (row: SheetRow) => <RowReasons reasons={reasons(row)} onRemove={() => work.remove(row.id)} />,
        [reasons, work],
      )}
      expanded={expanded}
      onExpand={toggle}
      dimmed={state.phase === 'filtering'}
      keep={`import.${load.name}`}
      empty={<chakra.p color="fg.muted">{say('import.no-error-rows')}</chakra.p>}
    />
  )
}

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
      const { text, implied } = shownText(row, column.field, column.index, read)
      return implied ? <chakra.span color="fg.muted">{text}</chakra.span> : text
    },
    [byId, read],
  )
  const value = useCallback(
    (row: SheetRow, { id }: { readonly id: string }) => row.cells[byId.get(id)?.index ?? -1] ?? '',
    [byId],
  )
  const editor = useCallback(
    ({ column, value: text, onChange, ...edit }: EditorProps<SheetRow>) => (
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

/** Rows that the server refused stand open, a screenful of them. */
function useExpanded({ failures }: ImportState) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const expanded = useMemo(() => {
    const open = new Set([...failures.keys()].slice(0, 50))
    for (const id of toggled) if (!open.delete(id)) open.add(id)
    return open
  }, [failures, toggled])
  const toggle = useCallback(
    (id: string) =>
      setToggled(old => {
        const next = new Set(old)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  return { expanded, toggle }
}

/** All that is wrong with a row, in words. */
export function useReasons(
  load: Import,
  { repeats, failures }: Pick<ImportState, 'repeats' | 'failures'>,
): (row: SheetRow) => string[] {
  const model = useModel()
  return useCallback(
    row => {
      const repeated = repeats.get(row.id)
      const problems = repeated === undefined ? row.problems : [...row.problems, repeatProblem(load, repeated)]
      const told = (failures.get(row.id) ?? []).map(({ path, message }) => {
        const title = columnNamed(load, path)?.title
        return title === undefined ? message : `${title}: ${message}`
      })
      return [...new Set([...problems.map(problem => sayProblem(model, problem)), ...told])]
    },
    [load, model, repeats, failures],
  )
}

/** Reasons that belong to a cell, by `column.row` as the grid wants them. */
function useCellProblems(load: Import, { rows, repeats, failures, mapping }: ImportState): ReadonlyMap<string, string> {
  const model = useModel()
  return useMemo(() => {
    const found = new Map<string, string>()
    const put = (row: SheetRow, name: string, text: string): void => {
      const place = `${columnId(mapping, name)}.${row.id}`
      if (!found.has(place)) found.set(place, text)
    }
    for (const row of rows) {
      for (const problem of row.problems) put(row, problem.path, sayProblem(model, problem))
      const repeated = repeats.get(row.id)
      if (repeated !== undefined) put(row, load.key[0] ?? '', sayProblem(model, repeatProblem(load, repeated)))
      for (const { path, message } of failures.get(row.id) ?? []) if (path !== '') put(row, path, message)
    }
    return found
  }, [model, load, rows, repeats, failures, mapping])
}

function RowReasons({ reasons, onRemove }: { readonly reasons: readonly string[]; onRemove(): void }) {
  const say = useSay()
  if (reasons.length === 0) return <chakra.p color="fg.muted">{say('import.no-error')}</chakra.p>
  const remove = (
    <Button size="sm" icon={<Trash2 aria-hidden />} onClick={onRemove}>
      {say('import.remove-row')}
    </Button>
  )
  return (
    <Banner tone="danger" title={say('import.row-error')} actions={remove}>
      <ul style={{ listStyle: 'none' }}>
        {reasons.map(reason => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Banner>
  )
}
