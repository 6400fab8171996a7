import type { DragEvent } from 'react'
import { headerRow } from './cellAddress.ts'
import type { GridView } from './gridView.ts'
import { addressOfCellElement, cellElementOf } from './keyboard/cellElements.ts'

/** What drags rows and columns to another place. Listens at the grid's root. */
export interface DragHandlers {
  onDragStart(event: DragEvent<HTMLElement>): void
  onDragOver(event: DragEvent<HTMLElement>): void
  onDrop(event: DragEvent<HTMLElement>): void
  onDragEnd(): void
}

type Carried = { readonly row: string } | { readonly column: string }

export function createDragHandlers<Row>(view: () => GridView<Row>): DragHandlers {
  let carried: Carried | undefined
  let marked: HTMLElement | undefined

  const mark = (element: HTMLElement | undefined, side: string): void => {
    if (marked && marked !== element) marked.removeAttribute('data-drop')
    element?.setAttribute('data-drop', side)
    marked = element
  }
  const end = (): void => {
    mark(undefined, '')
    carried = undefined
  }

  return {
    onDragStart(event) {
      const place = addressOfCellElement(cellElementOf(event.target))
      if (!place || !(event.target instanceof HTMLElement)) return
      if (event.target.matches('.grid-grip')) carried = { row: place.row }
      else if (place.row === headerRow && event.target.matches('.grid-title')) carried = { column: place.column }
      else return
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', '')
    },
    onDragOver(event) {
      const cell = cellElementOf(event.target)
      const place = addressOfCellElement(cell)
      if (!carried || !cell || !place || 'column' in carried !== (place.row === headerRow)) return
      event.preventDefault()
      if ('column' in carried) mark(cell, 'side')
      else mark(cell.closest<HTMLElement>('.grid-row') ?? undefined, isLower(event, cell) ? 'below' : 'above')
    },
    onDrop(event) {
      const cell = cellElementOf(event.target)
      const place = addressOfCellElement(cell)
      const moved = carried
      end()
      if (!moved || !cell || !place) return
      event.preventDefault()
      const now = view()
      if ('column' in moved) return now.place(moved.column, place.column)
      const at = (now.indexOf.get(place.row) ?? 0) + (isLower(event, cell) ? 1 : 0)
      const before = now.ids[at]
      if (before !== moved.row) now.lift?.(moved.row, { before })
    },
    onDragEnd: end,
  }
}

const isLower = ({ clientY }: DragEvent, cell: HTMLElement): boolean => {
  const { top, height } = cell.getBoundingClientRect()
  return clientY > top + height / 2
}
