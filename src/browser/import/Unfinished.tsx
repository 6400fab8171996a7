import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { useSay } from '../data/session.tsx'
import { whenText } from '../list/when.ts'
import type { KeptHead } from './kept.ts'
import { grouped } from './words.ts'

interface Props {
  readonly kept: KeptHead
  onResume(): void
  onDiscard(): void
}

/** An import that a closed or reloaded tab left behind: to be gone on with, or forgotten. */
export function Unfinished({ kept, onResume, onDiscard }: Props) {
  const say = useSay()
  const when = whenText(kept.at)
  return (
    <Banner
      tone="warning"
      title={say('import.resume-title', { file: kept.file })}
      actions={
        <>
          <Button size="sm" look="solid" onClick={onResume}>
            {say('import.resume')}
          </Button>
          <Button size="sm" look="ghost" onClick={onDiscard}>
            {say('import.discard')}
          </Button>
        </>
      }
    >
      {kept.count === 1
        ? say('import.resume-help-one', { when })
        : say('import.resume-help', { count: grouped(kept.count), when })}
    </Banner>
  )
}
