import { useMemo } from 'react'
import type { CellProps } from './look.ts'
import { useSurroundings } from './surroundings.tsx'

/** Moments are read and shown in the store's zone; every other kind needs no more than its field. */
export function useZoned<F extends CellProps['field']>(field: F): F {
  const { zone } = useSurroundings()
  return useMemo(() => (field.kind === 'dateTime' && field.zone === undefined ? { ...field, zone } : field), [field, zone])
}
