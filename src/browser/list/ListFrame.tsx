import { chakra } from '@chakra-ui/react/styled-system'
import { type KeyboardEvent, type ReactNode, useCallback, useState } from 'react'
import { useSession } from '../data/session.tsx'
import { readStorage } from '../data/storage.ts'
import { useLazyComponent } from '../ui/useLazyComponent.ts'
import { ListBar } from './bar/ListBar.tsx'
import { ListBanner, ListHeading } from './bar/ListHeading.tsx'
import { lazyListCode } from './lazyListCode.ts'
import type { ListState } from './query/listUrlState.ts'
import type { ListPageModel } from './useListPage.ts'

interface Props {
  readonly page: ListPageModel
  /** As search and filters show it. */
  readonly state: ListState
  /** Records in all, once that is known. */
  readonly count: number | undefined
  /** Whether what is below has stood for a moment. */
  readonly standing: boolean
  /** Over search and filters, while rows are chosen. */
  readonly chosen?: ReactNode
  /** Below the heading. */
  readonly note?: ReactNode
  readonly children: ReactNode
  onKeyDown(event: KeyboardEvent): void
}

/** Stands around a register's records, in whichever look: heading, saved views, search and filters. */
export function ListFrame({ page, state, count, standing, chosen, note, children, onKeyDown }: Props) {
  const { tools, change } = page
  const [filtering, setFiltering] = useState(false)
  const openFilter = useCallback(() => setFiltering(true), [])
  const closeFilter = () => setFiltering(false)
  const FilterPanel = useLazyComponent(lazyListCode.filter, filtering, closeFilter)
  return (
    <Root onKeyDown={onKeyDown}>
      <ListHeading tools={tools} count={count} choosing={!!chosen} />
      <ListBanner tools={tools} />
      {note}
      <SavedViews page={page} standing={standing} />
      {chosen && <Chosen>{chosen}</Chosen>}
      <chakra.div visibility={chosen ? 'hidden' : undefined}>
        <ListBar
          tools={tools}
          standing={standing}
          state={state}
          change={change}
          columns={page.columns}
          shown={page.shown}
          density={page.density}
          onDensity={page.setDensity}
          onColumns={page.setColumns}
          onFilter={openFilter}
        />
      </chakra.div>
      {children}
      {page.dialog}
      {filtering && FilterPanel && (
        <FilterPanel tools={tools} state={state} onApply={filters => change({ filters, page: 1 })} onClose={closeFilter} />
      )}
    </Root>
  )
}

/** The saved views as tabs: where there were some their line stands from the start. */
function SavedViews({ page: { tools, state, shown }, standing }: Pick<Props, 'page' | 'standing'>) {
  const keep = `list.tabs.${useSession().user.id}.${tools.register.name}`
  const [had] = useState(() => readStorage(keep))
  const ViewTabs = useLazyComponent(lazyListCode.tabs, standing)
  if (!ViewTabs) return had && <chakra.div minHeight="control" />
  return <ViewTabs tools={tools} state={state} columns={shown.map(({ id }) => id)} keep={keep} />
}

/** Lies over the search line, which keeps its room: no row moves. On a phone it stays in sight while the rows scroll. */
const Chosen = chakra('div', {
  base: { position: 'sticky', top: { base: '2', md: '0' }, zIndex: 'sticky', height: '0', mb: '-3' },
})

const Root = chakra('div', {
  base: {
    flex: { base: 'none', md: '1' },
    minHeight: '0',
    display: 'flex',
    flexDirection: 'column',
    gap: '3',
    px: { base: '4', md: '6' },
    pt: { base: '3', md: '5' },
    pb: { base: '3', md: '4' },
  },
})
