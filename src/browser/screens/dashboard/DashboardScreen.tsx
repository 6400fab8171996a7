import { chakra } from '@chakra-ui/react/styled-system'
import { useMemo } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import type { Screen } from '../../../model/model.ts'
import type { ReportItem } from '../../../model/report.ts'
import { useModel, useSession, useTranslate } from '../../data/session.tsx'
import { usePrinting } from '../../report/paper/usePrinting.ts'
import { ReportLayout } from '../../report/ReportLayout.tsx'
import { ReportSkeleton } from '../../report/ReportSkeleton.tsx'
import { ReportProvider } from '../../report/reportContext.ts'
import { useReportShared } from '../../report/useReportShared.ts'
import { EmbedScreen } from '../EmbedScreen.tsx'
import type { ScreenBody } from '../screenBody.ts'
import { keptPieces } from './keptPieces.ts'
import { NewsPanel } from './NewsPanel.tsx'
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

function Figures({ screen, dashboard: { report }, columns, news }: FiguresProps) {
  const say = useTranslate()
  const { store } = useSession()
  const { data, busy, retry } = useDashboardAnswers(report)
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
      <chakra.header>
        <chakra.h1 textStyle="title">{screen.title}</chakra.h1>
        <chakra.p color="fg.muted">{store?.nome_fantasia}</chakra.p>
      </chakra.header>
      {data && data.failed.size > 0 ? (
        <Banner
          tone="neutral"
          actions={
            <Button size="sm" busy={busy} onClick={retry}>
              {say('report.retry')}
            </Button>
          }
        >
          {say(report.failure)}
        </Banner>
      ) : null}
      <Grid aria-busy={data === undefined}>
        {columns.map((items, at) => (
          // Two columns, always in this order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Column key={at}>
            {data ? (
              <Pieces report={report} items={items} data={data} />
            ) : (
              <ReportSkeleton report={{ ...report, layout: items }} />
            )}
            {at > 0 && news && 'embed' in news.body ? <NewsPanel screen={news} embed={news.body.embed} /> : null}
          </Column>
        ))}
      </Grid>
    </chakra.div>
  )
}

interface PiecesProps {
  readonly report: Dashboard['report']
  readonly items: readonly ReportItem[]
  readonly data: DashboardAnswers
}

/** The pieces of a column; what failed is left out, but for cards, which say that they lack their figure. */
function Pieces({ report, items, data: { answers, failed } }: PiecesProps) {
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
  const shared = useReportShared({ report: own, answers, asked: none, printing, viewState, setViewState })
  return (
    <ReportProvider value={shared}>
      <ReportLayout items={own.layout} />
    </ReportProvider>
  )
}

const none = {}
// Nothing of the page is kept in its address.
const viewState = (): undefined => undefined
const setViewState = (): void => undefined
