import type { RegisterUiDefinition } from '../../generated/definitions.ts'

/** Columns by the options of a choice, a card for each record. */
export interface BoardLook {
  readonly by: string
  /** Columns of the list; the first is the card's title. */
  readonly card: readonly string[]
  /** Summed over each column. */
  readonly sum?: string
  /** Cards of a column at first. */
  readonly limit: number
}

/** Other looks of a register's records, beside its list. */
export interface LookViews {
  readonly board?: BoardLook
}

/** The names of looks, in the order in which they are offered. */
export const lookNames = ['board'] as const

export type LookName = (typeof lookNames)[number]

type Definition = NonNullable<RegisterUiDefinition['looks']>

/** The looks as the UI schema has them, completed: cards are those of the list on phones unless they are said. */
export function buildLooks({ board }: Definition, listCard: readonly string[]): LookViews {
  return {
    ...(board && { board: buildBoard(board, listCard) }),
  }
}

const buildBoard = ({ by, card, sum, limit = 50 }: NonNullable<Definition['board']>, listCard: readonly string[]): BoardLook => ({
  by,
  // The column says it of all its cards.
  card: card ?? listCard.filter(name => name !== by),
  ...(sum === undefined ? {} : { sum }),
  limit,
})

/** The looks whose own fields may be seen, without what else may not. */
export function cutLooks({ board }: LookViews, isOpen: (path: string) => boolean): LookViews | undefined {
  const left: LookViews = {
    ...(board && isOpen(board.by) ? { board: cutBoard(board, isOpen) } : {}),
  }
  return Object.keys(left).length > 0 ? left : undefined
}

function cutBoard({ sum, ...board }: BoardLook, isOpen: (path: string) => boolean): BoardLook {
  return { ...board, card: board.card.filter(isOpen), ...(sum !== undefined && isOpen(sum) ? { sum } : {}) }
}
