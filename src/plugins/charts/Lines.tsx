import { Line, type LineCustomSvgLayerProps, type LineSeries } from '@nivo/line'
import { useMemo } from 'react'
import { truncate } from '../../base/text.ts'
import { ChartTooltip } from './ChartTooltip.tsx'
import { axisNames } from './core/axisNames.ts'
import { colourAt, dashAt } from './core/colours.ts'
import { labelWidth, widestLabel } from './core/labels.ts'
import { fittingTicks } from './core/ticks.ts'
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
  const ticks = fittingTicks([...axisFigures(data, false), ...shared], 6, { room: height - 60, size: () => 14 })
  const left = widestLabel(ticks.map(short)) + 14
  // The last name stands half beside the drawing.
  const right = Math.max(20, Math.ceil(labelWidth(truncate(texts.at(-1) ?? '', 16)) / 2))
  const names = axisNames(texts, { width: width - left - right, counted: data.counted ?? false })
  const unfinished = data.categories.findIndex(one => one.unfinished)
  const dots = texts.length <= mostPoints
  const Drawn = useMemo(() => drawnLines(unfinished, !dots), [unfinished, dots])
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
      curve="linear"
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
      layers={['grid', 'markers', 'axes', Drawn, 'crosshair', 'points', 'slices']}
      enablePoints={dots}
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

type Points = LineCustomSvgLayerProps<Series>['series'][number]['data']

/**
 * The lines, straight from figure to figure, with a hole where there is none: nivo's own know no dashes. The way to what goes on is
 * dotted, and a figure between two holes is a dot where there are no others.
 */
const drawnLines = (unfinished: number, lonely: boolean) =>
  function DrawnLines({ series, lineGenerator, xScale, yScale }: LineCustomSvgLayerProps<Series>) {
    const path = (data: Points) =>
      lineGenerator(data.map(({ data: { x, y } }) => ({ x: xScale(x), y: y === null ? (null as never) : yScale(y) }))) ?? ''
    return series.map(({ id, color, data }) => {
      const stroke = { fill: 'none', stroke: color, strokeWidth: 2 }
      const [before, after] = unfinished < 1 ? [data, []] : [data.slice(0, unfinished), data.slice(unfinished)]
      return (
        <g key={id}>
          <path d={path(before)} {...stroke} strokeDasharray={dashAt(Number(id))} />
          <path d={path(after)} {...stroke} strokeDasharray={dashAt(Number(id))} />
          {unfinished < 1 ? null : (
            <path d={path(data.slice(unfinished - 1, unfinished + 1))} {...stroke} strokeDasharray="1 5" strokeLinecap="round" />
          )}
          {lonely
            ? data.map(({ data: { x, y } }, at) =>
                y === null || isThere(data[at - 1]) || isThere(data[at + 1]) ? null : (
                  <circle key={x} cx={xScale(x)} cy={yScale(y)} r={2.5} fill={color} />
                ),
              )
            : null}
        </g>
      )
    })
  }

const isThere = (point: Points[number] | undefined): boolean => point !== undefined && point.data.y !== null
