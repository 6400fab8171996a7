import { chakra } from '@chakra-ui/react/styled-system'
import { Skeleton } from '../../controls/Skeleton.tsx'
import type { Report, ReportItem } from '../../model/report.ts'

/** Grey boxes where the figures will stand, of about their heights. */
export function ReportSkeleton({ report }: { readonly report: Report }) {
  return report.layout.map((item, at) => (
    // The definition's pieces have no names and never move.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Piece key={at} item={item} />
  ))
}

function Piece({ item }: { readonly item: ReportItem }) {
  if ('cards' in item) {
    return (
      <chakra.div display="grid" gap="3" gridTemplateColumns="repeat(auto-fit, minmax(min(11.5rem, 100%), 1fr))">
        {[...new Set(item.cards.map(({ title }) => title))].map(title => (
          // Of cards with one title a condition shows one.
          <Skeleton key={title} height="5.25rem" radius="0.625rem" />
        ))}
      </chakra.div>
    )
  }
  if ('charts' in item) return <Skeleton height={`${Math.min(480, item.charts[0]?.height.min ?? 400)}px`} radius="0.625rem" />
  if ('table' in item || 'toggle' in item) {
    return (
      <chakra.div display="flex" flexDirection="column" gap="2">
        {Array.from({ length: 8 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike
          <Skeleton key={at} height="2rem" />
        ))}
      </chakra.div>
    )
  }
  return null
}
