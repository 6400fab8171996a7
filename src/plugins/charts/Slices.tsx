import { Pie } from '@nivo/pie'
import { ChartTooltip } from './ChartTooltip.tsx'
import { colourAt, inkOf, onColour } from './core/colours.ts'
import { percentagesOf } from './core/percentages.ts'
import { type DrawingProps, nivoTheme, shortTextOf } from './drawing.ts'

interface Props extends DrawingProps {
  readonly hole: boolean
  readonly percentages: boolean
}

interface Slice {
  readonly id: string
  readonly at: number
  readonly value: number
  readonly colour: number
}

/** A pie or doughnut; what each slice is stands in the legend beside it. */
export function Slices({ data, width, height, theme, animate, active, hole, percentages, onChoose }: Props) {
  const short = shortTextOf(data)
  const figures = data.figures[0] ?? []
  const parts = percentagesOf(figures)
  const slices = figures.flatMap((value, at): Slice[] =>
    value !== null && value > 0 ? [{ id: String(at), at, value, colour: data.categories[at]?.colour ?? at }] : [],
  )
  const side = Math.min(width, height)
  return (
    <Pie<Slice>
      width={side}
      height={side}
      data={slices}
      margin={{ top: 10, right: 10, bottom: 10, left: 10 }}
      innerRadius={hole ? 0.58 : 0}
      padAngle={slices.length > 1 ? 0.6 : 0}
      cornerRadius={2}
      sortByValue={false}
      colors={({ data: { colour } }) => colourAt(colour, theme)}
      borderWidth={1}
      borderColor={inkOf(theme).panel}
      activeOuterRadiusOffset={6}
      {...(active === undefined ? {} : { activeId: String(active) })}
      enableArcLinkLabels={false}
      arcLabel={({ data: { at, value } }) => (percentages ? `${parts[at] ?? 0}%` : short(value))}
      arcLabelsSkipAngle={percentages ? 16 : 26}
      arcLabelsTextColor={({ data: { colour } }: { data: Slice }) => onColour(colour, theme)}
      tooltip={({ datum }) => <ChartTooltip data={data} category={datum.data.at} theme={theme} series={0} />}
      onClick={({ data: { at } }) => onChoose(at)}
      theme={nivoTheme(theme)}
      animate={animate}
      role="presentation"
    />
  )
}
