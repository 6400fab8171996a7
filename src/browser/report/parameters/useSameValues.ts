import { useMemo } from 'react'
import type { ReportValues } from './reportValues.ts'

/** Returns values as the same object as long as they are the same. */
export function useSameValues(values: ReportValues): ReportValues {
  const text = JSON.stringify(values)
  return useMemo(() => JSON.parse(text) as ReportValues, [text])
}
