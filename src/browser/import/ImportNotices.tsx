import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '../../base/dates.ts'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import type { Import } from '../../model/model.ts'
import { useTranslate } from '../data/session.tsx'
import { usePhoneScreen } from '../ui/useMediaQuery.ts'
import { ColumnChoices } from './ColumnChoices.tsx'
import { ListingRecordLink } from './ListingRecordLink.tsx'
import type { ImportState } from './work/importState.ts'

interface Props {
  readonly load: Import
  readonly state: ImportState
  onTake(index: number, name: string | null): void
  onColumns(): void
  onDownload(): void
}

/** Shows notices before and after the rows are saved. */
export function ImportNotices(props: Props) {
  const say = useTranslate()
  const { load, state } = props
  const unknown = state.mapping.slice(0, state.width).filter(name => name === null).length
  return (
    <>
      {state.waiting ? <Banner tone="warning">{say('import.waiting')}</Banner> : null}
      {state.notice && state.phase === 'preview' ? <Ended {...props} /> : null}
      {load.warn && state.expired !== undefined ? (
        <Banner tone="warning">{say(load.warn.message, { date: formatDate(state.expired) })}</Banner>
      ) : null}
      {unknown > 0 && state.phase === 'preview' && !state.notice ? <Unknown {...props} count={unknown} /> : null}
    </>
  )
}

/** Unknown columns that are offered at once; more of them have a dialog. */
const FEW = 4

/** Columns of the file that go nowhere, to be given to a field. */
function Unknown({ load, state, count, onTake, onColumns }: Props & { readonly count: number }) {
  const say = useTranslate()
  const short = !usePhoneScreen() && count <= FEW
  const review = (
    <Button size="sm" onClick={onColumns}>
      {say('import.columns-review')}
    </Button>
  )
  return (
    <Banner tone="info" title={say('import.columns-unknown', { count: count })} actions={short ? undefined : review}>
      {say('import.columns-unknown-help')}
      {short ? (
        <div style={{ marginTop: '0.5rem' }}>
          <ColumnChoices load={load} state={state} unknown onTake={onTake} />
        </div>
      ) : null}
    </Banner>
  )
}

/** Shows the result of the last step. */
function Ended({ load, state, onDownload }: Props): ReactNode {
  const say = useTranslate()
  const { notice, saved, unchanged, rows, listed } = state
  if (!notice) return null
  if (notice.kind === 'filtered') return <Banner tone="info">{say('import.filtered', { count: notice.count })}</Banner>
  const stopped =
    notice.kind === 'failed'
      ? notice.message
      : notice.ending === 'row'
        ? say('import.stopped', { n: notice.line ?? 0 })
        : notice.ending === 'cancel'
          ? say('import.canceled')
          : say('import.left', { count: rows.length })
  const counts = [
    saved > 0 ? say('import.done', { count: saved }) : '',
    unchanged > 0 ? say('import.unchanged', { count: unchanged }) : '',
  ].filter(text => text !== '')
  const broken = notice.kind === 'failed'
  const failed = broken || notice.ending === 'row'
  return (
    <Banner
      tone={failed ? 'danger' : 'warning'}
      title={broken ? say('import.failed') : stopped}
      actions={
        <Button size="sm" icon={<Download aria-hidden />} onClick={onDownload}>
          {say('import.errors-download')}
        </Button>
      }
    >
      {broken ? <p>{stopped}</p> : null}
      {counts.length > 0 ? counts.join(' ') : null}
      {listed ? <ListingRecordLink load={load} listed={listed} /> : null}
    </Banner>
  )
}
