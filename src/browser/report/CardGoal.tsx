import { chakra } from '@chakra-ui/react/styled-system'
import { CircleCheck } from 'lucide-react'
import { compareDecimals, sum } from '../../base/decimal.ts'
import { formatDecimal } from '../../base/number.ts'
import { valueText } from '../../kinds/valueText.ts'
import type { Card } from '../../model/report.ts'
import { useReport } from './reportContext.ts'

interface Props {
  readonly value: unknown
  readonly goal: unknown
  readonly pace: unknown
  readonly as: Card['as']
}

/** How far a figure is from its goal: a bar, what is missing, and where it will end at the usual pace. */
export function CardGoal({ value, goal, pace, as }: Props) {
  const { say } = useReport()
  if (typeof goal !== 'number' || goal <= 0 || typeof value !== 'number') return null
  const reached = compareDecimals(value, goal) >= 0
  const percent = Math.max(0, Math.floor((value / goal) * 100))
  const goalText = valueText(goal, as)
  return (
    <chakra.div fontSize="sm" mt="1">
      <Bar
        role="img"
        aria-label={say('dashboard.goal-bar', { percent: formatDecimal(percent, 0) })}
        colorPalette={reached ? 'positive' : 'accent'}
      >
        <span style={{ width: `${Math.min(100, percent)}%` }} />
      </Bar>
      {reached ? (
        <chakra.p display="flex" alignItems="center" gap="1" color="positive.fg" fontWeight="medium">
          <CircleCheck aria-hidden />
          {say('dashboard.goal-reached', { goal: goalText })}
        </chakra.p>
      ) : (
        <p>{say('dashboard.goal-missing', { missing: valueText(sum([goal, -value]), as), goal: goalText })}</p>
      )}
      {!reached && typeof pace === 'number' ? (
        <chakra.p color="fg.muted">{say('dashboard.goal-pace', { pace: valueText(pace, as) })}</chakra.p>
      ) : null}
    </chakra.div>
  )
}

const Bar = chakra('div', {
  base: {
    height: '0.375rem',
    mb: '1',
    borderRadius: 'full',
    bg: 'bg.emphasized',
    overflow: 'hidden',
    '@media (forced-colors: active)': { outline: '1px solid CanvasText' },
    '& > span': {
      display: 'block',
      height: '100%',
      borderRadius: 'inherit',
      bg: 'colorPalette.solid',
      forcedColorAdjust: 'none',
    },
  },
})
