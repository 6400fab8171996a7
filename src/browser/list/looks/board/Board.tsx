import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { Button } from '../../../../controls/Button.tsx'
import type { Translate } from '../../../../model/formatMessage.ts'
import type { Register } from '../../../../model/model.ts'
import type { RegisterRow } from '../../../data/registerRows.ts'
import type { ListColumn } from '../../cells/listColumns.ts'
import ListEmpty from '../../ListEmpty.tsx'
import { ListFailed } from '../../ListFailed.tsx'
import { CommentMark } from '../../marks/CommentMark.tsx'
import { useCommentCounts } from '../../marks/useCommentCounts.ts'
import { focusedCard, titleIn, useFocusKept } from '../cardFocus.ts'
import { startDrag } from '../dragging.ts'
import { cardName, LookCard } from '../LookCard.tsx'
import { LookWaiting } from '../LookWaiting.tsx'
import { lookColumns } from '../lookColumns.ts'
import type { LookProps } from '../lookProps.ts'
import { useSaveMove } from '../useSaveMove.ts'
import { type BoardCards, cardBeside, withMoved } from './boardColumns.ts'
import { boardMoves } from './boardMoves.ts'
import { type BoardModel, useBoard } from './useBoard.ts'

const number = new Intl.NumberFormat('pt-BR')

/** Records as cards under the options of a choice. A card that is dragged, or sent by keys or its menu, into another column is saved with that option. */
export default function Board(props: LookProps) {
  const { tools, page } = props
  const { register, say } = tools
  const look = register.views.looks?.board ?? { by: '', card: [], limit: 0 }
  const card = useMemo(
    () => lookColumns(tools.model, register, page.columns, look.card),
    [tools.model, register, page.columns, look.card],
  )
  const board = useBoard(props, look, card)
  const { root, moves, current, setCurrent, onKeyDown, onPointerDown } = useBoardMoves(props, board, card)
  const { data, error, reload } = board
  const ids = useMemo(() => data?.columns.flatMap(({ rows }) => rows.map(({ id }) => String(id))) ?? [], [data])
  const marks = useMarks(register, ids, say)
  if (error && !data) return <ListFailed tools={tools} error={error} onRetry={reload} />
  if (!data) return <LookWaiting />
  if (data.columns.every(({ count }) => count === 0))
    return <ListEmpty tools={tools} state={page.state} onClear={() => page.change({ q: '', filters: {}, page: 1 })} />
  const first = current ?? data.columns.flatMap(({ rows }) => rows.slice(0, 1))[0]?.id
  return (
    <>
      {data.columns.some(({ rows }) => rows.some(moves.may)) ? <p className="look-keys is-hint">{say('look.keys')}</p> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and pointers are those of the cards in it */}
      <div className="board" ref={root} onKeyDown={onKeyDown} onPointerDown={onPointerDown}>
        {data.columns.map(column => (
          <Column key={column.place} column={column} sum={data.sums[column.place]} more={board.more} say={say}>
            {column.rows.map(row => (
              <LookCard
                key={row.id}
                row={row}
                columns={card}
                tools={tools}
                current={String(row.id) === String(first)}
                movable={moves.may(row)}
                mark={marks.get(String(row.id))}
                entriesOf={moves.entriesOf}
                onCurrent={setCurrent}
              />
            ))}
          </Column>
        ))}
      </div>
    </>
  )
}

/** The number of comments of each card that has some: the same element as long as it stays so, since cards are drawn anew by what changes. */
function useMarks(register: Register, ids: readonly string[], say: Translate): ReadonlyMap<string, ReactNode> {
  const counts = useCommentCounts(register, ids)
  return useMemo(
    () => new Map([...counts].map(([id, told]) => [id, <CommentMark key={id} counts={told} say={say} />])),
    [counts, say],
  )
}

interface ColumnProps {
  readonly column: BoardCards
  readonly sum: string | undefined
  readonly say: LookProps['tools']['say']
  readonly children: ReactNode
  more(place: string): void
}

function Column({ column: { place, title, tone, rows, count }, sum, say, more, children }: ColumnProps) {
  const id = `board-${place}`
  return (
    <section className="board-column" data-place={place} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          <span className={`chip is-${tone ?? 'neutral'}`}>
            <span>{title}</span>
          </span>
          <span className="board-count">{number.format(count)}</span>
        </h2>
        {sum === undefined ? null : <span className="board-sum">{sum}</span>}
      </header>
      <ul aria-labelledby={id}>{children}</ul>
      {rows.length < count ? (
        <div className="board-more">
          <span>{say('look.shown', { count: rows.length, all: number.format(count) })}</span>
          <Button size="sm" onClick={() => more(place)}>
            {say('look.more')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

/** How cards move: by pointer, by keys and by the menu. */
function useBoardMoves({ tools }: LookProps, { data, change, field }: BoardModel, card: readonly ListColumn[]) {
  const root = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string>()
  const refocus = useRef<string>(undefined)
  const save = useSaveMove(tools)
  const latest = useRef<readonly BoardCards[]>(none)
  latest.current = data?.columns ?? none
  useFocusKept(root, refocus, data)
  const moves = useMemo(
    () =>
      boardMoves({
        tools,
        field,
        columns: () => latest.current,
        nameOf: row => cardName(row, card[0], tools),
        put(row, { place, value }, said) {
          refocus.current = String(row.id)
          change(
            (shown, saved) => ({ ...shown, columns: withMoved(shown.columns, row, field.name, place, saved) }),
            () => save(row, { [field.name]: value }, said),
          ).catch(() => undefined)
        },
      }),
    [tools, field, card, change, save],
  )
  const rowOf = (id: string): RegisterRow | undefined =>
    latest.current.flatMap(({ rows }) => rows).find(row => String(row.id) === id)
  const ifBoth = <T,>(id: string, place: string, then: (row: RegisterRow, column: BoardCards) => T): T | undefined => {
    const [row, column] = [rowOf(id), latest.current.find(each => each.place === place)]
    return row && column ? then(row, column) : undefined
  }
  const onPointerDown = (event: PointerEvent): void =>
    startDrag(event.nativeEvent, {
      mayTake: id => {
        const row = rowOf(id)
        return row !== undefined && moves.may(row)
      },
      isOpen: (id, place) => ifBoth(id, place, moves.isOpen) === true,
      drop: (id, place) => ifBoth(id, place, moves.move),
    })
  const onKeyDown = (event: KeyboardEvent): void => {
    const id = focusedCard(event)
    if (id === undefined || !keys.has(event.key) || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (!event.shiftKey) {
      titleIn(root.current, cardBeside(latest.current, id, event.key))?.focus()
      return
    }
    const row = rowOf(id)
    const at = latest.current.findIndex(({ rows }) => rows.some(each => each === row))
    const to = latest.current[at + (event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0)]
    if (row && to && moves.may(row)) moves.move(row, to)
  }
  return { root, moves, current, setCurrent, onKeyDown, onPointerDown }
}

const none: readonly BoardCards[] = []
const keys: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])
