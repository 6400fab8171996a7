import { chakra } from '@chakra-ui/react/styled-system'
import { ChartColumn, SearchX } from 'lucide-react'
import { Component, type ReactNode, useEffect, useMemo, useState } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { ProgressBar } from '../../controls/ProgressBar.tsx'
import type { Report } from '../../model/report.ts'
import type { CallError } from '../data/api.ts'
import { useModel, useSession, useTranslate } from '../data/session.tsx'
import { matchRoute } from '../router/route.ts'
import { useNavigate } from '../router/router.tsx'
import { useTheme } from '../ui/theme.ts'
import { ExceptionPage } from './ExceptionPage.tsx'
import { parameterRecord } from './parameters/reportValues.ts'
import { ReportLayout } from './ReportLayout.tsx'
import { ReportSkeleton } from './ReportSkeleton.tsx'
import { ReportProvider, type ReportShared } from './reportContext.ts'
import { isEmptyAnswer } from './run/searchAnswers.ts'
import { useExpression } from './run/useExpression.ts'
import type { ReportSearch } from './run/useReportSearch.ts'

interface Props {
  readonly report: Report
  readonly search: ReportSearch
  /** The address asks for figures: the first search is about to begin. */
  readonly due: boolean
  readonly printing: boolean
  readonly viewState: ReportShared['viewState']
  readonly setViewState: ReportShared['setViewState']
  onCancel(): void
  onRetry(): void
}

/** What a search brought: nothing asked yet, running, failed, empty, or the page of the definition. */
export function ReportResults({ report, search, due, printing, viewState, setViewState, onCancel, onRetry }: Props) {
  const say = useTranslate()
  const { answers, state } = search
  if (state === 'failed' && search.error) return <Failure report={report} error={search.error} onRetry={onRetry} />
  if (state === 'idle' && !due)
    return <EmptyState icon={<ChartColumn />} title={say('report.begin')} text={say('report.begin-help')} />
  const running = state !== 'done'
  return (
    <chakra.div aria-busy={running} aria-live="off" display="flex" flexDirection="column" gap="4" minWidth="0">
      {state === 'running' ? <Running search={search} onCancel={onCancel} /> : null}
      {answers === undefined ? (
        <ReportSkeleton report={report} />
      ) : isEmptyAnswer(answers) ? (
        <div role="status">
          <EmptyState
            icon={<SearchX />}
            title={say(report.empty)}
            text={report.parameters.length > 0 ? say('report.empty-help') : undefined}
          />
        </div>
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
            <Shown report={report} search={search} printing={printing} viewState={viewState} setViewState={setViewState} />
          </Catch>
        </chakra.div>
      )}
    </chakra.div>
  )
}

function Shown({
  report,
  search,
  printing,
  viewState,
  setViewState,
}: Pick<Props, 'report' | 'search' | 'printing' | 'viewState' | 'setViewState'>) {
  const say = useTranslate()
  const theme = useTheme()
  const navigate = useNavigate()
  const evaluate = useExpression()
  const model = useModel()
  const { zone, rights } = useSession()
  const { answers, asked } = search
  const shared = useMemo((): ReportShared | undefined => {
    if (!answers || !asked) return undefined
    const stores = new Set(answers.parts.map(({ store }) => store?.id)).size
    return {
      report,
      answers,
      record: parameterRecord(report.parameters, asked, zone, stores),
      theme: printing ? 'light' : theme,
      printing,
      evaluate,
      say,
      viewState,
      setViewState,
      open: address => navigate(address),
      isReachable: address => matchRoute(model, rights, address.split('?')[0] ?? '') !== undefined,
    }
  }, [report, answers, asked, zone, theme, printing, evaluate, say, viewState, setViewState, navigate, model, rights])
  return shared ? (
    <ReportProvider value={shared}>
      <ReportLayout items={report.layout} />
    </ReportProvider>
  ) : null
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
      {/* What can be done about it: a shorter period, another value. */}
      {error.status === 422 ? ` ${error.message}` : null}
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
