import type { ReactNode } from 'react'
import { isRecord } from '../../base/record.ts'
import type { CellProps } from '../controlProps.ts'
import { referenceId, useInputServices } from '../inputServices.tsx'
import type { ReferenceTarget } from '../kind.ts'
import { referenceText } from './referenceText.ts'
import { useLabel } from './useOptions.ts'

/** The text of the record that the value points at, or of each of several: given, included in the row, or asked for. */
export function Cell({ value, field, row, label }: CellProps): ReactNode {
  const { labelField } = useInputServices()
  if (Array.isArray(value))
    return label ?? value.flatMap((key, at) => [at > 0 && ', ', <Cell key={key} value={key} field={field} row={row} />])
  const id = referenceId(value)
  if (id === undefined) return null
  const target = field.reference ?? field.references
  const known = label ?? includedLabel(row, target?.as, id, target && labelField?.(target.to))
  return known === undefined ? <Asked target={target} id={id} /> : referenceText(target, id, known)
}

function Asked({ target, id }: { readonly target: ReferenceTarget | undefined; readonly id: string | number }) {
  const label = useLabel(target, id, undefined)
  return label === undefined ? String(id) : referenceText(target, id, label)
}

/**
 * The label of an included record, as long as it is the one that the value points at, or among those of several: of the field that names records of
 * its register (`{ grupo: { id, nome } }`), or told as `label`.
 */
export function includedLabel(
  row: Readonly<Record<string, unknown>> | undefined,
  as: string | undefined,
  id: unknown,
  labelField: string | undefined,
): string | undefined {
  const beside = as === undefined ? undefined : row?.[as]
  const included: unknown = Array.isArray(beside) ? beside.find(one => isRecord(one) && one.id === id) : beside
  if (!isRecord(included)) return undefined
  if (included.id !== undefined && included.id !== id) return undefined
  const text = (labelField === undefined ? undefined : included[labelField]) ?? included.label
  return text === null || text === undefined || text === '' ? undefined : String(text)
}
