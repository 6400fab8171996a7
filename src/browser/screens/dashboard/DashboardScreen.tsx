import { chakra } from '@chakra-ui/react/styled-system'
import { useCallback, useMemo, useState } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import type { Screen } from '../../../model/model.ts'
import type { Report, ReportItem } from '../../../model/report.ts'
import { usePreference } from '../../data/preferences/usePreference.ts'
import { useModel, useSession, useTranslate } from '../../data/session.tsx'
import { PrintHeader } from '../../report/paper/PrintHeader.tsx'
import { usePrinting } from '../../report/paper/usePrinting.ts'
import { keepPeriod, readKeptPeriod } from '../../report/parameters/keptPeriod.ts'
import { type DateSpan, periodPresets, todayIn } from '../../report/parameters/period.ts'
import { askedSpan, initialReportValues } from '../../report/parameters/reportValues.ts'
import { useSameValues } from '../../report/parameters/useSameValues.ts'
import { ReportLayout } from '../../report/ReportLayout.tsx'
import { ReportSkeleton } from '../../report/ReportSkeleton.tsx'
import { ReportProvider } from '../../report/reportContext.ts'
import { useReportShared } from '../../report/useReportShared.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'
import { EmbedScreen } from '../EmbedScreen.tsx'
import type { ScreenBody } from '../screenBody.ts'
import { arrange, readArrangement } from './arrangement.ts'
import { inOneColumn, keptPieces } from './keptPieces.ts'
import { NewsPanel } from './NewsPanel.tsx'
import { PageMenu } from './PageMenu.tsx'
import { PeriodControl } from './PeriodControl.tsx'
import { useTour } from './tour/useTour.tsx'
import { type DashboardAnswers, useDashboardAnswers } from './useDashboardAnswers.ts'
import '../../report/report.css'

type Dashboard = ScreenBody<'dashboard'>

interface Props {
  readonly screen: Screen
  readonly dashboard: Dashboard
}

/** A page of figures from the definition; who may see none of them finds the news and the ways that are used most. */
export default function DashboardScreen({ screen, dashboard }: Props) {
  const { store } = useSession()
  const { screens } = useModel()
  const news = dashboard.news === undefined ? undefined : screens[dashboard.news]
  const columns = useColumns(dashboard)
  if (store && columns.some(items => items.length > 0))
    return <Figures screen={screen} dashboard={dashboard} columns={columns} news={news} />
  return news && 'embed' in news.body ? <EmbedScreen screen={news} embed={news.body.embed} /> : null
}

/** The pieces of both columns whose calls this user may make. */
const useColumns = ({ report, first }: Dashboard): readonly (readonly ReportItem[])[] =>
  useMemo(() => {
    const has = (call: string): boolean => Object.hasOwn(report.calls, call)
    return [keptPieces(report.layout.slice(0, first), has), keptPieces(report.layout.slice(first), has)]
  }, [report, first])

const Grid = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', xl: 'minmax(0, 2fr) minmax(0, 1fr)' },
  },
})

const Column = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '4', minWidth: 0 } })

interface FiguresProps extends Props {
  readonly columns: readonly (readonly ReportItem[])[]
  readonly news: Screen | undefined
}

function Figures({ screen, dashboard: { report, tour }, columns, news }: FiguresProps) {
  const say = useTranslate()
  const { store } = useSession()
  const { asked, days, setDays } = useAskedDays(report)
  const { data, busy, retry } = useDashboardAnswers(report, asked)
  const wide = useMediaQuery('(min-width: 80rem)')
  const laid = useMemo(() => (wide ? columns : [inOneColumn(columns)]), [wide, columns])
  const [arrangement, setArrangement] = usePreference(`painel.${screen.name}`, readArrangement)
  const shown = useMemo(() => laid.map(items => arrange(items, arrangement)), [laid, arrangement])
  const walk = useTour(screen, tour, data !== undefined)
  return (
    <chakra.div
      width="100%"
      maxWidth="100rem"
      px={{ base: '4', md: '6' }}
      pt={{ base: '3', md: '5' }}
      pb="8"
      display="flex"
      flexDirection="column"
      gap="4"
    >
      <chakra.header display="flex" flexWrap="wrap" alignItems="center" gap="2" css={{ '@media print': { display: 'none' } }}>
        <chakra.div flex="1" minWidth="0">
          <chakra.h1 textStyle="title">{screen.title}</chakra.h1>
          <chakra.p color="fg.muted">{store?.nome_fantasia}</chakra.p>
        </chakra.div>
        {days ? <PeriodControl range={days.range} span={days} onChange={setDays} /> : null}
        <PageMenu
          report={report}
          asked={asked}
          columns={laid}
          arrangement={arrangement}
          tour={tour}
          onArrange={setArrangement}
          onTour={walk.begin}
        />
      </chakra.header>
      <PrintHeader report={report} asked={asked} />
      {data && data.failed.size + data.partly.size > 0 ? (
        <Banner
          tone="neutral"
          actions={
            <Button size="sm" busy={busy} onClick={retry}>
              {say('report.retry')}
            </Button>
          }
        >
          {say(data.failed.size > 0 ? report.failure : 'dashboard.stores-partly')}
        </Banner>
      ) : null}
      <Grid aria-busy={data === undefined}>
        {shown.map((items, at) => (
          // Two columns or one, always in this order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Column key={at}>
            {data ? (
              <Pieces report={report} items={items} data={data} />
            ) : (
              <ReportSkeleton report={{ ...report, layout: items }} />
            )}
            {data && at === shown.length - 1 && news && 'embed' in news.body ? (
              <NewsPanel screen={news} embed={news.body.embed} />
            ) : null}
          </Column>
        ))}
      </Grid>
      {walk.shown}
    </chakra.div>
  )
}

interface PiecesProps {
  readonly report: Dashboard['report']
  readonly items: readonly ReportItem[]
  readonly data: DashboardAnswers
}

/** The pieces of a column; what failed is left out, but for cards, which say that they lack their figure. */
function Pieces({ report, items, data: { answers, asked, failed } }: PiecesProps) {
  const printing = usePrinting()
  const own = useMemo(
    () => ({
      ...report,
      layout: keptPieces(
        items,
        call => !failed.has(call),
        () => true,
      ),
    }),
    [report, items, failed],
  )
  const switchStore = useSwitchStore()
  const shared = useReportShared({ report: own, answers, asked, printing, viewState, setViewState, switchStore })
  return (
    <ReportProvider value={shared}>
      <ReportLayout items={own.layout} />
    </ReportProvider>
  )
}

/** Goes to another store of the user's: this page is there for each. */
function useSwitchStore(): (lojaId: number) => void {
  const { switchStore } = useSession()
  const { alert } = useDialogs()
  return useCallback(
    lojaId => void switchStore(lojaId).catch((error: unknown) => alert(error instanceof Error ? error.message : String(error))),
    [switchStore, alert],
  )
}

/** The values of a page: the days that were chosen last, here or in a report, else its own. */
function useAskedDays(report: Report) {
  const { zone } = useSession()
  const [chosen, setChosen] = useState(readKeptPeriod)
  const today = todayIn(zone)
  const asked = useSameValues(initialReportValues(report.parameters, today, chosen))
  const days = askedSpan(report, asked)
  const setDays = (span: DateSpan): void => {
    keepPeriod(span, zone, days?.range.presets ?? periodPresets)
    setChosen(readKeptPeriod())
  }
  return { asked, days, setDays }
}

// Nothing of the page is kept in its address.
const viewState = (): undefined => undefined
const setViewState = (): void => undefined
