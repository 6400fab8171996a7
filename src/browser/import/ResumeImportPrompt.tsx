import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { useTranslate } from '../data/session.tsx'
import { dateTimeText } from '../ui/dateTimeText.ts'
import type { StoredImportHead } from './work/importStorage.ts'

interface Props {
  readonly kept: StoredImportHead
  onResume(): void
  onDiscard(): void
}

/** An import that a closed or reloaded tab left behind: to be gone on with, or forgotten. */
export function ResumeImportPrompt({ kept, onResume, onDiscard }: Props) {
  const say = useTranslate()
  const when = dateTimeText(kept.at)
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
      {say('import.resume-help', { count: kept.count, when })}
    </Banner>
  )
}
