import { Line, type LineCustomSvgLayerProps, type LineSeries } from '@nivo/line'
import { ChartTooltip } from './ChartTooltip.tsx'
import { axisNames } from './core/axisNames.ts'
import { colourAt, dashAt } from './core/colours.ts'
import { labelWidth, truncateLabel, widestLabel } from './core/labels.ts'
import { valueTicks } from './core/ticks.ts'
import { axisFigures, type DrawingProps, nivoTheme, shortTextOf } from './drawing.ts'

interface Series extends LineSeries {
  readonly id: string
  readonly data: readonly { readonly x: number; readonly y: number | null }[]
}

/** More points than this are a line alone. */
const mostPoints = 62

/** Lines over days or hours. Each has a dash of its own beside its colour. */
export function Lines({ data, shared, width, height, theme, animate, active, onChoose }: DrawingProps) {
  const short = shortTextOf(data)
  const texts = data.categories.map(({ short: text }) => text)
  const ticks = valueTicks([...axisFigures(data, false), ...shared], 6)
  const left = widestLabel(ticks.map(short)) + 14
  // The last name stands half beside the drawing.
  const right = Math.max(20, Math.ceil(labelWidth(truncateLabel(texts.at(-1) ?? '', 16)) / 2))
  const names = axisNames(texts, { width: width - left - right, counted: data.counted ?? false })
  const lines = data.series.map((_, at): Series => {
    return { id: String(at), data: texts.map((_text, x) => ({ x, y: data.figures[at]?.[x] ?? null })) }
  })
  return (
    <Line<Series>
      width={width}
      height={height}
      data={lines}
      margin={{ top: 12, right, bottom: names.height + 4, left }}
      xScale={{ type: 'point' }}
      yScale={{ type: 'linear', min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1 }}
      curve="monotoneX"
      colors={line => colourAt(Number(line.id), theme)}
      enableGridX={false}
      gridYValues={[...ticks]}
      axisLeft={{ tickSize: 0, tickPadding: 8, tickValues: [...ticks], format: short }}
      axisBottom={{
        tickSize: 0,
        tickPadding: 10,
        tickValues: [...names.places],
        tickRotation: names.angle,
        format: names.text,
      }}
      layers={['grid', 'markers', 'axes', DashedLines, 'crosshair', 'points', 'slices']}
      enablePoints={texts.length <= mostPoints}
      pointSize={texts.length <= 31 ? 7 : 4}
      pointBorderWidth={1}
      pointBorderColor={{ from: 'color' }}
      markers={
        active === undefined ? [] : [{ axis: 'x', value: active, lineStyle: { stroke: colourAt(0, theme), strokeWidth: 2 } }]
      }
      enableSlices="x"
      sliceTooltip={({ slice }) => <ChartTooltip data={data} category={Number(slice.points[0]?.data.x ?? 0)} theme={theme} />}
      onClick={where => {
        const x = 'points' in where ? where.points[0]?.data.x : where.data.x
        if (x !== undefined && x !== null) onChoose(Number(x))
      }}
      theme={nivoTheme(theme)}
      animate={animate}
      role="presentation"
    />
  )
}

/** Nivo's own lines know no dashes. */
function DashedLines({ series, lineGenerator, xScale, yScale }: LineCustomSvgLayerProps<Series>) {
  return series.map(({ id, color, data }) => (
    <path
      key={id}
      d={lineGenerator(data.map(({ data: { x, y } }) => ({ x: xScale(x), y: y === null ? (null as never) : yScale(y) }))) ?? ''}
      fill="none"
      stroke={color}
      strokeWidth={2}
      strokeDasharray={dashAt(Number(id))}
    />
  ))
}
