import { type KeyboardEvent, type PointerEvent, useCallback, useMemo, useRef, useState } from 'react'
import { Button } from '../../../../controls/Button.tsx'
import type { MenuPart } from '../../../../controls/overlays/menuEntry.ts'
import type { Action } from '../../../../model/model.ts'
import { fieldOf } from '../../../../model/register.ts'
import type { GalleryLook } from '../../../../model/views/looks.ts'
import { actionAvailability, recordName } from '../../../actions/actions.ts'
import { rowScope } from '../../../actions/rowScope.ts'
import type { RegisterRow } from '../../../data/registerRows.ts'
import { columnValue, type ListColumn } from '../../cells/listColumns.ts'
import ListEmpty from '../../ListEmpty.tsx'
import { ListFailed } from '../../ListFailed.tsx'
import { focusedCard, titleIn, useFocusKept } from '../cardFocus.ts'
import { type DraggedOver, startDrag } from '../dragging.ts'
import { LookCard } from '../LookCard.tsx'
import { LookWaiting } from '../LookWaiting.tsx'
import { lookColumns } from '../lookColumns.ts'
import type { LookProps } from '../lookProps.ts'
import { mayMove } from '../mayMove.ts'
import { GalleryPhoto } from './GalleryPhoto.tsx'
import { type GalleryModel, useGallery } from './useGallery.ts'
import { useSaveOrder } from './useSaveOrder.ts'
import './gallery.css'

const number = new Intl.NumberFormat('pt-BR')

/** Records as pictures by their groups, with what is done to them by a tap; dragged into another order where they have one. */
export default function Gallery(props: LookProps) {
  const { tools, page } = props
  const { register, say, can } = tools
  const look = register.views.looks?.gallery ?? none
  const columnsOf = useCallback(
    (names: readonly string[]) => lookColumns(tools.model, register, page.columns, names),
    [tools.model, register, page.columns],
  )
  const card = useMemo(() => columnsOf(look.card), [columnsOf, look.card])
  const [photo] = useMemo(() => columnsOf([look.photo]), [columnsOf, look.photo])
  const gallery = useGallery(
    props,
    look,
    useMemo(() => (photo ? [...card, photo] : card), [card, photo]),
  )
  const { root, current, setCurrent, may, entriesOf, onKeyDown, onPointerDown } = useGalleryMoves(props, gallery, look.order)
  const actions = useMemo(
    () => look.actions.flatMap(id => register.views.actions.filter(action => action.id === id && can(action.gate))),
    [look.actions, register, can],
  )
  const picture = useCallback(
    (row: RegisterRow) => (photo ? <Photo row={row} column={photo} register={register} /> : null),
    [photo, register],
  )
  const foot = useCallback(
    (row: RegisterRow) => (actions.length > 0 ? <Taps row={row} actions={actions} tools={tools} /> : null),
    [actions, tools],
  )
  const { data, error, reload, groups, more } = gallery
  if (error && !data) return <ListFailed tools={tools} error={error} onRetry={reload} />
  if (!data) return <LookWaiting />
  if (data.count === 0)
    return <ListEmpty tools={tools} state={page.state} onClear={() => page.change({ q: '', filters: {}, page: 1 })} />
  const first = current ?? String(groups[0]?.rows[0]?.id)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and pointers are those of the cards in it
    <div className="gallery" ref={root} onKeyDown={onKeyDown} onPointerDown={onPointerDown}>
      {data.rows.some(may) ? <p className="look-keys is-hint">{say('look.keys')}</p> : null}
      {groups.map(({ place, title, rows }) => (
        <section key={place} data-place={place} aria-label={title === '' ? register.title : title}>
          {title === '' ? null : <h2>{title}</h2>}
          <ul aria-label={title === '' ? register.title : title}>
            {rows.map(row => (
              <LookCard
                key={row.id}
                row={row}
                columns={card}
                tools={tools}
                current={String(row.id) === first}
                movable={may(row)}
                entriesOf={entriesOf}
                picture={picture}
                foot={foot}
                onCurrent={setCurrent}
              />
            ))}
          </ul>
        </section>
      ))}
      {data.rows.length < data.count ? (
        <div className="board-more">
          <span>{say('look.shown', { count: data.rows.length, all: number.format(data.count) })}</span>
          <Button onClick={more}>{say('look.more')}</Button>
        </div>
      ) : null}
    </div>
  )
}

