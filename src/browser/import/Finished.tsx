import { CircleCheck } from 'lucide-react'
import { Button, ButtonLink } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import type { Import } from '../../model/model.ts'
import { useMay, useRegister, useSay } from '../data/session.tsx'
import { Link } from '../router/Link.tsx'
import type { ImportState } from './state.ts'
import { sayCount } from './words.ts'

/** The end: how many rows went in, and where they are. */
export function Finished({ load, state, onAgain }: { readonly load: Import; readonly state: ImportState; onAgain(): void }) {
  const say = useSay()
  const may = useMay()
  const register = useRegister(load.register)
  const { saved, unchanged, notice } = state
  const texts = [
    saved > 0 ? sayCount(say, 'import.done', saved) : '',
    unchanged > 0 ? sayCount(say, 'import.unchanged', unchanged) : '',
    notice?.kind === 'filtered' ? sayCount(say, 'import.filtered', notice.count) : '',
  ]
  return (
    <div role="status">
      <EmptyState
        icon={<CircleCheck aria-hidden />}
        title={say('import.finished')}
        text={texts.filter(text => text !== '').map(text => <p key={text}>{text}</p>)}
        action={
          <>
            {register && may(register.access.see) ? (
              <ButtonLink as={Link} look="solid" to={register.views.path}>
                {say('import.go-list', { title: register.title })}
              </ButtonLink>
            ) : null}
            <Button onClick={onAgain}>{say('import.other-file')}</Button>
          </>
        }
      />
    </div>
  )
}
