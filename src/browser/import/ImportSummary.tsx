import { CircleCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import type { Import } from '../../model/model.ts'
import { opensPages } from '../../model/register.ts'
import { useMay, useRegister, useTranslate } from '../data/session.tsx'
import { RouterLink } from '../router/RouterLink.tsx'
import { undoWithToast } from '../ui/undoToast.ts'
import { ListingRecordLink } from './ListingRecordLink.tsx'
import type { ImportState } from './work/importState.ts'

interface Props {
  readonly load: Import
  readonly state: ImportState
  onAgain(): void
  onUndone(): void
}

/** The end: how many rows went in, and where they are. */
export function ImportSummary({ load, state, onAgain, onUndone }: Props) {
  const say = useTranslate()
  const may = useMay()
  const register = useRegister(load.register)
  const { saved, unchanged, notice } = state
  const texts = [
    saved > 0 ? say('import.done', { count: saved }) : '',
    unchanged > 0 ? say('import.unchanged', { count: unchanged }) : '',
    notice?.kind === 'filtered' ? say('import.filtered', { count: notice.count }) : '',
  ]
  return (
    <div role="status">
      <EmptyState
        icon={<CircleCheck aria-hidden />}
        title={say('import.finished')}
        text={
          <>
            {texts
              .filter(text => text !== '')
              .map(text => (
                <p key={text}>{text}</p>
              ))}
            {state.listed ? <ListingRecordLink load={load} listed={state.listed} /> : null}
          </>
        }
        action={
          <>
            {register && opensPages(register, may) ? (
              <ButtonLink as={RouterLink} look="solid" to={register.views.path}>
                {say('import.go-list', { title: register.title })}
              </ButtonLink>
            ) : null}
            <Button onClick={onAgain}>{say('import.other-file')}</Button>
            {saved > 0 ? <UndoImport action={state.action} onUndone={onUndone} /> : null}
          </>
        }
      />
    </div>
  )
}

/** Takes everything that this file brought back, with what was made on the way. */
function UndoImport({ action, onUndone }: { readonly action: string; onUndone(): void }) {
  const say = useTranslate()
  const [busy, setBusy] = useState(false)
  return (
    <Button
      look="ghost"
      icon={<Undo2 aria-hidden />}
      busy={busy}
      onClick={() => {
        setBusy(true)
        void undoWithToast(say, action).then(done => {
          setBusy(false)
          if (done && done.recusados.length === 0) onUndone()
        })
      }}
    >
      {say('import.undo')}
    </Button>
  )
}
