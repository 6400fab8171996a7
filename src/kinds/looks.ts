import { createElement, type ReactNode, useMemo } from 'react'
import { Cell as BooleanCell } from './boolean/cell.tsx'
import { Filter as BooleanFilter } from './boolean/filter.tsx'
import { Input as BooleanInput } from './boolean/input.tsx'
import { Cell as ChoiceCell } from './choice/cell.tsx'
import { Filter as ChoiceFilter } from './choice/filter.tsx'
import { Input as ChoiceInput } from './choice/input.tsx'
import { Input as DateInput } from './date/input.tsx'
import { Cell as ImageCell } from './image/cell.tsx'
import { Input as ImageInput } from './image/input.tsx'
import type { KindName } from './kind.ts'
import type { CellProps, FilterProps, InputProps, Look } from './look.ts'
import { Cell as ReferenceCell } from './reference/cell.tsx'
import { Input as ReferenceInput } from './reference/input.tsx'
import { useSurroundings } from './surroundings.tsx'
import { Cell as TextCell } from './text/cell.tsx'
import { makeFilter } from './text/filter.tsx'
import { Input as TextInput } from './text/input.tsx'
import { Input as WeekdaysInput } from './weekdays/input.tsx'

const typed: Look = { Cell: TextCell, Input: TextInput, Filter: makeFilter(TextInput) }
const picked: Look = { Cell: TextCell, Input: DateInput, Filter: makeFilter(DateInput) }

/** How every kind looks. Kinds that are nothing but typed text share one look; the kind itself reads and formats. */
export const looks = {
  text: typed,
  integer: typed,
  decimal: typed,
  money: typed,
  percent: typed,
  taxId: typed,
  date: picked,
  dateTime: picked,
  time: picked,
  boolean: { Cell: BooleanCell, Input: BooleanInput, Filter: BooleanFilter },
  choice: { Cell: ChoiceCell, Input: ChoiceInput, Filter: ChoiceFilter },
  weekdays: { Cell: TextCell, Input: WeekdaysInput, Filter: makeFilter(WeekdaysInput) },
  reference: { Cell: ReferenceCell, Input: ReferenceInput, Filter: makeFilter(ReferenceInput) },
  image: { Cell: ImageCell, Input: ImageInput },
} satisfies Record<KindName, Look>

export const lookOf = (kind: KindName): Look => looks[kind]

/** Moments are read and shown in the store's zone; every other kind needs no more than its field. */
function useZoned<F extends CellProps['field']>(field: F): F {
  const { zone } = useSurroundings()
  return useMemo(() => (field.kind === 'dateTime' && field.zone === undefined ? { ...field, zone } : field), [field, zone])
}

/** A value as it is read: in a grid, in a document, in a chip. */
export function KindCell(props: CellProps): ReactNode {
  const field = useZoned(props.field)
  return createElement(lookOf(field.kind).Cell, { ...props, field })
}

/** A value as it is typed: in a form, in a grid's cell. */
export function KindInput(props: InputProps): ReactNode {
  const field = useZoned(props.field)
  return createElement(lookOf(field.kind).Input, { ...props, field })
}

/** A value as it is searched for. */
export function KindFilter(props: FilterProps): ReactNode {
  const field = useZoned(props.field)
  const { Filter } = lookOf(field.kind)
  return Filter ? createElement(Filter, { ...props, field }) : null
}
