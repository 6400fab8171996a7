import { useCallback, useMemo } from 'react'
import { fillAddress } from '../../../model/fillAddress.ts'
import type { ChartSpec } from '../../../model/report.ts'
import type { ChartProps } from '../plugins.ts'
import { useReport } from '../reportContext.ts'
import { axisSpan } from './axisSpan.ts'
import { useDrill } from './useDrill.ts'

/** Returns where the rows of a chart lead. */
export function useChartAddress(spec: ChartSpec): ChartProps['addressOf'] {
  const { answers, isReachable } = useReport()
  const drill = useDrill()
  const ready = useMemo(() => drill(spec.drill), [drill, spec])
  return useCallback(
    (row, value) => {
      if (ready) return ready.address({ ...row, ...axisSpan(answers, spec, value) })
      return spec.open !== undefined && isReachable(spec.open) ? fillAddress(spec.open, row) : undefined
    },
    [ready, answers, spec, isReachable],
  )
}
