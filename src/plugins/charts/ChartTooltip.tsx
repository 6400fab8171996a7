import { chakra } from '@chakra-ui/react/styled-system'
import { type ChartTheme, colourAt } from './core/colours.ts'
import { wholeText } from './core/labels.ts'
import type { ChartData } from './core/series.ts'

const Box = chakra('div', {
  base: {
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'md',
    boxShadow: 'float',
    px: '3',
    py: '2',
    fontSize: 'sm',
    minWidth: '8rem',
    maxWidth: '20rem',
    whiteSpace: 'normal',
    fontVariantNumeric: 'tabular-nums',
    '& > p': { fontWeight: '600', overflowWrap: 'anywhere' },
    '& > div': { display: 'flex', alignItems: 'center', gap: '2', justifyContent: 'space-between' },
    '& i': { display: 'inline-block', boxSize: '0.625rem', borderRadius: 'sm', marginInlineEnd: '1.5', flexShrink: 0 },
  },
})

interface Props {
  readonly data: ChartData
  readonly category: number
  readonly theme: ChartTheme
  /** Only this series; all without it. */
  readonly series?: number | undefined
}

/** The whole name and the whole figures of what the pointer is on. */
export function ChartTooltip({ data, category, theme, series }: Props) {
  const own = data.categories[category]
  if (!own) return null
  return (
    <Box>
      <p>{own.text}</p>
      {data.series.map((one, at) =>
        series !== undefined && series !== at ? null : (
          <div key={one.key}>
            <span>
              {data.series.length > 1 ? <i style={{ background: colourAt(at, theme) }} /> : null}
              {one.title}
            </span>
            <strong>{wholeText(data.figures[at]?.[category] ?? null, one.as)}</strong>
          </div>
        ),
      )}
    </Box>
  )
}
