import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentType, type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import type { Register } from '../../../model/model.ts'
import { useSession } from '../../data/session.tsx'
import { useExpressions } from '../../data/useExpressions.ts'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { usePhoneScreen } from '../../ui/useMediaQuery.ts'
import { ListBar } from '../bar/ListBar.tsx'
import { ListBanner, ListHeading } from '../bar/ListHeading.tsx'
import { lazyListCode } from '../lazyListCode.ts'
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

/** The page of a register in another look than the list, under the same heading, search and filters. */
export default function LookPage({ register }: { readonly register: Register }) {
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
  const [filtering, setFiltering] = useState(false)
  const FilterPanel = useLazyComponent(lazyListCode.filter, filtering, () => setFiltering(false))
  const shown = page.shown.map(({ id }) => id)
  const keep = `list.tabs.${useSession().user.id}.${register.name}`
  const ViewTabs = useLazyComponent(lazyListCode.tabs, count !== undefined)
  const setWords = useCallback(
    (next: readonly string[]) => change({ look: [name, ...next].join('.') }, { replace: true }),
    [change, name],
  )
  return (
    <Root onKeyDown={event => takeBack(event, tools.undoStack)}>
      <ListHeading tools={tools} count={count} choosing={false} />
      <ListBanner tools={tools} />
      {ViewTabs ? <ViewTabs tools={tools} state={state} columns={shown} keep={keep} /> : null}
      <ListBar
        tools={tools}
        standing={count !== undefined}
        state={barState}
        change={change}
        columns={page.columns}
        shown={page.shown}
        density={page.density}
        onDensity={page.setDensity}
        onColumns={page.setColumns}
        onFilter={() => setFiltering(true)}
      />
      {Look ? <Look key={name} page={page} tools={tools} words={words} onWords={setWords} onCount={setCount} /> : <LookWaiting />}
      {page.dialog}
      {filtering && FilterPanel && (
        <FilterPanel
          tools={tools}
          state={barState}
          onApply={filters => change({ filters, page: 1 })}
          onClose={() => setFiltering(false)}
        />
      )}
    </Root>
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

const Root = chakra('div', {
  base: {
    flex: { base: 'none', md: '1' },
    minHeight: '0',
    minWidth: '0',
    display: 'flex',
    flexDirection: 'column',
    gap: '3',
    px: { base: '4', md: '6' },
    pt: { base: '3', md: '5' },
    pb: { base: '3', md: '4' },
  },
})
