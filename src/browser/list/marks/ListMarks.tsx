import { useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import type { ListPageModel } from '../useListPage.ts'
import { CommentMark } from './CommentMark.tsx'
import { useCommentCounts } from './useCommentCounts.ts'

interface Props {
  readonly page: ListPageModel
  readonly phone: boolean
}

/**
 * The number of comments beside the name of each row that has some. It comes after the list and is put into the cells that are drawn, so that lists
 * whose records nobody talks about carry nothing of it.
 */
export default function ListMarks({ page, phone }: Props) {
  const { tools, rows, shown } = page
  const ids = useMemo(() => rows.rows.map(({ id }) => String(id)), [rows.rows])
  const counts = useCommentCounts(tools.register, ids)
  const naming = (shown.find(({ id }) => id === tools.register.label) ?? shown[0])?.id ?? ''
  const [places, setPlaces] = useState<ReadonlyMap<string, Element>>(new Map())
  useEffect(() => {
    const held = new Map<string, Element>()
    const find = (): void => {
      for (const id of counts.keys()) {
        const cell = phone ? cardOf(ids.indexOf(id)) : cellOf(id, naming)
        const place = held.get(id) ?? newPlace()
        if (!cell) {
          place.remove()
          held.delete(id)
          continue
        }
        // A cell whose text changes may have thrown out what is not its own.
        if (place.parentElement !== cell) cell.append(place)
        held.set(id, place)
      }
      setPlaces(before => (isSame(before, held) ? before : new Map(held)))
    }
    find()
    const clear = (): void => held.forEach(place => void place.remove())
    const root = counts.size > 0 && document.querySelector(phone ? '.list-cards' : '.grid')
    if (!root) return clear
    let frame = 0
    // Rows come and go as the grid scrolls.
    const watching = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(find)
    })
    watching.observe(root, { childList: true, subtree: true })
    return () => {
      watching.disconnect()
      cancelAnimationFrame(frame)
      clear()
    }
  }, [counts, ids, naming, phone])
  return [...places].map(([id, place]) => {
    const told = counts.get(id)
    return told ? createPortal(<CommentMark counts={told} say={tools.say} />, place, id) : null
  })
}

/** An element of its own: what React draws into a cell and what it draws here are taken out apart. */
function newPlace(): Element {
  const place = document.createElement('span')
  place.className = 'comment-place'
  return place
}

const cellOf = (id: string, column: string): Element | null =>
  document.querySelector(`.grid-cell[data-row="${CSS.escape(id)}"][data-column="${CSS.escape(column)}"]`)

const cardOf = (at: number): Element | null => document.querySelectorAll('.list-card .list-card-title')[at] ?? null

const isSame = (one: ReadonlyMap<string, Element>, other: ReadonlyMap<string, Element>): boolean =>
  one.size === other.size && [...one].every(([id, place]) => other.get(id) === place)
