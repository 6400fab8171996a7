import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react'
import { widthOf } from './column.ts'
import { rowHeights } from './density.ts'
import { createEdits } from './edits.ts'
import type { GridProps } from './Grid.tsx'
import { createInteraction } from './interaction.ts'
import type { GridParts, GridSlots } from './parts.ts'
import { nothing } from './selection.ts'
import { createGridState } from './state.ts'
import { toTsv } from './tsv.ts'
import type { Columns } from './useColumns.ts'
import { columnAt, rowAt, type View } from './view.ts'

export interface BoardOf<Row extends object> {
  readonly ids: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly slots: GridSlots<Row>
  readonly parts: GridParts
  readonly handlers: Readonly<{
    onKeyDownCapture(event: KeyboardEvent<HTMLElement>): void
    onMouseDown(event: MouseEvent<HTMLElement>): void
    onClick(event: MouseEvent<HTMLElement>): void
    onFocus(event: FocusEvent<HTMLElement>): void
    onBlur(event: FocusEvent<HTMLElement>): void
    onCopy(event: ClipboardEvent<HTMLElement>): void
  }>
}

/** Ties the grid's state, editing and interaction together, once; they read what is shown through `view`. */
export function useBoard<Row extends object>(
  props: GridProps<Row>,
  model: Columns<Row>,
  scroller: RefObject<HTMLElement | null>,
): BoardOf<Row> {
  const { rows, rowId, cell, editor, value } = props
  const ids = useMemo(() => rows.map(row => rowId(row)), [rows, rowId])
  const indexOf = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids])
  const slots = useMemo<GridSlots<Row>>(() => ({ cell, editor, value: value ?? property }), [cell, editor, value])

  const view = useRef<View<Row>>(undefined as never)
  view.current = {
    columns: model.columns,
    rows,
    ids,
    indexOf,
    selection: props.selection ?? nothing,
    onSelect: props.onSelect,
    onOpen: props.onOpen,
    onSort: props.onSort,
    resize(columnId, by) {
      const column = model.columns.find(({ id }) => id === columnId)
      if (column && !column.tool) model.setWidth(columnId, widthOf(column, model.widths) + by)
    },
    page: () => Math.floor((scroller.current?.clientHeight ?? 0) / rowHeights[props.density ?? 'normal']) - 1,
  }
  const latest = useRef({ slots, onEdit: props.onEdit })
  latest.current = { slots, onEdit: props.onEdit }

  const id = useId()
  const parts = useMemo<GridParts>(() => {
    const state = createGridState()
    const edits = createEdits(state, {
      value(place) {
        const row = rowAt(view.current, place)
        const column = columnAt(view.current, place)
        return row !== undefined && column ? latest.current.slots.value(row, column) : null
      },
      wait: place => columnAt(view.current, place)?.wait,
      save: (place, next) => latest.current.onEdit?.(place.row, place.column, next),
    })
    const interaction = createInteraction<Row>({ state, edits, view: () => view.current }, () => scroller.current)
    return { id, state, edits, interaction }
  }, [id, scroller])

  const handlers = useMemo(() => handlersOf(parts, () => view.current), [parts])
  useEffect(() => {
    // A control that was disabled or removed under the focus tells nobody that it lost it: what happens elsewhere does.
    const look = (event: Event): void => {
      if (event.target instanceof Node && !scroller.current?.contains(event.target)) parts.state.active = false
    }
    document.addEventListener('focusin', look)
    document.addEventListener('pointerdown', look)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('pointerdown', look)
    }
  }, [parts, scroller])
  return { ids, indexOf, slots, parts, handlers }
}

const property = <Row extends object>(row: Row, column: { readonly id: string }): unknown =>
  (row as Readonly<Record<string, unknown>>)[column.id] ?? null

function handlersOf<Row extends object>({ state, interaction }: GridParts, view: () => View<Row>): BoardOf<Row>['handlers'] {
  return {
    onKeyDownCapture: interaction.onKeyDown,
    onMouseDown: interaction.onMouseDown,
    onClick: interaction.onClick,
    onFocus(event) {
      state.active = true
      interaction.onFocus(event)
    },
    onBlur(event) {
      if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) state.active = false
    },
    onCopy(event) {
      const text = copied(view(), state.focus())
      if (text === undefined || state.editing() || !getSelection()?.isCollapsed) return
      event.clipboardData.setData('text/plain', text)
      event.preventDefault()
    },
  }
}

/** The selected rows, or the focused cell when none is selected. */
function copied<Row>(view: View<Row>, focus: { readonly row: string; readonly column: string } | undefined): string | undefined {
  const chosen = view.rows.filter((_, index) => view.selection.has(view.ids[index] ?? ''))
  if (chosen.length > 0) return toTsv(view.columns, chosen)
  const row = focus && rowAt(view, focus)
  return row === undefined || !focus ? undefined : columnAt(view, focus)?.text?.(row)
}
