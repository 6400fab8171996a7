import { type ComponentType, createElement, type ReactNode } from 'react'
import { Cell as BooleanCell } from './boolean/cell.tsx'
import { Cell as ChoiceCell } from './choice/cell.tsx'
import { Cell as ImageCell } from './image/cell.tsx'
import type { KindName } from './kind.ts'
import type { CellProps } from './look.ts'
import { Cell as ReferenceCell } from './reference/cell.tsx'
import { Cell as TextCell } from './text/cell.tsx'
import { useZoned } from './useZoned.ts'

/** How a value of every kind is shown. Kinds that are nothing but text share one cell; the kind itself formats. */
export const looks = {
  text: TextCell,
  integer: TextCell,
  decimal: TextCell,
  money: TextCell,
  percent: TextCell,
  taxId: TextCell,
  date: TextCell,
  dateTime: TextCell,
  time: TextCell,
  boolean: BooleanCell,
  choice: ChoiceCell,
  weekdays: TextCell,
  reference: ReferenceCell,
  image: ImageCell,
} satisfies Record<KindName, ComponentType<CellProps>>

/** A value as it is read: in a grid, in a document, in a chip. */
export function KindCell(props: CellProps): ReactNode {
  const field = useZoned(props.field)
  return createElement<CellProps>(looks[field.kind], { ...props, field })
}
