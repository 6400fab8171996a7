import { chakra } from '@chakra-ui/react/styled-system'
import { Logo } from '../../controls/Logo.tsx'
import { type ChartTheme, colourAt, dashAt } from './core/colours.ts'
import { wholeText } from './core/labels.ts'
import { percentagesOf } from './core/percentages.ts'
import type { ChartData } from './core/series.ts'

const List = chakra('ul', {
  base: {
    listStyleType: 'none',
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4',
    rowGap: '1',
    fontSize: 'sm',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
    '& li': { display: 'flex', alignItems: 'center', gap: '1.5', minWidth: 0 },
    '& svg': { flexShrink: 0 },
  },
  variants: {
    column: {
      true: {
        flexDirection: 'column',
        flexWrap: 'nowrap',
        flex: '1 1 14rem',
        alignSelf: 'center',
        '& li': { justifyContent: 'space-between', color: 'fg', py: '0.5' },
        '& li > span:first-of-type': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
      },
    },
  },
})

/** Names of the series, each with its line or colour. */
export function SeriesLegend({
  data,
  theme,
  lines,
}: {
  readonly data: ChartData
  readonly theme: ChartTheme
  readonly lines: boolean
}) {
  if (data.series.length < 2) return null
  return (
    <List>
      {data.series.map((one, at) => (
        <li key={one.key}>
          <Mark at={at} theme={theme} line={lines} />
          {one.title}
        </li>
      ))}
    </List>
  )
}

/** Names of the slices with what each is of the whole. */
export function SliceLegend({ data, theme }: { readonly data: ChartData; readonly theme: ChartTheme }) {
  const figures = data.figures[0] ?? []
  const as = data.series[0]?.as
  const parts = percentagesOf(figures)
  if (!as) return null
  return (
    <List column>
      {data.categories.map(({ key, text, colour, logo }, at) => (
        <li key={key}>
          <Mark at={colour} theme={theme} line={false} />
          {logo ? <Logo name={logo} /> : null}
          <span>{text}</span>
          <chakra.span color="fg.muted">{parts[at]}%</chakra.span>
          <strong>{wholeText(figures[at] ?? null, as)}</strong>
        </li>
      ))}
    </List>
  )
}

function Mark({ at, theme, line }: { readonly at: number; readonly theme: ChartTheme; readonly line: boolean }) {
  const colour = colourAt(at, theme)
  return (
    <svg width={line ? 24 : 12} height={12} aria-hidden="true">
      {line ? (
        <line x1={0} x2={24} y1={6} y2={6} stroke={colour} strokeWidth={2.5} strokeDasharray={dashAt(at)} />
      ) : (
        <rect width={12} height={12} rx={2} fill={colour} />
      )}
    </svg>
  )
}

/** Says what goes on, beside how it is drawn: hatched, or dotted as the way of a line to it. */
export function Unfinished({ line, children }: { readonly line: boolean; readonly children: string }) {
  return (
    <chakra.p display="flex" alignItems="center" gap="1.5" textStyle="note" color="fg.muted">
      <svg width={24} height={12} aria-hidden="true">
        {line ? (
          <line x1={1} x2={23} y1={6} y2={6} stroke="currentColor" strokeWidth={2} strokeDasharray="1 5" strokeLinecap="round" />
        ) : (
          <path d="M0 12 12 0M6 12 18 0M12 12 24 0" stroke="currentColor" strokeWidth={2} />
        )}
      </svg>
      {children}
    </chakra.p>
  )
}
