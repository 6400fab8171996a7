import type { ReactNode } from 'react'
import type { CellProps } from '../controlProps.ts'
import { Cell as TextCell } from '../text/cell.tsx'
import { kindByName } from '../values.ts'

/** A text of machines: a tree where there is room for it. */
const look = { kind: 'text', title: '', look: 'code', shown: 400 } as const

/** Members as a text that is cut in a cell, and as a tree where all of it has room. */
export function Cell({ value, field, ...props }: CellProps): ReactNode {
  const text = kindByName(field.kind).format(value, field)
  return <TextCell {...props} value={text} field={{ ...field, kind: 'text', refine: look }} />
}
