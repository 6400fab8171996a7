import { useMemo } from 'react'
import type { CellProps } from './controlProps.ts'
import { useInputServices } from './inputServices.tsx'
import { kindByName } from './values.ts'

/** Tells whether a value is read by the store's clock, where its field names no other. */
export const needsStoreZone = ({ kind, zone }: CellProps['field']): boolean =>
  kindByName(kind).time === 'instant' && zone === undefined

/** Moments are read and shown in the store's zone; every other kind needs no more than its field. */
export function useFieldInStoreZone<F extends CellProps['field']>(field: F): F {
  const { zone } = useInputServices()
  return useMemo(() => (needsStoreZone(field) ? { ...field, zone } : field), [field, zone])
}
