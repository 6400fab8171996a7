import { useCallback } from 'react'
import { parameterFields } from '../../../model/report/expressionFields.ts'
import type { Drill } from '../../../model/report.ts'
import { useModel } from '../../data/session.tsx'
import { useReport } from '../reportContext.ts'
import { type ReadyDrill, readyDrill } from './readyDrill.ts'

/** Returns a function that makes drills of the page ready; undefined where one leads to what the user may not open. */
export function useDrill(): (drill: Drill | undefined) => ReadyDrill | undefined {
  const { report, asked, record, answers, evaluate, isReachable } = useReport()
  const model = useModel()
  return useCallback(
    drill => {
      if (!drill) return undefined
      const holds = (when: string): boolean => evaluate(parameterFields(report.parameters), when, record) === true
      const ready = readyDrill(drill, { report, asked, record, answers, holds }, model)
      return ready && isReachable(ready.path) ? ready : undefined
    },
    [report, asked, record, answers, evaluate, isReachable, model],
  )
}
