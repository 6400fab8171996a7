import { Bar } from '@nivo/bar'
import { patternLinesDef } from '@nivo/core'
import { ChartTooltip } from './ChartTooltip.tsx'
import { type AxisNames, axisNames } from './core/axisNames.ts'
import { colourAt, inkOf, onColour } from './core/colours.ts'
import { fittingLabel, labelWidth, widestLabel } from './core/labels.ts'
import { fittingTicks, writtenTicks } from './core/ticks.ts'
import { axisFigures, type DrawingProps, nivoTheme, shortTextOf } from './drawing.ts'

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
export function Bars({ data, shared, width, height, theme, animate, active, stacked, horizontal, coloured, onChoose }: Props) {
  const short = shortTextOf(data)
  const single = data.series.length === 1
  const texts = data.categories.map(({ short: text }) => text)
  const held = [...axisFigures(data, stacked), ...shared]
  const own = data.figures.flat().flatMap(value => (value === null ? [] : [short(value)]))
  const widest = widestLabel(own)
  const lying = lyingSides(width, texts, widest)
  const axis = horizontal
    ? { room: width - lying.left - lying.right, size: (tick: number) => labelWidth(short(tick)) }
    : { room: height - 60, size: () => lineOfText }
  const ticks = fittingTicks(held, 6, axis)
  const sides = horizontal ? lying : { left: widestLabel(ticks.map(short)) + 12, right: 12 }
  const along = axisNames(texts, { width: width - sides.left - sides.right, counted: data.counted ?? false })
  const margin = { top: single ? 20 : 12, bottom: horizontal ? 30 : along.height, ...sides }
  const bars = barsOf(data)
  const slot = (width - margin.left - margin.right) / Math.max(1, texts.length)
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
      // Nothing needs no figure above its place.
      valueFormat={value => (value === 0 ? '' : short(value))}
      defs={[
        {
          ...patternLinesDef('unfinished', { spacing: 6, rotation: -45, lineWidth: 2 }),
          background: 'inherit',
          color: inkOf(theme).panel,
        },
      ]}
      fill={[{ match: ({ data: { indexValue } }) => data.categories[Number(indexValue)]?.unfinished === true, id: 'unfinished' }]}
      enableGridX={horizontal}
      enableGridY={!horizontal}
      gridXValues={[...ticks]}
      gridYValues={[...ticks]}
      {...axesOf(horizontal, texts, along, { ticks: writtenTicks(ticks, axis), short, room: margin.left - 12 })}
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
      // A figure that would run into its neighbour's is left to the tip and the table.
      enableTotals={single && (horizontal || widest + 6 <= slot)}
      enableLabel={!single}
      labelSkipWidth={widest + 4}
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
      onClick={bar => onChoose(Number(bar.data.at), single ? undefined : Number(String(bar.id).slice(1)))}
    />
  )
}

/** The figures of each category, by series; none where nothing was measured. */
const barsOf = ({ categories, figures }: DrawingProps['data']): Datum[] =>
  categories.map((_, at): Datum => {
    const own = figures.flatMap((row, series) =>
      row[at] === null || row[at] === undefined ? [] : [[`s${series}`, row[at]] as const],
    )
    return { at: String(at), ...Object.fromEntries(own) }
  })

interface AxisWords {
  readonly ticks: readonly number[]
  short(value: number): string
  /** Pixels that a name beside lying bars has. */
  readonly room: number
}

/** The axis of names and that of values, which change places where bars lie. */
function axesOf(horizontal: boolean, texts: readonly string[], along: AxisNames, { ticks, short, room }: AxisWords) {
  const common = { tickSize: 0, tickPadding: 8 }
  const values = { ...common, tickValues: [...ticks], format: short }
  if (horizontal)
    return {
      axisLeft: { ...common, format: (at: string) => fittingLabel(texts[Number(at)] ?? '', room) },
      axisBottom: values,
    }
  const names = { ...common, tickValues: along.places.map(String), tickRotation: along.angle }
  return { axisLeft: values, axisBottom: { ...names, format: (at: string) => along.text(Number(at)) } }
}

/** Bars without the keyboard's focus step back. */
const shaded = (series: number, theme: 'light' | 'dark', on: boolean): string => `${colourAt(series, theme)}${on ? '' : '66'}`

/** Pixels of a line of text. */
const lineOfText = 14

/** Room beside lying bars, for their names and figures. */
function lyingSides(width: number, names: readonly string[], widest: number) {
  const room = Math.min(Math.max(24, widestLabel(names)) + 16, Math.max(90, width * 0.38), 240)
  return { left: Math.round(room), right: widest + 16 }
}
