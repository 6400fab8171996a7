import { type ComponentType, createElement, type ReactNode } from 'react'
import { Cell as BooleanCell } from './boolean/cell.tsx'
import { Cell as ChoiceCell } from './choice/cell.tsx'
import type { CellProps } from './controlProps.ts'
import { Cell as FileCell } from './file/cell.tsx'
import { Cell as ImageCell } from './image/cell.tsx'
import type { KindName, Value, ValueOptions } from './kind.ts'
import { Cell as MembersCell } from './members/cell.tsx'
import { Cell as MultiChoiceCell } from './multiChoice/cell.tsx'
import { Cell as ReferenceCell } from './reference/cell.tsx'
import { Cell as TextCell } from './text/cell.tsx'
import { needsStoreZone, useFieldInStoreZone } from './useFieldInStoreZone.ts'
import { kindByName } from './values.ts'

/** How a value of every kind is shown. Kinds that are nothing but text share one cell; the kind itself formats. */
const cells = {
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
  multiChoice: MultiChoiceCell,
  weekdays: TextCell,
  reference: ReferenceCell,
  references: ReferenceCell,
  image: ImageCell,
  file: FileCell,
  members: MembersCell,
} satisfies Record<KindName, ComponentType<CellProps>>

/**
 * A value that is read as nothing but a text, with no component of its own: thousands of cells come and go in a grid. Undefined where
 * it takes more than that: a chip, a record's name, the store's clock.
 */
export const cellTextOf = (value: Value, field: ValueOptions): string | undefined => {
  if (cells[field.kind] !== TextCell || needsStoreZone(field) || field.refine?.look !== undefined) return undefined
  return value === null || value === '' ? '' : kindByName(field.kind).format(value, field)
}

/** A value as it is read: in a grid, in a document, in a chip. */
export function KindCell(props: CellProps): ReactNode {
  const field = useFieldInStoreZone(props.field)
  return createElement<CellProps>(cells[field.kind], { ...props, field })
}
