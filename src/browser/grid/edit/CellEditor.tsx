import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { GridColumn } from '../columns/gridColumn.ts'
import { type GridSlots, useGridContext } from '../gridContext.ts'
import type { CellStatus, EditedCell } from '../gridState.ts'
import { cellElementOf, inputIn, textIn, typeInto } from '../keyboard/cellElements.ts'
import { useInteractOutside } from '../viewport/useInteractOutside.ts'

interface Props<Row> {
  readonly row: Row
  readonly column: GridColumn<Row>
  readonly editing: EditedCell
  readonly status: CellStatus | undefined
  readonly slots: GridSlots<Row>
}

/** The open editor of a cell: holds what is being typed and tells the grid's editing about it. */
export function CellEditor<Row>({ row, column, editing, status, slots }: Props<Row>) {
  const { id, edits } = useGridContext()
  const frame = useRef<HTMLDivElement>(null)
  const [value, setValue] = useState(() => (editing.draft ? editing.draft.value : slots.value(row, column)))
  const [reason, setReason] = useState(editing.reason)
  const typed = useRef(value)
  /** The last thing that was done in the editor is a key. */
  const byKey = useRef(editing.opening === 'type')
  const shown = reason ?? (status?.state === 'failed' ? status.reason : undefined)
  const editorId = `${id}-editor`
  const commit = (): void => edits.commit(textIn(frame.current ?? undefined))
  const take = (next: unknown, problem?: string): void => {
    typed.current = next as typeof value
    setValue(typed.current)
    setReason(problem)
    edits.change(next, problem, textIn(frame.current ?? undefined), byKey.current)
  }
  const leaving = { ...useInteractOutside(commit), onBlur: () => setValue(typed.current) }

  useLayoutEffect(() => {
    const input = frame.current ? inputIn(frame.current) : undefined
    const text = editing.draft?.text
    if (text !== undefined && input && !(input instanceof HTMLSelectElement)) typeInto(input, text)
  }, [editing])

  // A control that comes late (a lazy chunk) has missed the focus that the key gave.
  useEffect(() => {
    if (frame.current && !frame.current.contains(document.activeElement)) inputIn(frame.current)?.focus({ preventScroll: true })
  }, [])

  return (
    <div
      ref={frame}
      className="grid-editor"
      onKeyDownCapture={() => {
        byKey.current = true
      }}
      onPointerDown={() => {
        byKey.current = false
      }}
      {...leaving}
    >
      {slots.editor?.({
        id: editorId,
        row,
        column,
        value,
        invalid: shown !== undefined,
        describedBy: shown === undefined ? undefined : `${editorId}-reason`,
        onChange: take,
        onType(next, problem) {
          // Only what looks otherwise now is drawn anew; the value follows when the control is left.
          if (problem !== reason) return take(next, problem)
          typed.current = next as typeof value
          edits.change(next, problem, problem === undefined ? undefined : textIn(frame.current ?? undefined))
        },
        onOpen(text, reason) {
          setReason(undefined)
          edits.asks(text, reason)
        },
        onCommit() {
          const cell = cellElementOf(frame.current)
          commit()
          cell?.focus({ preventScroll: true })
        },
        onCancel: () => edits.cancel(),
      })}
      {shown !== undefined && (
        <div id={`${editorId}-reason`} className="grid-reason" role="alert">
          {shown}
        </div>
      )}
    </div>
  )
}
