import { chakra } from '@chakra-ui/react/styled-system'
import { ChartColumn } from 'lucide-react'
import { Component, type ReactNode, useEffect, useState } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { ProgressBar } from '../../controls/ProgressBar.tsx'
import type { Report } from '../../model/report.ts'
import type { CallError } from '../data/api.ts'
import { useModel, useTranslate } from '../data/session.tsx'
import { ExceptionPage } from './ExceptionPage.tsx'
import type { ReportValues } from './parameters/reportValues.ts'
import { ReportLayout } from './ReportLayout.tsx'
import { ReportSkeleton } from './ReportSkeleton.tsx'
import { type EmbedReport, ReportProvider, type ReportShared } from './reportContext.ts'
import { comparedDays } from './run/comparedDays.ts'
import { pagedParts } from './run/pagedParts.ts'
import { isEmptyAnswer, type SearchAnswers } from './run/searchAnswers.ts'
import type { ReportSearch } from './run/useReportSearch.ts'
import { NothingFound } from './tables/NothingFound.tsx'
import { useReportShared } from './useReportShared.ts'

interface Props {
  readonly report: Report
  readonly search: ReportSearch
  /** The address asks for figures: the first search is about to begin. */
  readonly due: boolean
  readonly printing: boolean
  readonly viewState: ReportShared['viewState']
  readonly setViewState: ReportShared['setViewState']
  /** Fetches what draws another report in a row's dialog. */
  readonly embed?: EmbedReport
  onCancel(): void
  onRetry(): void
}

/** Shows the result of a search: nothing asked yet, running, failed, empty, or the page of the definition. */
export function ReportResults({ report, search, due, printing, viewState, setViewState, embed, onCancel, onRetry }: Props) {
  const say = useTranslate()
  const { answers, asked = {}, state } = search
  if (state === 'failed' && search.error) return <Failure report={report} error={search.error} onRetry={onRetry} />
  if (state === 'idle' && !due)
    return <EmptyState icon={<ChartColumn />} title={say('report.begin')} text={say('report.begin-help')} />
  const running = state !== 'done'
  return (
    <chakra.div aria-busy={running} aria-live="off" display="flex" flexDirection="column" gap="4" minWidth="0">
      {state === 'running' ? <Running search={search} onCancel={onCancel} /> : null}
      {answers === undefined ? (
        <ReportSkeleton report={report} />
      ) : isEmptyAnswer(answers, pagedParts(report.layout)) ? (
        <NothingFound report={report} />
      ) : (
        <chakra.div
          display="flex"
          flexDirection="column"
          gap="4"
          minWidth="0"
          transition="opacity 150ms"
          {...(running ? { opacity: 0.45, pointerEvents: 'none' } : {})}
        >
          <Catch key={String(search.began)}>
            <Shown
              report={report}
              answers={answers}
              asked={asked}
              printing={printing}
              viewState={viewState}
              setViewState={setViewState}
              embed={embed}
            />
          </Catch>
        </chakra.div>
      )}
    </chakra.div>
  )
}

interface ShownProps extends Pick<Props, 'report' | 'printing' | 'viewState' | 'setViewState'> {
  readonly embed: EmbedReport | undefined
  readonly answers: SearchAnswers
  readonly asked: ReportValues
}

function Shown({ embed, ...shown }: ShownProps) {
  return (
    <ReportProvider value={{ ...useReportShared(shown), embed }}>
      <ComparedWith answers={shown.answers} />
      <ReportLayout items={shown.report.layout} />
    </ReportProvider>
  )
}

/** The days that the cards are compared with. */
function ComparedWith({ answers }: Pick<ReportShared, 'answers'>) {
  const say = useTranslate()
  const days = comparedDays(answers)
  return days === undefined ? null : (
    <chakra.p fontSize="sm" color="fg.muted" mb="-2">
      {say('report.compared', { days })}
    </chakra.p>
  )
}

/** Milliseconds after which a search says how far it is. */
const patience = 1000

/** A slow search: how far it is, since when, and a way out. A quick one says nothing. */
function Running({ search: { began, done, count }, onCancel }: { readonly search: ReportSearch; onCancel(): void }) {
  const say = useTranslate()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  if (now - began < patience) return null
  const text = say('report.running', { seconds: Math.floor((now - began) / 1000) })
  return (
    <chakra.div display="flex" alignItems="center" gap="3" role="status">
      <chakra.div flex="1" maxWidth="24rem">
        <ProgressBar label={say('searching')} {...(count > 1 ? { value: done / count } : {})} />
      </chakra.div>
      <chakra.span fontSize="sm" color="fg.muted" css={{ fontVariantNumeric: 'tabular-nums' }}>
        {count > 1 ? `${text} · ${say('report.running-parts', { done, count })}` : text}
      </chakra.span>
      <Button size="sm" onClick={onCancel}>
        {say('cancel')}
      </Button>
    </chakra.div>
  )
}

/**
 * A search that failed: the reports that say so warn; of the others an exception of the server shows its message as a page, and the
 * rest stays quiet.
 */
function Failure({ report, error, onRetry }: { readonly report: Report; readonly error: CallError; onRetry(): void }) {
  const say = useTranslate()
  const { messages } = useModel()
  const warns = messages[report.failure]?.kind === 'warning'
  const again = (
    <Button size="sm" onClick={onRetry}>
      {say('report.retry')}
    </Button>
  )
  if (!warns && error.status >= 500) return <ExceptionPage message={error.message} />
  return (
    <Banner tone={warns ? 'warning' : 'neutral'} actions={again}>
      {say(report.failure)}
      {/* A way out: a shorter period, another value, without the store that is closed to them. */}
      {[403, 422].includes(error.status) ? ` ${error.message}` : null}
    </Banner>
  )
}

/** Keeps a failure while drawing within the page. */
class Catch extends Component<{ readonly children: ReactNode }, { readonly error: Error | undefined }> {
  override state: { readonly error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render(): ReactNode {
    return this.state.error ? <ExceptionPage message={this.state.error.message} /> : this.props.children
  }
}
