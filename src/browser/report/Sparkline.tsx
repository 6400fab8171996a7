import { chakra } from '@chakra-ui/react/styled-system'
import type { Card } from '../../model/report.ts'
import { useReport } from './reportContext.ts'
import { answerRowsAt } from './run/searchAnswers.ts'
import { sparkPoints } from './sparkPoints.ts'

/** How a figure went, as a small line: a decoration, since the page's charts and reports tell the same with figures. */
export function Sparkline({ spark }: { readonly spark: NonNullable<Card['spark']> }) {
  const { answers, printing } = useReport()
  const values = answerRowsAt(answers, spark.rows).rows.map(row => row[spark.value])
  const points = sparkPoints(values)
  if (points === undefined || printing) return null
  return (
    <chakra.svg
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      aria-hidden
      css={{ '&&': { width: '100%', height: '1.5rem', mt: 'auto' } }}
      color="accent.fg"
      overflow="visible"
    >
      <polyline points={points} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </chakra.svg>
  )
}
