import type { MenuPart } from '../../../../controls/overlays/menuEntry.ts'
import { showToast } from '../../../../controls/overlays/toasts.ts'
import { asValue } from '../../../../kinds/asValue.ts'
import { rowsBehind } from '../../../../model/build/beyondList.ts'
import type { Action, Field } from '../../../../model/model.ts'
import { closedOptions } from '../../../../model/ways/closedOptions.ts'
import { waysOfPeople } from '../../../../model/ways/waysFrom.ts'
import { rowScope } from '../../../actions/rowScope.ts'
import type { RegisterRow } from '../../../data/registerRows.ts'
import type { ListTools } from '../../listTools.ts'
import { mayMove } from '../mayMove.ts'
import type { BoardCards, BoardColumn } from './boardColumns.ts'

interface Host {
  readonly tools: ListTools
  readonly field: Field
  /** The columns as they stand now. */
  columns(): readonly BoardCards[]
  nameOf(row: RegisterRow): string
  /** Draws the move and saves it; `said` is told of it. */
  put(row: RegisterRow, to: BoardColumn, said: string): void
}

/** The moves of a board's cards: who may be moved, where no way leads, and the move itself. */
export interface BoardMoves {
  may(row: RegisterRow): boolean
  isOpen(row: RegisterRow, to: BoardColumn): boolean
  move(row: RegisterRow, to: BoardColumn): void
  entriesOf(row: RegisterRow): readonly MenuPart[]
}

export function boardMoves({ tools, field, columns, nameOf, put }: Host): BoardMoves {
  const { register, evaluate, say } = tools
  const may = (row: RegisterRow): boolean => mayMove(row, [field], tools)
  const placeOf = (row: RegisterRow): string => String(row[field.name] ?? '')

  function isOpen(row: RegisterRow, { value, place }: BoardColumn): boolean {
    if (placeOf(row) === place) return true
    if (value === null) return !field.required
    const scope = rowScope(row)
    // A card has no rows of child lists: what is asked of them the server answers.
    const holds = (when: string): boolean => rowsBehind(register, when) !== undefined || evaluate(when, scope) !== false
    return !closedOptions(field, asValue(row[field.name]), { holds, may: tools.can }).includes(value)
  }

  /** The action of the way into a column that asks for something first: its dialog takes the card there. */
  function askingAction(row: RegisterRow, { value }: BoardColumn): Action | undefined {
    const ways = waysOfPeople(field, asValue(row[field.name]), tools.can).filter(({ to }) => to === value)
    const asks = ways.length > 0 && ways.every(({ ask, confirm }) => ask !== undefined || confirm !== undefined)
    return asks ? tools.rowActions.find(({ id, way }) => way && ways.some(one => one.id === id)) : undefined
  }

  function move(row: RegisterRow, to: BoardColumn): void {
    if (placeOf(row) === to.place) return
    const asking = isOpen(row, to) ? askingAction(row, to) : undefined
    if (asking) {
      void tools.run(asking, { row, ids: [String(row.id)] })
      return
    }
    const from = columns().find(({ place }) => place === placeOf(row))?.title ?? ''
    if (isOpen(row, to)) put(row, to, say('look.moved', { name: nameOf(row), to: to.title }))
    else showToast({ tone: 'warning', text: say('look.way-closed', { from, to: to.title }) })
  }

  function entriesOf(row: RegisterRow): readonly MenuPart[] {
    // Ways have entries of their own: the actions of the row.
    if (!may(row) || field.ways) return []
    const open = columns().filter(column => column.place !== placeOf(row) && isOpen(row, column))
    return open.length === 0
      ? []
      : [
          { heading: say('look.move-to') },
          ...open.map(column => ({ id: `!to-${column.place}`, title: column.title, act: () => move(row, column) })),
        ]
  }

  return { may, isOpen, move, entriesOf }
}
