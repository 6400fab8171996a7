import { chakra } from '@chakra-ui/react/styled-system'
import { Printer, SlidersHorizontal } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Button, IconButton } from '../../controls/Button.tsx'
import { FormField } from '../../controls/fields/FormField.tsx'
import { parameterFields } from '../../model/report/expressionFields.ts'
import type { Parameter, Report } from '../../model/report.ts'
import { useSession, useTranslate } from '../data/session.tsx'
import { useSearchParams } from '../router/router.tsx'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { useSetPageTitle } from '../ui/pageTitle.ts'
import { usePhoneScreen } from '../ui/useMediaQuery.ts'
import { PrintHeader } from './paper/PrintHeader.tsx'
import { usePrinting } from './paper/usePrinting.ts'
import { printWhole } from './paper/wholePaper.ts'
import { keepPeriod, readKeptPeriod } from './parameters/keptPeriod.ts'
import { MultiSelect } from './parameters/MultiSelectField.tsx'
import { ParameterBar } from './parameters/ParameterBar.tsx'
import { parameterSummary } from './parameters/parameterSummary.ts'
import { periodPresets, timeIn, todayIn } from './parameters/period.ts'
import { ReportResults } from './ReportResults.tsx'
import { ExportButton } from './run/ExportButton.tsx'
import { needsLandscape } from './tables/landscape.ts'
import './report.css'
import {
  askedSpan,
  asksReport,
  isBackwards,
  missingParameters,
  parameterRecord,
  type ReportValues,
  readReportValues,
  writeReportValues,
} from './parameters/reportValues.ts'
import { useSameValues } from './parameters/useSameValues.ts'
import { useExpression } from './run/useExpression.ts'
import { useReportSearch } from './run/useReportSearch.ts'

const Root = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4',
    px: { base: '4', md: '6' },
    pt: { base: '3', md: '5' },
    pb: '8',
    width: '100%',
    maxWidth: '100rem',
    '@media print': { p: '0', gap: '3', maxWidth: 'none' },
  },
})

/** Holds the parameters and the results: one under the other, or side by side where there is room. */
const Body = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '4', minWidth: 0 },
  variants: {
    side: {
      true: {
        lg: { display: 'grid', gridTemplateColumns: '13.5rem minmax(0, 1fr)', alignItems: 'start' },
        '@media print': { display: 'block' },
      },
    },
  },
})

const embed = () => loadWithRetry(() => import('./EmbeddedReport.tsx'))

type SetSearchParams = ReturnType<typeof useSearchParams>[1]

/** The page of a report: what is asked, what came. The address holds both, so that it can be sent on and gone back to. */
export default function ReportPage({ report }: { readonly report: Report }) {
  const say = useTranslate()
  const { zone } = useSession()
  const printing = usePrinting()
  const [params, setParams] = useSearchParams()
  const { search, run, cancel } = useReportSearch(report)
  useSetPageTitle(report.title)
  const asked = useAsked(report, params, zone)
  const [draft, setDraft] = useState(asked)
  const [tried, setTried] = useState(false)
  useEffect(() => setDraft(asked), [asked])
  const shown = useShown(report, draft)
  const { asking, begin } = useSearchOnOpening(report, params, setParams, asked, run)
  const empty = missingParameters(report, draft, parameter => shown.includes(parameter))
  const find = (): void => {
    setTried(true)
    if (empty.length > 0 || isBackwards(report, draft)) return
    keepIfChosen(report, asked, draft, zone)
    const next = writeReportValues(params, report.parameters, draft, report.compareStores)
    if (next.toString() === writeReportValues(params, report.parameters, asked, report.compareStores).toString() && asking)
      run(draft)
    else setParams(next)
  }
  const { viewState, setViewState } = useViewState(params, setParams)
  const done = search.state === 'done' && search.asked
  const due = asking && search.began === 0
  // On a phone the figures matter more than what was asked. Folded before they come, the bar does not pull them from under a finger.
  const phone = usePhoneScreen()
  const side = report.filters === 'side'
  const [opened, setOpened] = useState<number>()
  const folded =
    phone && opened !== search.began && shown.length > 0 && (due || search.state === 'running' || search.answers !== undefined)
  return (
    <Root className={needsLandscape(report.layout) ? 'report-lying' : undefined}>
      <chakra.header display="flex" alignItems="center" gap="2" minHeight="control" css={{ '@media print': { display: 'none' } }}>
        <chakra.div flex="1" minWidth="0">
          <chakra.h1 textStyle="title">{report.title}</chakra.h1>
          {report.help ? <chakra.p color="fg.muted">{report.help}</chakra.p> : null}
        </chakra.div>
        {done ? (
          <>
            <ExportButton report={report} asked={done} />
            <IconButton label={say('print')} keys="Ctrl+P" onClick={printWhole}>
              <Printer aria-hidden />
            </IconButton>
          </>
        ) : null}
      </chakra.header>
      <PrintHeader report={report} asked={search.asked ?? asked} />
      <Body side={side}>
        {folded ? (
          <Folded text={parameterSummary(report.parameters, asked)} onOpen={() => setOpened(search.began)} />
        ) : shown.length > 0 || report.compareStores ? (
          <ParameterBar
            parameters={shown}
            values={draft}
            missing={tried ? empty : []}
            busy={search.state === 'running'}
            side={side}
            stores={report.compareStores ? <Stores name={report.compareStores} values={draft} onChange={setDraft} /> : null}
            onChange={setDraft}
            onSearch={find}
          />
        ) : null}
        <ReportResults
          report={report}
          search={search}
          due={due}
          printing={printing}
          viewState={viewState}
          setViewState={setViewState}
          embed={embed}
          onCancel={cancel}
          onRetry={() => begin(asked)}
        />
      </Body>
    </Root>
  )
}

