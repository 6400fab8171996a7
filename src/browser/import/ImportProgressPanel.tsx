import { chakra } from '@chakra-ui/react/styled-system'
import { Button } from '../../controls/Button.tsx'
import { ProgressBar } from '../../controls/ProgressBar.tsx'
import { useTranslate } from '../data/session.tsx'
import { formatCount, roughDuration } from './importFigures.ts'
import type { ImportState } from './work/importState.ts'

/** How far the long work is, how fast it goes and how long it will take. */
export function ImportProgressPanel({ state, onCancel }: { readonly state: ImportState; onCancel?: (() => void) | undefined }) {
  const say = useTranslate()
  const { phase, progress, file } = state
  const { done, total, rate } = progress ?? { done: 0, total: 0 }
  const params = { done: formatCount(done), count: total }
  const text =
    phase === 'saving'
      ? say('import.progress', params)
      : phase === 'filtering'
        ? say('import.filtering')
        : total > 0
          ? say('import.reading-rows', params)
          : say('import.reading', { name: file })
  return (
    <chakra.div display="flex" alignItems="center" gap="4" minHeight="control" flexWrap="wrap">
      <chakra.div flex="1 1 16rem" minWidth="0">
        <chakra.div
          display="flex"
          justifyContent="space-between"
          gap="3"
          mb="1.5"
          fontVariantNumeric="tabular-nums"
          flexWrap="wrap"
        >
          <span>{text}</span>
          {phase === 'saving' && rate !== undefined && rate > 0 ? (
            <chakra.span color="fg.muted">
              {say('import.rate', { rate: formatCount(rate), time: roughDuration((total - done) / rate) })}
            </chakra.span>
          ) : null}
        </chakra.div>
        {phase === 'saving' ? (
          <chakra.p textStyle="note" mb="1.5">
            {say('import.running-help')}
          </chakra.p>
        ) : null}
        <ProgressBar label={text} {...(total > 0 ? { value: done / total } : {})} />
      </chakra.div>
      {onCancel ? <Button onClick={onCancel}>{say('cancel')}</Button> : null}
    </chakra.div>
  )
}
