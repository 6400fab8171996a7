import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentType, Fragment, useEffect, useId, useMemo, useState } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import { Skeleton } from '../../controls/Skeleton.tsx'
import { Tabs, tabPanel } from '../../controls/Tabs.tsx'
import { parameterFields } from '../../model/report/expressionFields.ts'
import type { ChartSpec, ReportItem } from '../../model/report.ts'
import { ChunkLoadError, reportChunkLoadError } from '../ui/chunkLoadError.ts'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { AttentionList } from './AttentionList.tsx'
import { useChartAddress } from './drill/useChartAddress.ts'
import { type ChartProps, type ChartRows, loadPlugin } from './plugins.ts'
import { ReportButton } from './ReportButton.tsx'
import { ReportCards } from './ReportCards.tsx'
import { useReport } from './reportContext.ts'
import { axisDays } from './run/axisDays.ts'
import { answerRowsAt, type SearchAnswers } from './run/searchAnswers.ts'
import { StepList } from './StepList.tsx'
import { ReportTable } from './tables/ReportTable.tsx'

/** The pieces of a page, one under the other. */
export function ReportLayout({ items, at = '' }: { readonly items: readonly ReportItem[]; readonly at?: string }) {
  return items.map((item, index) => (
    // The definition's pieces have no names and never move.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={index}>
      <Piece item={item} at={`${at}${index}`} />
    </Fragment>
  ))
}

/** A piece that people arrange, and at which a tour may stop; no gap where it is empty. */
const ArrangedPiece = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '4', minWidth: 0, _empty: { display: 'none' } },
})

function Piece({ item, at }: { readonly item: ReportItem; readonly at: string }) {
  const { report, record, evaluate, say } = useReport()
  if ('cards' in item) return <ReportCards cards={item.cards} />
  if ('charts' in item) return <Charts charts={item.charts} across={item.across} />
  if ('table' in item) return <ReportTable spec={item.table} at={at} />
  if ('toggle' in item) return <Toggle views={item.toggle} at={at} />
  if ('note' in item) return <Banner tone="info">{say(item.note)}</Banner>
  if ('button' in item) return <ReportButton button={item.button} />
  if ('attention' in item) return <AttentionList attention={item.attention} />
  if ('steps' in item) return <StepList steps={item.steps} />
  const holds = evaluate(parameterFields(report.parameters), item.when, record) === true
  if (!holds) return null
  const inside = <ReportLayout items={item.items} at={`${at}.`} />
  return item.piece ? <ArrangedPiece data-piece={item.piece.id}>{inside}</ArrangedPiece> : inside
}

interface ToggleProps {
  readonly views: readonly { readonly title: string; readonly items: readonly ReportItem[] }[]
  readonly at: string
}

/** Two or more looks of the same figures, one at a time; the address holds which. */
function Toggle({ views, at }: ToggleProps) {
  const { report, viewState, setViewState, printing } = useReport()
  const id = useId()
  const name = `visao${at}`
  const chosen = Math.min(views.length - 1, Math.max(0, Number(viewState(name) ?? 0) || 0))
  const view = views[chosen]
  if (!view) return null
  const body = <ReportLayout items={view.items} at={`${at}.${chosen}.`} />
  if (printing) return body
  return (
    <div>
      <Tabs
        id={id}
        label={report.title}
        tabs={views.map(({ title }, index) => ({ id: String(index), title }))}
        value={String(chosen)}
        onChange={index => setViewState(name, index === '0' ? undefined : index)}
      />
      <chakra.div {...tabPanel(id, String(chosen))} display="flex" flexDirection="column" gap="4" pt="4">
        {body}
      </chakra.div>
    </div>
  )
}

function Charts({ charts, across }: { readonly charts: readonly ChartSpec[]; readonly across: number }) {
  const { printing } = useReport()
  const columns = printing ? 1 : across
  return (
    <chakra.div
      display="grid"
      gap="4"
      // As many as the definition says, or fewer where a chart would have no room for its names.
      gridTemplateColumns={{
        base: 'minmax(0, 1fr)',
        lg: `repeat(auto-fit, minmax(max(18rem, (100% - ${columns - 1}rem) / ${columns}), 1fr))`,
      }}
      alignItems="stretch"
      css={{ '@media print': { gridTemplateColumns: 'minmax(0, 1fr)' } }}
    >
      {charts.map(spec => (
        <ChartPlace key={spec.title} spec={spec} />
      ))}
    </chakra.div>
  )
}

let Chart: ComponentType<ChartProps> | undefined

/** Where a chart stands: a grey box of its height until the plugin is there. */
function ChartPlace({ spec }: { readonly spec: ChartSpec }) {
  const { answers, report, say, theme, printing, open } = useReport()
  const addressOf = useChartAddress(spec)
  const [Ready, setReady] = useState(() => Chart)
  useEffect(() => {
    let current = true
    loadWithRetry(() => loadPlugin('charts')).then(
      module => {
        Chart = module.default
        if (current) setReady(() => module.default)
      },
      (error: unknown) => {
        if (current && error instanceof ChunkLoadError) reportChunkLoadError()
      },
    )
    return () => {
      current = false
    }
  }, [])
  const own = useMemo(() => chartRows(answers, spec), [answers, spec])
  const peers = useMemo(
    () => chartsIn(report.layout).flatMap(each => (each.scale === spec.scale && each !== spec ? chartRows(answers, each) : [])),
    [report, answers, spec],
  )
  if (!Ready)
    return (
      <div aria-busy>
        <Skeleton height={`${spec.height.min}px`} radius="0.625rem" />
      </div>
    )
  return (
    <Ready
      {...own}
      peers={spec.scale === undefined ? [] : peers}
      theme={theme}
      printing={printing}
      empty={say(report.empty)}
      say={say}
      addressOf={addressOf}
      onOpen={open}
    />
  )
}

const chartRows = (answers: SearchAnswers, spec: ChartSpec): ChartRows => {
  const { rows, columns } = answerRowsAt(answers, spec.rows)
  return { spec, rows, columns, days: axisDays(answers, spec.rows) }
}

/** Every chart of a page. */
const chartsIn = (items: readonly ReportItem[]): readonly ChartSpec[] =>
  items.flatMap(item => {
    if ('charts' in item) return item.charts
    if ('toggle' in item) return item.toggle.flatMap(view => chartsIn(view.items))
    return 'items' in item ? chartsIn(item.items) : []
  })