/** It answers when it is opened, with what it starts from, which the address says then; only what must be told first is waited for. */
function useSearchOnOpening(
  report: Report,
  params: URLSearchParams,
  setParams: SetSearchParams,
  asked: ReportValues,
  run: (values: ReportValues) => void,
) {
  const { parameters, compareStores } = report
  const asking = isWhole(report, asked)
  const begin = useCallback((values: ReportValues) => isWhole(report, values) && run(values), [report, run])
  useEffect(() => {
    begin(asked)
  }, [asked, begin])
  useEffect(() => {
    if (asking && Object.keys(asked).length > 0 && !asksReport(parameters, params, compareStores))
      setParams(now => writeReportValues(now, parameters, asked, compareStores), { replace: true })
  }, [asking, parameters, compareStores, params, asked, setParams])
  return { asking, begin }
}

/** Tells whether nothing is missing of what a search needs. */
const isWhole = (report: Report, values: ReportValues): boolean =>
  missingParameters(report, values, () => true).length === 0 && !isBackwards(report, values)

/** Shows the chosen parameters in a line, and the way back to the fields. */
function Folded({ text, onOpen }: { readonly text: string; onOpen(): void }) {
  const say = useTranslate()
  return (
    <chakra.div display="flex" alignItems="center" gap="3" css={{ '@media print': { display: 'none' } }}>
      <chakra.p flex="1" minWidth="0" color="fg.muted">
        {text}
      </chakra.p>
      <Button icon={<SlidersHorizontal aria-hidden />} onClick={onOpen}>
        {say('report.change-filters')}
      </Button>
    </chakra.div>
  )
}

/** Days that somebody chose are those of the pages that are opened next. */
function keepIfChosen(report: Report, before: ReportValues, now: ReportValues, zone: string): void {
  const [old, chosen] = [askedSpan(report, before), askedSpan(report, now)]
  if (chosen && (chosen.start !== old?.start || chosen.end !== old.end))
    keepPeriod(chosen, zone, chosen.range.presets ?? periodPresets)
}

/** Returns the values that the address asks for: the same object as long as they are the same. */
function useAsked(report: Report, params: URLSearchParams, zone: string): ReportValues {
  const today = todayIn(zone)
  return useSameValues(readReportValues(report.parameters, params, today, report.compareStores, readKeptPeriod()))
}

/** The parameters that are asked, given what was answered so far. */
function useShown(report: Report, values: ReportValues): readonly Parameter[] {
  const { zone } = useSession()
  const evaluate = useExpression()
  const record = parameterRecord(report.parameters, values, zone, 1)
  // How times are meant is asked once there are some.
  const timed = report.parameters.some(
    ({ control, fills }) => control === 'timeRange' && fills.some(name => timeIn(values[name] ?? '') !== undefined),
  )
  return report.parameters.filter(
    ({ visibleWhen, eachDay }) =>
      (eachDay === undefined || timed) &&
      (visibleWhen === undefined || evaluate(parameterFields(report.parameters), visibleWhen, record) === true),
  )
}

/** Choices of the page beside what is asked, kept in the address without a step of the history. */
function useViewState(params: URLSearchParams, setParams: SetSearchParams) {
  const viewState = useCallback((name: string) => params.get(name) ?? undefined, [params])
  const setViewState = useCallback(
    (name: string, value: string | undefined): void =>
      setParams(
        now => {
          if (value === undefined) now.delete(name)
          else now.set(name, value)
          return now
        },
        { replace: true },
      ),
    [setParams],
  )
  return { viewState, setViewState }
}

interface StoresProps {
  /** Under which the address holds them. */
  readonly name: string
  readonly values: ReportValues
  onChange(values: ReportValues): void
}

/** The stores to compare; nothing for who has one. */
function Stores({ name, values, onChange }: StoresProps) {
  const say = useTranslate()
  const { stores, store } = useSession()
  if (stores.length < 2) return null
  const asked = (values[name] ?? '').split(',').filter(Boolean)
  // None asked is the store at hand: its box is ticked, so that another one stands beside it and not in its place.
  const own = store ? [String(store.id)] : []
  const chosen = asked.length > 0 ? asked : own
  const alone = chosen.length === own.length && chosen.every(id => own.includes(id))
  return (
    <FormField id="report-stores" label={say('report.stores')}>
      <MultiSelect
        id="report-stores"
        title={say('report.stores')}
        options={stores.map(({ id, nome_fantasia: title }) => ({ value: String(id), title }))}
        titles={new Map(stores.map(({ id, nome_fantasia: title }) => [String(id), title]))}
        text=""
        chosen={chosen}
        none={store?.nome_fantasia ?? ''}
        {...(chosen.length === stores.length ? {} : { every: say('report.stores-all') })}
        {...(alone ? {} : { clear: say('report.clear') })}
        onChange={next => onChange({ ...values, [name]: next.join(',') })}
      />
    </FormField>
  )
}
