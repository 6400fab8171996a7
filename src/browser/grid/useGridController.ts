import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { showToast } from '../../controls/overlays/toasts.ts'
import type { CellAddress } from './cellAddress.ts'
import type { RangeCommands } from './cellChanges.ts'
import { isSingleCell, rangeColumnsInRow, selectedRange } from './cellRange.ts'
import { createRangeCommands } from './clipboard/rangeCommands.ts'
import { toTsv } from './clipboard/tsv.ts'
import { rowHeights, usualDensity } from './columns/density.ts'
import { gridColumnWidth } from './columns/gridColumn.ts'
import type { ColumnModel } from './columns/useColumns.ts'
import { createDragHandlers, type DragHandlers } from './drag.ts'
import { createEdits } from './edit/edits.ts'
import { createPendingChanges, type PendingChangesHost } from './edit/pendingChanges.ts'
import { createUnreadableTracker } from './edit/unreadableTracker.ts'
import type { GridContext, GridSlots } from './gridContext.ts'
import { gridCountMessages, gridMessages } from './gridMessages.ts'
import type { GridProps } from './gridProps.ts'
import { createGridState, type GridState } from './gridState.ts'
import { type GridView, gridColumnAt, gridRowAt } from './gridView.ts'
import { createInteraction } from './keyboard/interaction.ts'
import { noSelection } from './selection.ts'

export interface GridController<Row extends object> {
  readonly ids: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly slots: GridSlots<Row>
  readonly parts: GridContext
  readonly handlers: Readonly<{
    onKeyDownCapture(event: KeyboardEvent<HTMLElement>): void
    onMouseDown(event: MouseEvent<HTMLElement>): void
    onClick(event: MouseEvent<HTMLElement>): void
    onFocus(event: FocusEvent<HTMLElement>): void
    onBlur(event: FocusEvent<HTMLElement>): void
    onMouseMove(event: MouseEvent<HTMLElement>): void
    onCopy(event: ClipboardEvent<HTMLElement>): void
    onPaste(event: ClipboardEvent<HTMLElement>): void
  }> &
    DragHandlers
}

/** Ties the grid's state, editing and interaction together, once; they read what is shown through `view`. */
export function useGridController<Row extends object>(
  props: GridProps<Row>,
  model: ColumnModel<Row>,
  scroller: RefObject<HTMLElement | null>,
): GridController<Row> {
  const { rows, rowId, cell, editor, value } = props
  const ids = useSame(useMemo(() => rows.map(row => rowId(row)), [rows, rowId]))
  const indexOf = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids])
  const slots = useMemo<GridSlots<Row>>(() => ({ cell, editor, value: value ?? property }), [cell, editor, value])

  const now = { view: viewOf(props, model, ids, indexOf, scroller), slots, props }
  const latest = useRef<Shown<Row>>(now)
  latest.current = now

  const id = useId()
  const parts = useMemo(() => createParts(id, () => latest.current, scroller), [id, scroller])
  const handlers = useMemo(() => handlersOf(parts, () => latest.current.view), [parts])
  useLosses(parts, scroller)
  return { ids, indexOf, slots, parts, handlers }
}

/** The view at this moment, and its owner. */
interface Shown<Row extends object> {
  readonly view: GridView<Row>
  readonly slots: GridSlots<Row>
  readonly props: GridProps<Row>
}

function viewOf<Row extends object>(
  props: GridProps<Row>,
  model: ColumnModel<Row>,
  ids: readonly string[],
  indexOf: ReadonlyMap<string, number>,
  scroller: RefObject<HTMLElement | null>,
): GridView<Row> {
  return {
    columns: model.columns,
    rows: props.rows,
    ids,
    indexOf,
    selection: props.selection ?? noSelection,
    onSelect: props.onSelect,
    onOpen: props.onOpen,
    onSort: props.onSort,
    resize(columnId, by) {
      const column = model.columns.find(({ id }) => id === columnId)
      if (column && !column.tool) model.setWidth(columnId, gridColumnWidth(column, model.widths) + by)
    },
    moveColumnBy: model.moveColumnBy,
    moveColumnBefore: model.moveColumnBefore,
    moveRow: props.onMoveRow,
    onUndo: props.onUndo,
    onRedo: props.onRedo,
    onDuplicate: props.onDuplicate,
    onRemove: props.onRemove,
    pageSize: () => Math.floor((scroller.current?.clientHeight ?? 0) / rowHeights[props.density ?? usualDensity()]) - 1,
  }
}

type GridParts = GridContext & { readonly batch: RangeCommands }