const none: GalleryLook = { photo: '', card: [], actions: [] }

interface TapsProps {
  readonly row: RegisterRow
  readonly actions: readonly Action[]
  readonly tools: LookProps['tools']
}

/** The actions of a card that one tap does. */
function Taps({ row, actions, tools: { register, run, evaluate } }: TapsProps) {
  const open = actions.filter(action => actionAvailability(action, rowScope(row), evaluate) === 'enabled')
  return open.length === 0 ? null : (
    <div className="gallery-acts">
      {open.map(action => (
        <Button
          key={action.id}
          size="sm"
          aria-label={`${action.title}: ${recordName(register, row)}`}
          onClick={() => void run(action, { row, ids: [String(row.id)] })}
        >
          {action.title}
        </Button>
      ))}
    </div>
  )
}

function Photo({
  row,
  column,
  register,
}: {
  readonly row: RegisterRow
  readonly column: ListColumn
  readonly register: LookProps['tools']['register']
}) {
  const colour = column.beside && columnValue(column.beside, row)
  return (
    <GalleryPhoto
      source={String(columnValue(column, row) ?? '')}
      name={recordName(register, row)}
      colour={typeof colour === 'string' ? colour : undefined}
    />
  )
}

/** How cards come into another order, each among those of its group. */
function useGalleryMoves({ tools }: LookProps, gallery: GalleryModel, order: string | undefined) {
  const { register, say } = tools
  const root = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string>()
  const refocus = useRef<string>(undefined)
  useFocusKept(root, refocus, gallery.data)
  const saveOrder = useSaveOrder(tools, gallery)
  const latest = useRef(gallery.groups)
  latest.current = gallery.groups
  const moves = useMemo(() => {
    const field = order === undefined ? undefined : fieldOf(register, order)
    const may = (row: RegisterRow): boolean => field !== undefined && mayMove(row, [field], tools)
    const put = (row: RegisterRow, over: DraggedOver): void => {
      refocus.current = String(row.id)
      const group = groupOf(latest.current, String(row.id))
      if (order !== undefined && group) saveOrder(row, over, group, order)
    }
    const step = (row: RegisterRow, way: 1 | -1): void => {
      const rows = groupOf(latest.current, String(row.id))?.rows ?? []
      const beside = rows[rows.findIndex(({ id }) => id === row.id) + way]
      if (beside) put(row, { id: String(beside.id), after: way > 0 })
    }
    const entriesOf = (row: RegisterRow): readonly MenuPart[] =>
      may(row)
        ? [
            { id: '!earlier', title: say('look.earlier'), act: () => step(row, -1) },
            { id: '!later', title: say('look.later'), act: () => step(row, 1) },
          ]
        : []
    return { may, put, step, entriesOf }
  }, [order, register, tools, say, saveOrder])
  const rowOf = (id: string): RegisterRow | undefined => groupOf(latest.current, id)?.rows.find(row => String(row.id) === id)
  const onPointerDown = (event: PointerEvent): void =>
    startDrag(event.nativeEvent, {
      mayTake: id => {
        const row = rowOf(id)
        return row !== undefined && moves.may(row)
      },
      isOpen: (id, place) => groupOf(latest.current, id)?.place === place,
      drop(id, place, over) {
        const row = rowOf(id)
        if (row && over && over.id !== id && groupOf(latest.current, id)?.place === place) moves.put(row, over)
      },
    })
  const onKeyDown = (event: KeyboardEvent): void => {
    const id = focusedCard(event)
    if (id === undefined || !/^Arrow/.test(event.key) || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const way = event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 1
    const row = rowOf(id)
    if (event.shiftKey) {
      if (row && moves.may(row)) moves.step(row, way)
      return
    }
    const all = latest.current.flatMap(({ rows }) => rows)
    const next = row && all[all.indexOf(row) + way]
    titleIn(root.current, next && String(next.id))?.focus()
  }
  return { root, current, setCurrent, may: moves.may, entriesOf: moves.entriesOf, onKeyDown, onPointerDown }
}

const groupOf = (groups: GalleryModel['groups'], id: string) => groups.find(({ rows }) => rows.some(row => String(row.id) === id))
