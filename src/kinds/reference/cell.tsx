import type { ReactNode } from 'react'
import type { ReferenceTarget } from '../kind.ts'
import type { CellProps } from '../look.ts'
import { referenceId } from '../surroundings.tsx'
import { useLabel } from './useOptions.ts'

/** The text of the record that the value points at: given, included in the row, or asked for. */
export function Cell({ value, field, row, label }: CellProps): ReactNode {
  const id = referenceId(value)
  if (id === undefined) return null
  const known = label ?? includedLabel(row, field.reference?.as, id)
  return known ?? <Asked target={field.reference} id={id} />
}

const Asked = ({ target, id }: { target: ReferenceTarget | undefined; id: string | number }) =>
  useLabel(target, id, undefined) ?? String(id)

/** The label of an included record, `{ grupo: { id, label, code } }`, as long as it is the one that the value points at. */
export function includedLabel(
  row: Readonly<Record<string, unknown>> | undefined,
  as: string | undefined,
  id: string | number,
): string | undefined {
  const included = as === undefined ? undefined : row?.[as]
  if (typeof included !== 'object' || included === null || !('label' in included)) return undefined
  if ('id' in included && included.id !== id) return undefined
  return included.label === null || included.label === undefined ? undefined : String(included.label)
}
