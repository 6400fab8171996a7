import { chakra } from '@chakra-ui/react/styled-system'
import { ChartColumn, Table2 } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { ChartProps } from '../../browser/plugin.ts'
import { IconButton } from '../../controls/Button.tsx'
import { type Category, type ChartData, chartData, isChartEmpty } from './core/series.ts'
import { mostSlices, slicesOf } from './core/slices.ts'
import { DataTable } from './DataTable.tsx'
import { Drawing } from './Drawing.tsx'
import { axisFigures, axisKind } from './drawing.ts'
import { Unfinished } from './Legend.tsx'
import { RowsBehind } from './RowsBehind.tsx'

const Figure = chakra('figure', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    minWidth: 0,
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    p: { base: '3', md: '4' },
    '@media print': { border: 'none', p: '0', breakInside: 'avoid' },
  },
})

/** A chart with its title, its table and the rows behind each figure. */
export default function Chart({ spec, rows, columns, days, peers, theme, printing, empty, say, addressOf, onOpen }: ChartProps) {
  const id = useId()
  const data = useMemo(() => namedData(chartData(rows, columns, spec, days), say), [rows, columns, spec, days, say])
  const shared = useMemo(() => sharedFigures(peers ?? []), [peers])
  const [asTable, setAsTable] = useState(false)
  const [behind, setBehind] = useState<Category>()
  const round = spec.chart === 'pie' || spec.chart === 'doughnut'
  const drawn = useMemo(
    () => (round ? slicesOf(data, mostSlices, count => say('report.others', { count })) : data),
    [round, data, say],
  )
  const nothing = isChartEmpty(data)
  const goesOn = round ? undefined : data.categories.find(one => one.unfinished)
  const choose = (at: number, series?: number): void => {
    const own = drawn.categories[at]
    const one = series === undefined ? undefined : drawn.series[series]
    const chosen = own?.rows.filter(row => one?.holds(row) ?? true)
    if (!own || !chosen?.length) return
    // Several rows that are one thing behind it: the currencies of a day.
    const [address, ...others] = new Set(chosen.map(row => addressOf(row, own.value)))
    // A drill is the first value's: what is usual beside it has no records.
    const first = one === undefined || spec.values.length === 1 || one.key === spec.values[0]
    if (first && address !== undefined && others.length === 0) onOpen(address)
    else setBehind({ ...own, rows: chosen })
  }
  const table = <DataTable data={data} caption={spec.title} head={titleOf(columns, spec.category)} />
  return (
    <Figure aria-labelledby={id}>
      <chakra.figcaption display="flex" alignItems="center" gap="2">
        <chakra.h2 id={id} fontWeight="600" flex="1" minWidth="0">
          {spec.title}
          <Unit of={axisKind(data).kind} />
        </chakra.h2>
        {nothing || printing ? null : (
          <IconButton
            size="sm"
            label={say(asTable ? 'report.as-chart' : 'report.as-table', { title: spec.title })}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
          </IconButton>
        )}
      </chakra.figcaption>
      {nothing ? (
        <chakra.p color="fg.muted" py="8" textAlign="center">
          {empty}
        </chakra.p>
      ) : asTable ? (
        <chakra.div overflow="auto" maxHeight="32rem" tabIndex={0} role="region" aria-labelledby={id}>
          {table}
        </chakra.div>
      ) : (
        <>
          <Drawing
            spec={spec}
            data={drawn}
            shared={shared}
            theme={theme}
            printing={printing}
            label={say('report.chart-keys', { title: spec.title })}
            onChoose={choose}
          />
          {goesOn ? <Unfinished line={spec.chart === 'line'}>{goesOn.text}</Unfinished> : null}
          {/* On paper several series are told apart by their figures, not by their greys. */}
          <chakra.div srOnly={!(printing && data.series.length > 1)}>{table}</chakra.div>
        </>
      )}
      {behind ? (
        <RowsBehind
          category={behind}
          columns={columns}
          addressOf={row => addressOf(row, behind.value)}
          closeLabel={say('close')}
          onClose={() => setBehind(undefined)}
        />
      ) : null}
    </Figure>
  )
}

const titleOf = (columns: ChartProps['columns'], wanted: string): string =>
  columns.find(({ name }) => name === wanted)?.title ?? ''

/** Data in which the name of what goes on says so. */
const namedData = (data: ChartData, say: ChartProps['say']): ChartData => ({
  ...data,
  categories: data.categories.map(one => (one.unfinished ? { ...one, text: say('report.so-far', { place: one.text }) } : one)),
})

/** Returns the figures for which the axis must have room besides the chart's own. */
const sharedFigures = (peers: NonNullable<ChartProps['peers']>): readonly number[] =>
  peers.flatMap(({ spec, rows, columns, days }) => axisFigures(chartData(rows, columns, spec, days), spec.chart === 'stackedBar'))

const units: Readonly<Record<string, string>> = { money: 'R$', percent: '%' }

function Unit({ of }: { readonly of: string }) {
  const unit = units[of]
  return unit === undefined ? null : (
    <chakra.span color="fg.muted" fontWeight="normal">
      {' '}
      ({unit})
    </chakra.span>
  )
}
