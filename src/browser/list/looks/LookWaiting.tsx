import { Skeleton } from '../../../controls/Skeleton.tsx'

/** The place of a look whose code or records are on their way. */
export const LookWaiting = () => (
  <div aria-busy="true">
    <Skeleton height="24rem" />
  </div>
)
