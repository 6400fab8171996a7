import { Bar } from '@nivo/bar'
import { sum } from '../../base/decimal.ts'
import { ChartTooltip } from './ChartTooltip.tsx'
import { colourAt, inkOf, onColour } from './core/colours.ts'
import { labelWidth, truncateLabel } from './core/labels.ts'
import { labelPositions, valueTicks } from './core/ticks.ts'
import { allFigures, type DrawingProps, nivoTheme, shortTextOf } from './drawing.ts'

interface Props extends DrawingProps {
  readonly stacked: boolean
  readonly horizontal: boolean
  /** Each category in a colour of its own. */
  readonly coloured: boolean
}

interface Datum extends Record<string, string | number> {
  readonly at: string
}

/** Bars, beside each other or stacked. The figure stands at each one's end, so that colour is not needed to read them. */
export function Bars({ data, width, height, theme, animate, active, stacked, horizontal, coloured, onChoose }: Props) {
  const short = shortTextOf(data)
  const texts = data.categories.map(({ short: text }) => text)
  const ticks = valueTicks(
    stacked ? stackedFigures(data.figures) : allFigures(data),
    horizontal ? Math.max(2, Math.floor(width / 130)) : 6,
  )
  const margin = marginOf(horizontal, width, texts, ticks.map(short))
  const bars = data.categories.map((_, at): Datum => {
    const figures = data.figures.flatMap((row, series) =>
      row[at] === null || row[at] === undefined ? [] : [[`s${series}`, row[at]] as const],
    )
    return { at: String(at), ...Object.fromEntries(figures) }
  })
  const places = new Set(
    labelPositions(texts.length, width - margin.left - margin.right, Math.min(110, longest(texts) + 12)).map(String),
  )
  const single = data.series.length === 1
  const mostLetters = horizontal ? Math.floor((margin.left - 14) / 6.6) : 16
  const names = { tickSize: 0, tickPadding: 8, format: (at: string) => truncateLabel(texts[Number(at)] ?? '', mostLetters) }
  const values = { tickSize: 0, tickPadding: 8, tickValues: [...ticks], format: short }
  return (
    <Bar<Datum>
      width={width}
      height={height}
      // Nivo draws lying bars from the bottom.
      data={horizontal ? bars.toReversed() : bars}
      keys={data.series.map((_, at) => `s${at}`)}
      indexBy="at"
      layout={horizontal ? 'horizontal' : 'vertical'}
      groupMode={stacked ? 'stacked' : 'grouped'}
      margin={margin}
      padding={0.28}
      innerPadding={single ? 0 : 1}
      valueScale={{ type: 'linear', min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1 }}
      valueFormat={short}
      enableGridX={horizontal}
      enableGridY={!horizontal}
      gridXValues={[...ticks]}
      gridYValues={[...ticks]}
      axisLeft={horizontal ? names : values}
      axisBottom={horizontal ? values : { ...names, tickValues: [...places] }}
      colors={({ id, data: { at } }) =>
        shaded(
          coloured && single ? (data.categories[Number(at)]?.colour ?? 0) : Number(String(id).slice(1)),
          theme,
          active === undefined || String(active) === at,
        )
      }
      borderRadius={2}
      borderWidth={single ? 0 : 1}
      borderColor={inkOf(theme).panel}
      enableTotals={single && (horizontal || texts.length <= width / 70)}
      enableLabel={!single}
      labelSkipWidth={56}
      labelSkipHeight={16}
      labelTextColor={bar => onColour(Number(String(bar.data.id).slice(1)), theme)}
      theme={nivoTheme(theme)}
      animate={animate}
      role="presentation"
      tooltip={bar => (
        <ChartTooltip
          data={data}
          category={Number(bar.data.at)}
          theme={theme}
          series={single || stacked ? undefined : Number(String(bar.id).slice(1))}
        />
      )}
      onClick={bar => onChoose(Number(bar.data.at))}
    />
  )
}

/** What the keyboard is not on steps back. */
const shaded = (series: number, theme: 'light' | 'dark', on: boolean): string => `${colourAt(series, theme)}${on ? '' : '66'}`

const longest = (texts: readonly string[]): number => Math.max(24, ...texts.map(labelWidth))

function marginOf(horizontal: boolean, width: number, names: readonly string[], values: readonly string[]) {
  const room = horizontal ? Math.min(longest(names) + 16, Math.max(90, width * 0.38)) : longest(values) + 12
  return { top: 12, right: horizontal ? 68 : 12, bottom: 30, left: Math.round(Math.min(room, 240)) }
}

/** The ends of stacked bars. */
function stackedFigures(figures: readonly (readonly (number | null)[])[]): readonly number[] {
  const count = figures[0]?.length ?? 0
  return Array.from({ length: count }, (_, at) => at).flatMap(at => {
    const own = figures.map(row => row[at] ?? 0)
    return [sum(own.filter(value => value > 0)), sum(own.filter(value => value < 0))]
  })
}