/** The parts of a grid that live as long as it does; they ask for what is shown when they need it. */
function createParts<Row extends object>(
  id: string,
  shown: () => Shown<Row>,
  scroller: RefObject<HTMLElement | null>,
): GridParts {
  const view = (): GridView<Row> => shown().view
  const state = createGridState()
  // Its first stop is known before it is drawn: put after that, the rows would be drawn twice.
  if (view().ids.length > 0) state.keepFocus(view().columns, view().ids)
  const pending = createPendingChanges(state, () => hostOf(shown().props))
  const before = shown().props.unreadable ?? []
  pending.resume(before)
  const unread = createUnreadableTracker(
    state,
    before,
    (address, text, left) => shown().props.onUnreadable?.(address.row, address.column, text, left),
    address => shown().props.onBatch !== undefined && pending.has(address),
  )
  const at = (address: CellAddress) => {
    const row = gridRowAt(view(), address)
    const column = gridColumnAt(view(), address)
    return row === undefined || !column ? undefined : { row, column }
  }
  const edits = createEdits(state, {
    unreadable: (address, text) => unread.tell(address, text, false),
    read(address, text) {
      const cell = at(address)
      return cell && shown().props.parse?.(text, cell.row, cell.column, true)
    },
    value(address) {
      const cell = at(address)
      return cell && shown().slots.value(cell.row, cell.column)
    },
    wait: address => gridColumnAt(view(), address)?.wait,
    save: (address, next, restores) => shown().props.onEdit?.(address.row, address.column, next, restores),
  })
  const batch = createRangeCommands<Row>({
    state,
    pending,
    view,
    keeps: () => shown().props.onUnreadable !== undefined && shown().props.onBatch === undefined,
    savesAtOnce: () => shown().props.onBatch !== undefined,
    value: (row, column) => shown().slots.value(row, column),
    parse: () => shown().props.parse,
    addRows: () => shown().props.addRows,
    tell: text => showToast({ tone: 'warning', text }),
  })
  const interaction = createInteraction<Row>({ state, edits, batch: () => batch, view }, () => scroller.current)
  return {
    id,
    state,
    edits,
    interaction,
    pending,
    batch,
    setUnreadable: unread.put,
    rangeIn: index => rangeColumnsInRow(view(), state, index),
  }
}

/** Handles events that take the keyboard, the page or the typed text away without the grid being asked. */
function useLosses({ state, edits }: GridParts, scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // A control that was disabled or removed under the focus tells nobody that it lost it: what happens elsewhere does.
    const look = (event: Event): void => {
      if (event.target instanceof Node && !scroller.current?.contains(event.target)) state.active = false
    }
    document.addEventListener('focusin', look)
    document.addEventListener('pointerdown', look)
    // Typed text must outlast the page; the owner writes it down after this.
    const goes = (): void => edits.commit()
    const hides = (): void => void (document.visibilityState === 'hidden' && edits.rest())
    addEventListener('pagehide', goes, true)
    document.addEventListener('visibilitychange', hides)
    return () => {
      removeEventListener('pagehide', goes, true)
      document.removeEventListener('visibilitychange', hides)
      document.removeEventListener('focusin', look)
      document.removeEventListener('pointerdown', look)
    }
  }, [state, edits, scroller])
  // A grid may go under an open editor (the session ends amid the typing): before its owner's effects end, which write down what was typed.
  useLayoutEffect(() => () => edits.commit(), [edits])
}

/** The list as it was given first, as long as it holds the same: rows that were saved are in the same places. */
function useSame(list: readonly string[]): readonly string[] {
  const kept = useRef(list)
  if (list.length !== kept.current.length || list.some((one, at) => one !== kept.current[at])) kept.current = list
  return kept.current
}

const property = <Row extends object>(row: Row, column: { readonly id: string }): unknown =>
  (row as Readonly<Record<string, unknown>>)[column.id] ?? null

/** How many cells are saved at once: by the owner's own call, else one after the other. */
function hostOf<Row extends object>({ onBatch, onEdit, onEditMany }: GridProps<Row>): PendingChangesHost {
  return {
    controlled: onBatch === undefined,
    announcement: (code, count) => gridCountMessages[code](count),
    save(changes, valid) {
      if (onBatch) return onBatch(changes, valid)
      if (onEditMany) onEditMany(changes)
      else for (const { address, value } of changes) void onEdit?.(address.row, address.column, value)
      return undefined
    },
  }
}

function handlersOf<Row extends object>(
  { state, interaction, batch }: GridParts,
  view: () => GridView<Row>,
): GridController<Row>['handlers'] {
  return {
    ...createDragHandlers(view),
    onKeyDownCapture: interaction.onKeyDown,
    onMouseDown: interaction.onMouseDown,
    onMouseMove: interaction.onMouseMove,
    onClick: interaction.onClick,
    onFocus(event) {
      state.active = true
      interaction.onFocus(event)
    },
    onBlur(event) {
      if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) state.active = false
    },
    onCopy(event) {
      const text = copied(view(), state)
      if (text === undefined || state.editing() || !getSelection()?.isCollapsed) return
      event.clipboardData.setData('text/plain', text)
      event.preventDefault()
      state.announce(gridMessages.copied)
    },
    onPaste(event) {
      const typing = event.target instanceof Element && event.target.closest('input,textarea,select,[contenteditable]')
      const text = event.clipboardData.getData('text/plain')
      if (state.editing() || typing || text === '') return
      event.preventDefault()
      void batch.paste(text)
    },
  }
}

/** The drawn block, else the selected rows, else the focused cell. */
function copied<Row>(view: GridView<Row>, state: GridState): string | undefined {
  const block = state.anchor() && selectedRange(view, state)
  if (block && !isSingleCell(block)) {
    const columns = view.columns.slice(block.left, block.right + 1)
    return toTsv(columns, view.rows.slice(block.top, block.bottom + 1), false)
  }
  const focus = state.focus()
  const chosen = view.rows.filter((_, index) => view.selection.has(view.ids[index] ?? ''))
  if (chosen.length > 0) return toTsv(view.columns, chosen)
  const row = focus && gridRowAt(view, focus)
  return row === undefined || !focus ? undefined : gridColumnAt(view, focus)?.text?.(row)
}
