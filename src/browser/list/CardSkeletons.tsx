import { Skeleton } from '../../controls/Skeleton.tsx'

/** Cards on their way. */
export function CardSkeletons({ count }: { readonly count: number }) {
  return (
    <div className="list-cards" aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike
        <div key={index} className="list-card">
          <div className="list-card-text">
            <Skeleton width="70%" />
            <Skeleton width="45%" />
          </div>
        </div>
      ))}
    </div>
  )
}
