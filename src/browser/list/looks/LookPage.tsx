import { Lock } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { EmptyState } from '../../../controls/EmptyState.tsx'
import type { Register } from '../../../model/model.ts'
import { useMay, useTranslate } from '../../data/session.tsx'
import { useExpressions } from '../../data/useExpressions.ts'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { usePhoneScreen } from '../../ui/useMediaQuery.ts'
import { ListFrame } from '../ListFrame.tsx'
import type { ListState } from '../query/listUrlState.ts'
import { useListPage } from '../useListPage.ts'
import { LookWaiting } from './LookWaiting.tsx'
import type { LookProps } from './lookProps.ts'
import './looks.css'

const looks: Readonly<Record<string, () => Promise<{ default: ComponentType<LookProps> }>>> = {
  board: () => loadWithRetry(() => import('./board/Board.tsx')),
  calendar: () => loadWithRetry(() => import('./calendar/Calendar.tsx')),
  gallery: () => loadWithRetry(() => import('./gallery/Gallery.tsx')),
  pivot: () => loadWithRetry(() => import('./pivot/Pivot.tsx')),
}

interface Props {
  readonly register: Register
}

/** The page in place of the plain list: another look of its records, or that the user may not see this register. */
export default function LookPage({ register }: Props) {
  const say = useTranslate()
  if (useMay()(register.access.see)) return <Records register={register} />
  return <EmptyState page icon={<Lock />} title={say('forbidden-title')} text={say('not-found-text')} />
}

/** The records in another look than the list, under the same heading, search and filters. */
function Records({ register }: Props) {
  const phone = usePhoneScreen()
  const page = useListPage(register, phone)
  // A card tells more than the columns shown: whatever it needs is worked out.
  const evaluate = useExpressions(register.name)
  const tools = useMemo(() => ({ ...page.tools, evaluate }), [page.tools, evaluate])
  const { state, change } = page
  // The days that a calendar shows take the place of a filter of its field.
  const own = state.look?.startsWith('calendar') ? register.views.looks?.calendar?.at : undefined
  const barState = own === undefined ? state : { ...state, filters: without(state.filters, own) }
  const [name = '', ...words] = (state.look ?? '').split('.')
  const Look = useLazyComponent<LookProps>(looks[name], true)
  const [count, setCount] = useState<number>()
  const setWords = useCallback(
    (next: readonly string[]) => change({ look: [name, ...next].join('.') }, { replace: true }),
    [change, name],
  )
  return (
    <ListFrame
      page={{ ...page, tools }}
      state={barState}
      count={count}
      standing={count !== undefined}
      onKeyDown={event => takeBack(event, tools.undoStack)}
    >
      {Look ? <Look key={name} page={page} tools={tools} words={words} onWords={setWords} onCount={setCount} /> : <LookWaiting />}
    </ListFrame>
  )
}

function without(filters: ListState['filters'], name: string): ListState['filters'] {
  const { [name]: _, ...others } = filters
  return others
}

/** Ctrl+Z takes the last move back, Ctrl+Shift+Z and Ctrl+Y do it again; not what is typed. */
function takeBack(event: KeyboardEvent, { undo, redo }: LookProps['tools']['undoStack']): void {
  const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select, [contenteditable]')
  if (typing || event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey) return
  const key = event.key.toLowerCase()
  if (key !== 'z' && key !== 'y') return
  event.preventDefault()
  void (key === 'y' || event.shiftKey ? redo() : undo())
}
