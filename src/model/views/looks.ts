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

/** Records on the days of a field, or of a range. */
export interface CalendarLook {
  readonly at: string
  /** The end of the range. */
  readonly until?: string
  /** The reference whose records are rows. */
  readonly by?: string
  readonly card: readonly string[]
  /** Shown at first. */
  readonly span: 'month' | 'week' | 'day'
}

/** Records as pictures. */
export interface GalleryLook {
  readonly photo: string
  readonly card: readonly string[]
  /** Cards of the same value stand together. */
  readonly group?: string
  /** Actions with a button on each card. */
  readonly actions: readonly string[]
  /** The number by which they stand. */
  readonly order?: string
}

/** Records counted or summed by two fields. */
export interface PivotLook {
  readonly rows: string
  readonly columns: string
  readonly measure: 'count' | 'sum' | 'average'
  /** Summed, or averaged. */
  readonly of?: string
}

/** Other looks of a register's records, beside its list. */
export interface LookViews {
  readonly board?: BoardLook
  readonly calendar?: CalendarLook
  readonly gallery?: GalleryLook
  readonly pivot?: PivotLook
}

/** The names of looks, in the order in which they are offered. */
const lookNames = ['board', 'calendar', 'gallery', 'pivot'] as const

export type LookName = (typeof lookNames)[number]

type Definition = NonNullable<RegisterUiDefinition['looks']>

/** The looks as the UI schema has them, completed: cards are those of the list on phones, without what their place says of them, unless they are said. */
export function buildLooks({ board, calendar, gallery, pivot }: Definition, listCard: readonly string[]): LookViews {
  const cardOf = (card: readonly string[] | undefined, ...told: (string | undefined)[]): readonly string[] =>
    card ?? listCard.filter(name => !told.includes(name))
  return {
    ...(board && { board: { ...board, card: cardOf(board.card, board.by), limit: board.limit ?? 50 } }),
    ...(calendar && {
      calendar: { ...calendar, card: cardOf(calendar.card, calendar.at, calendar.until), span: calendar.span ?? 'month' },
    }),
    ...(gallery && { gallery: { ...gallery, card: cardOf(gallery.card, gallery.photo), actions: gallery.actions ?? [] } }),
    ...(pivot && { pivot: { ...pivot, measure: pivot.measure ?? 'count' } }),
  }
}

/** The looks whose own fields may be seen, without what else may not. */
export function cutLooks(
  { board, calendar, gallery, pivot }: LookViews,
  isOpen: (path: string) => boolean,
): LookViews | undefined {
  const left: LookViews = {
    ...(board && isOpen(board.by) ? { board: cutLook(board, ['sum'], isOpen) } : {}),
    ...(calendar && isOpen(calendar.at) && isOpen(calendar.until ?? calendar.at)
      ? { calendar: cutLook(calendar, ['by'], isOpen) }
      : {}),
    ...(gallery && isOpen(gallery.photo) ? { gallery: cutLook(gallery, ['group', 'order'], isOpen) } : {}),
    ...(pivot && [pivot.rows, pivot.columns, pivot.of ?? pivot.rows].every(isOpen) ? { pivot } : {}),
  }
  return Object.keys(left).length > 0 ? left : undefined
}

/** A look without the fields of its cards, and the further words, that may not be seen. */
function cutLook<L extends { readonly card: readonly string[] }>(
  look: L,
  further: readonly (keyof L & string)[],
  isOpen: (path: string) => boolean,
): L {
  const cut = { ...look, card: look.card.filter(isOpen) }
  for (const word of further) if (typeof cut[word] === 'string' && !isOpen(cut[word])) delete cut[word]
  return cut
}
