import { useMemo } from 'react'
import { useModel, useSession, useTranslate } from '../data/session.tsx'
import { matchRoute } from '../router/route.ts'
import { useNavigate } from '../router/router.tsx'
import { useTheme } from '../ui/theme.ts'
import { parameterRecord, type ReportValues } from './parameters/reportValues.ts'
import type { ReportShared } from './reportContext.ts'
import { useExpression } from './run/useExpression.ts'

interface Given extends Pick<ReportShared, 'report' | 'answers' | 'printing' | 'viewState' | 'setViewState' | 'switchStore'> {
  /** The values with which the answers were asked. */
  readonly asked: ReportValues
}

/** Returns the parts that the pieces of a page share, made of its definition and of the answers. */
export function useReportShared({ report, answers, asked, printing, viewState, setViewState, switchStore }: Given): ReportShared {
  const say = useTranslate()
  const theme = useTheme()
  const navigate = useNavigate()
  const evaluate = useExpression()
  const model = useModel()
  const { zone, rights } = useSession()
  return useMemo(
    () => ({
      report,
      answers,
      asked,
      record: parameterRecord(report.parameters, asked, zone, answers.storeCount),
      theme: printing ? 'light' : theme,
      printing,
      evaluate,
      say,
      viewState,
      setViewState,
      switchStore,
      open: address => navigate(address),
      isReachable: address => matchRoute(model, rights, address.split('?')[0] ?? '') !== undefined,
    }),
    [report, answers, asked, zone, theme, printing, evaluate, say, viewState, setViewState, switchStore, navigate, model, rights],
  )
}
