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
  const first = shown[0]?.id ?? ''
  const [places, setPlaces] = useState<ReadonlyMap<string, Element>>(new Map())
  useEffect(() => {
    const find = (): void => {
      const found = new Map<string, Element>()
      for (const id of counts.keys()) {
        const place = phone ? cardOf(ids.indexOf(id)) : cellOf(id, first)
        if (place) found.set(id, place)
      }
      setPlaces(before => (isSame(before, found) ? before : found))
    }
    find()
    if (counts.size === 0) return
    const root = document.querySelector(phone ? '.list-cards' : '.grid')
    if (!root) return
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
    }
  }, [counts, ids, first, phone])
  return [...places].map(([id, place]) => {
    const told = counts.get(id)
    return told ? createPortal(<CommentMark counts={told} say={tools.say} />, place, id) : null
  })
}

const cellOf = (id: string, column: string): Element | null =>
  document.querySelector(`.grid-cell[data-row="${CSS.escape(id)}"][data-column="${CSS.escape(column)}"]`)

const cardOf = (at: number): Element | null => document.querySelectorAll('.list-card .list-card-title')[at] ?? null

const isSame = (one: ReadonlyMap<string, Element>, other: ReadonlyMap<string, Element>): boolean =>
  one.size === other.size && [...one].every(([id, place]) => other.get(id) === place)
