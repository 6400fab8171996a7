import type { DragEvent } from 'react'
import { headerRow } from './cellAddress.ts'
import type { GridView } from './gridView.ts'
import { addressOfCellElement, cellElementOf } from './keyboard/cellElements.ts'

/** Handlers that drag rows and columns to another place. They listen at the grid's root. */
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
      const address = addressOfCellElement(cellElementOf(event.target))
      if (!address || !(event.target instanceof HTMLElement)) return
      if (event.target.matches('.grid-grip')) carried = { row: address.row }
      else if (address.row === headerRow && event.target.matches('.grid-title')) carried = { column: address.column }
      else return
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', '')
    },
    onDragOver(event) {
      const cell = cellElementOf(event.target)
      const address = addressOfCellElement(cell)
      if (!carried || !cell || !address || 'column' in carried !== (address.row === headerRow)) return
      event.preventDefault()
      if ('column' in carried) mark(cell, 'side')
      else mark(cell.closest<HTMLElement>('.grid-row') ?? undefined, isLower(event, cell) ? 'below' : 'above')
    },
    onDrop(event) {
      const cell = cellElementOf(event.target)
      const address = addressOfCellElement(cell)
      const moved = carried
      end()
      if (!moved || !cell || !address) return
      event.preventDefault()
      const now = view()
      if ('column' in moved) return now.moveColumnBefore(moved.column, address.column)
      const at = (now.indexOf.get(address.row) ?? 0) + (isLower(event, cell) ? 1 : 0)
      const before = now.ids[at]
      if (before !== moved.row) now.moveRow?.(moved.row, { before })
    },
    onDragEnd: end,
  }
}

const isLower = ({ clientY }: DragEvent, cell: HTMLElement): boolean => {
  const { top, height } = cell.getBoundingClientRect()
  return clientY > top + height / 2
}
