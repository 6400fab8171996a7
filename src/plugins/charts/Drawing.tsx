import { chakra } from '@chakra-ui/react/styled-system'
import { type KeyboardEvent, useState, useSyncExternalStore } from 'react'
import type { ChartSpec } from '../../model/report.ts'
import { Bars } from './Bars.tsx'
import type { ChartTheme } from './core/colours.ts'
import { frameOf } from './core/frame.ts'
import type { ChartData } from './core/series.ts'
import { categorySummary } from './drawing.ts'
import { SeriesLegend, SliceLegend } from './Legend.tsx'
import { Lines } from './Lines.tsx'
import { Slices } from './Slices.tsx'
import { useWidth } from './useWidth.ts'

interface Props {
  readonly spec: ChartSpec
  readonly data: ChartData
  /** Figures of other charts that the axis has room for. */
  readonly shared: readonly number[]
  readonly theme: ChartTheme
  readonly printing: boolean
  /** Name of the chart with how its keys work. */
  readonly label: string
  onChoose(category: number, series?: number): void
}

/**
 * The drawing itself, one stop of the Tab key: arrows go from figure to figure and say each, Enter shows what is behind it. For
 * screen readers the figures stand in a table beside it.
 */
export function Drawing({ spec, data, shared, theme, printing, label, onChoose }: Props) {
  const { ref, width } = useWidth(printing)
  const [active, setActive] = useState<number>()
  const calm = useCalm()
  const { height, horizontal } = frameOf(spec, data, width)
  const last = data.categories.length - 1
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && active !== undefined) onChoose(active)
    else {
      const next = nextPlace(event.key, active, last)
      if (next === undefined) return
      setActive(next)
    }
    event.preventDefault()
  }
  const common = { data, shared, width, height, theme, active, onChoose, animate: !calm && !printing }
  const round = spec.chart === 'pie' || spec.chart === 'doughnut'
  return (
    <>
      {spec.chart === 'line' || spec.chart === 'stackedBar' || spec.chart === 'bar' ? (
        <SeriesLegend data={data} theme={theme} lines={spec.chart === 'line'} />
      ) : null}
      <chakra.div
        tabIndex={printing ? -1 : 0}
        role="application"
        aria-label={label}
        borderRadius="md"
        onKeyDown={keys}
        onBlur={() => setActive(undefined)}
      >
        <chakra.div
          ref={ref}
          overflow="hidden"
          aria-hidden
          css={{ '& svg text': { fontVariantNumeric: 'tabular-nums' }, '& svg': { overflow: 'visible' } }}
          {...(round ? { display: 'flex', flexWrap: 'wrap', gap: '4', justifyContent: 'center' } : { minHeight: `${height}px` })}
        >
          {width === 0 ? null : round ? (
            <>
              <Slices
                {...common}
                width={Math.min(width, 360)}
                height={Math.min(height, 360)}
                hole={spec.chart === 'doughnut'}
                percentages={spec.percentages}
              />
              <SliceLegend data={data} theme={theme} />
            </>
          ) : spec.chart === 'line' ? (
            <Lines {...common} />
          ) : (
            <Bars {...common} stacked={spec.chart === 'stackedBar'} horizontal={horizontal} coloured={spec.coloured === true} />
          )}
        </chakra.div>
        <chakra.p
          aria-live="polite"
          textStyle="note"
          fontWeight="medium"
          color="fg"
          minHeight="1.125rem"
          css={{ '@media print': { display: 'none' } }}
        >
          {active === undefined ? '' : categorySummary(data, active)}
        </chakra.p>
      </chakra.div>
    </>
  )
}

/** Where a key leads to, of places from 0 to `last`. */
function nextPlace(key: string, from: number | undefined, last: number): number | undefined {
  if (last < 0) return undefined
  if (key === 'ArrowRight' || key === 'ArrowDown') return from === undefined ? 0 : Math.min(last, from + 1)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return from === undefined ? last : Math.max(0, from - 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

const still = matchMedia('(prefers-reduced-motion: reduce)')
const subscribe = (listen: () => void) => {
  still.addEventListener('change', listen)
  return () => still.removeEventListener('change', listen)
}

/** Tells whether the system asks for less motion. */
const useCalm = (): boolean => useSyncExternalStore(subscribe, () => still.matches)
