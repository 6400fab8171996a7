// biome-ignore-all lint/a11y: a grid of plain elements, as ours is
import { type Row as Line, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ClipboardEvent, type KeyboardEvent, memo, useCallback, useMemo, useRef, useState } from 'react'
import type { Change, Row } from './api.ts'
import { Editor } from './Cell.tsx'
import type { Column } from './columns.ts'

const features = tableFeatures({})
const height = 36

interface Place {
  readonly row: number
  readonly column: number
}

interface Props {
  readonly label: string
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  readonly saving?: boolean
  onChange?(changes: readonly Change[]): void
  onOpen?(row: Row): void
}

/** An editable grid as it is written by hand with TanStack: virtual rows, arrows, typing, pasting. */
export function Table({ label, columns, rows, saving = false, onChange, onOpen }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [focus, setFocus] = useState<Place>({ row: 0, column: 0 })
  const [editing, setEditing] = useState<string>()
  const defs = useMemo(
    () => columns.map(({ id, title }) => ({ id, header: title, accessorFn: (row: Row) => row[id] })),
    [columns],
  )
  const table = useTable({ features, columns: defs, data: rows as Row[] })
  const lines = table.getRowModel().rows
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 8,
  })
  const tracks = columns.map(column => `${column.width}px`).join(' ')

  const commit = useCallback(
    (place: Place, text: string) => {
      const row = rows[place.row]
      const column = columns[place.column]
      setEditing(undefined)
      setFocus({ ...place, row: Math.min(rows.length - 1, place.row + 1) })
      box.current?.focus()
      if (row && column) onChange?.([{ id: row.id, column: column.id, value: column.read(text) }])
    },
    [rows, columns, onChange],
  )
  const cancel = useCallback(() => setEditing(undefined), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      const row = clamp(focus.row + step.row, rows.length)
      setFocus({ row, column: clamp(focus.column + step.column, columns.length) })
      virtual.scrollToIndex(row)
    } else if (event.key === 'Enter') {
      const value = rows[focus.row]?.[columns[focus.column]?.id ?? '']
      setEditing(String(value ?? ''))
    } else if (event.key.length === 1 && !event.ctrlKey) {
      event.preventDefault()
      setEditing(event.key)
    }
  }
  const onPaste = (event: ClipboardEvent): void => {
    const block = event.clipboardData.getData('text/plain').trimEnd().split(/\r?\n/)
    onChange?.(
      block.flatMap((line, at) => {
        const row = rows[focus.row + at]
        return line.split('\t').flatMap((text, index) => {
          const column = columns[focus.column + index]
          return row && column ? [{ id: row.id, column: column.id, value: column.read(text) }] : []
        })
      }),
    )
  }
  const pick = useCallback((row: number, column: number) => {
    setFocus({ row, column })
    setEditing(undefined)
  }, [])
  return (
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      data-saving={saving || undefined}
      tabIndex={0}
      className="grid"
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    >
      <div role="row" className="head" style={{ gridTemplateColumns: tracks }}>
        {table.getHeaderGroups()[0]?.headers.map(header => (
          <div key={header.id} role="columnheader" data-column={header.id}>
            <table.FlexRender header={header} />
          </div>
        ))}
      </div>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          return (
            line && (
              <BodyRow
                key={line.id}
                line={line}
                columns={columns}
                index={index}
                start={start}
                tracks={tracks}
                focused={focus.row === index ? focus.column : undefined}
                editing={focus.row === index ? editing : undefined}
                onPick={pick}
                onCommit={commit}
                onCancel={cancel}
                onOpen={onOpen}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

const steps: Readonly<Record<string, Place>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

const clamp = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at))

interface RowProps {
  readonly line: Line<typeof features, Row>
  readonly columns: readonly Column[]
  readonly index: number
  readonly start: number
  readonly tracks: string
  readonly focused: number | undefined
  readonly editing: string | undefined
  onPick(row: number, column: number): void
  onCommit(place: Place, text: string): void
  onCancel(): void
  onOpen: ((row: Row) => void) | undefined
}

const BodyRow = memo(function BodyRow(props: RowProps) {
  const { line, columns, index, start, tracks, focused, editing, onPick, onCommit, onCancel, onOpen } = props
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="row"
      style={{ gridTemplateColumns: tracks, transform: `translateY(${start}px)` }}
    >
      {line.getAllCells().map((cell, at) => {
        const column = columns[at]
        const shown = column?.show(cell.getValue())
        return (
          <div
            key={cell.id}
            role="gridcell"
            data-column={column?.id}
            className={`cell${column?.right ? ' right' : ''}${focused === at ? ' focused' : ''}`}
            onMouseDown={() => onPick(index, at)}
          >
            {focused === at && editing !== undefined ? (
              <Editor
                initial={editing}
                label={column?.title ?? ''}
                onCommit={text => onCommit({ row: index, column: at }, text)}
                onCancel={onCancel}
              />
            ) : at === 0 && onOpen ? (
              <button type="button" onClick={() => onOpen(line.original)}>
                {shown}
              </button>
            ) : (
              shown
            )}
          </div>
        )
      })}
    </div>
  )
})
