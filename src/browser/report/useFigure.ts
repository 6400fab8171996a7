import { useCallback, useMemo } from 'react'
import { dayOf } from '../../base/dates.ts'
import { columnFields, parameterFields } from '../../model/report/expressionFields.ts'
import type { Figure } from '../../model/report.ts'
import { dayIn, todayIn } from './parameters/period.ts'
import { type ReportShared, useReport } from './reportContext.ts'
import { figureValue } from './run/searchAnswers.ts'
import { callSpans } from './run/storeCalls.ts'

/** Reads figures from the answers of the page. */
export function useFigure(): (figure: Figure) => unknown {
  const { answers, evaluate, record } = useReport()
  return useCallback(
    figure =>
      figureValue(answers, figure, (expression, row, columns) =>
        evaluate(columnFields(columns), expression, { ...row, storeCount: record.storeCount }),
      ),
    [answers, evaluate, record],
  )
}

/** Returns the values that addresses of the page may name: parameters, the days that calls were asked for, today and its month. */
export function usePageAddressValues(): Readonly<Record<string, unknown>> {
  const shared = useReport()
  return useMemo(() => addressValues(shared), [shared])
}

const DAY = 86_400_000

function addressValues({ report, record, answers: { parts, queries, zone } }: ReportShared): Readonly<Record<string, unknown>> {
  const days = parts.flatMap(({ call, members }) => {
    const query = queries[call]
    const spans = query ? callSpans(members ?? {}, query) : []
    const day = (moment: string): string => (moment.length === 10 ? dayIn(moment) : dayOf(moment, zone))
    return spans.flatMap(({ start, end, names: [first, last] }) => [
      [`${call}.${first}`, day(start)],
      [`${call}.${last}`, day(end)],
    ])
  })
  const today = todayIn(zone)
  return {
    ...Object.fromEntries(parameterFields(report.parameters).map(({ name }) => [name, record[name]])),
    ...Object.fromEntries(days),
    today,
    monthStart: `${today.slice(0, 8)}01`,
    yesterday: new Date(Date.parse(today) - DAY).toISOString().slice(0, 10),
  }
}
