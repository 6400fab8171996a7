import { chakra } from '@chakra-ui/react/styled-system'
import { memo, Suspense, useState } from 'react'
import { Pager } from '../../controls/Pager.tsx'
import type { Register } from '../../model/model.ts'
import { useMay, useSession } from '../data/session.tsx'
import { noSelection, type Selection } from '../grid/selection.ts'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { useLazyComponent } from '../ui/useLazyComponent.ts'
import { usePhoneScreen } from '../ui/useMediaQuery.ts'
import { ListFailed } from './ListFailed.tsx'
import { ListFrame } from './ListFrame.tsx'
import { ListGrid } from './ListGrid.tsx'
import './list.css'
import { lazyComponent } from '../ui/lazyModule.ts'
import { CardSkeletons } from './CardSkeletons.tsx'
import { lazyListCode, useStanding } from './lazyListCode.ts'
import { listCards } from './listCards.ts'
import { nextSortOrder } from './query/sortOrder.ts'
import { type ChangeState, useListState } from './query/useListState.ts'
import { useSteadyRows } from './query/useSteadyRows.ts'
import { type ListPageModel, useListPage } from './useListPage.ts'

export { prefetchList } from './prefetchList.ts'

const ListCards = lazyComponent(listCards)
const groupedList = () => loadWithRetry(() => import('./groups/GroupedList.tsx'))
const lookPage = () => loadWithRetry(() => import('./looks/LookPage.tsx'))

interface Props {
  readonly register: Register
}

/** The page of a register's records. */
export default function ListPage({ register }: Props) {
  const may = useMay()
  const [{ look }] = useListState(register)
  const plain = may(register.access.see) && !look
  const LookPage = useLazyComponent(lookPage, !plain)
  if (plain) return <List register={register} />
  return LookPage && <LookPage register={register} />
}

function List({ register }: Props) {
  const phone = usePhoneScreen()
  const found = useListPage(register, phone)
  const { tools, state, change, shown } = found
  const rows = useSteadyRows(found.rows, register, state, phone ? found.card : undefined)
  const page = { ...found, rows }
  const [selection, setSelection] = useState<Selection>(noSelection)
  const BulkBar = useLazyComponent(lazyListCode.bulk, selection.size > 0)
  const { note, about } = register.views.list
  const notes = [note, !phone && tools.rowActions.some(({ keys }) => keys)].filter(Boolean).length
  const ListNote = useLazyComponent(lazyListCode.note, notes > 0)
  const sought = state.q.trim().length
  const noted = sought > 0 && (sought < 3 || rows.like === true)
  const SearchNote = useLazyComponent(lazyListCode.search, noted)
  const GroupedList = useLazyComponent(groupedList, state.group !== undefined)
  const ListTotals = useLazyComponent(lazyListCode.totals, phone)
  const standing = useStanding(rows.loading)
  const failed = rows.rows.length === 0 ? rows.error : undefined
  const clear = (): void => change({ q: '', filters: {}, page: 1 })
  return (
    <ListFrame
      page={page}
      state={state}
      count={rows.loading || failed ? undefined : rows.count}
      standing={standing}
      onKeyDown={event => {
        if (event.key === 'Escape' && selection.size > 0 && !event.defaultPrevented) setSelection(noSelection)
        else page.onKeyDown(event)
      }}
      note={
        <>
          {about && (
            <chakra.p textStyle="sm" color="fg.muted">
              {register.help}
            </chakra.p>
          )}
          {notes > 0 && (
            <chakra.div minHeight={`${notes}lh`}>{ListNote && <ListNote tools={tools} rows={rows.rows} />}</chakra.div>
          )}
        </>
      }
      chosen={
        selection.size > 0 &&
        BulkBar && <BulkBar tools={tools} selection={selection} seen={page.seen} columns={shown} onSelect={setSelection} />
      }
    >
      {noted && SearchNote && <SearchNote like={sought > 2} say={tools.say} />}
      <Panel>
        {failed ? (
          <Middle>
            <ListFailed tools={tools} error={failed} onRetry={rows.reload} />
          </Middle>
        ) : state.group && rows.rows.length > 0 ? (
          GroupedList && <GroupedList page={page} phone={phone} />
        ) : (
          <Rows page={page} phone={phone} selection={selection} onSelect={setSelection} onClear={clear} />
        )}
        {rows.count > 0 && !failed && !state.group && (
          <Foot>
            {phone && ListTotals && <ListTotals totals={page.totals} say={tools.say} />}
            <Pages page={state.page} perPage={state.perPage} count={rows.count} register={register} change={change} />
          </Foot>
        )}
      </Panel>
      <Paper page={page} phone={phone} standing={standing} />
    </ListFrame>
  )
}

/** The list as it goes to paper; its code has time until nothing else is on its way. */
function Paper({ standing, ...of }: { readonly page: ListPageModel; readonly phone: boolean; readonly standing: boolean }) {
  const Sheet = useLazyComponent(lazyListCode.paper, standing)
  return Sheet && <Sheet {...of} />
}

interface PagesProps {
  readonly page: number
  readonly perPage: number
  readonly count: number
  readonly register: Register
  readonly change: ChangeState
}

/** Where one is among all rows. Rows that change do not draw it anew, nor the heading and the bar above them. */
const Pages = memo(function Pages({ page, perPage, count, register, change }: PagesProps) {
  return (
    <Pager
      page={page}
      perPage={perPage}
      count={count}
      sizes={register.views.list.pageSizes}
      onPage={to => change({ page: to })}
      onPerPage={size => change({ perPage: size, page: 1 })}
    />
  )
})

interface RowsProps {
  readonly page: ListPageModel
  readonly phone: boolean
  readonly selection: Selection
  onSelect(selection: Selection): void
  onClear(): void
}

/** The rows, as a grid or as cards; or why there are none. */
function Rows({ page, phone, selection, onSelect, onClear }: RowsProps) {
  const { user } = useSession()
  const { tools, state, change, rows, columns, shown, density } = page
  const { register } = tools
  const none = rows.rows.length === 0 && !rows.loading
  const ListEmpty = useLazyComponent(lazyListCode.empty, none)
  const empty = ListEmpty && <ListEmpty tools={tools} state={state} onClear={onClear} />
  const common = { tools, rows, selection, onSelect, selectable: register.views.list.select }
  if (phone)
    return none ? (
      empty
    ) : (
      <Suspense fallback={<CardSkeletons count={8} />}>
        <ListCards {...common} columns={page.card} perPage={state.perPage} />
      </Suspense>
    )
  return (
    <ListGrid
      {...common}
      columns={columns}
      shown={shown}
      chosen={page.chosen}
      state={state}
      totals={page.totals}
      density={density}
      keep={`${user.id}.${register.name}`}
      onSort={name => change({ order: nextSortOrder(state.order, name, register.views.list.order), page: 1 })}
      empty={empty}
    />
  )
}

const Panel = chakra('div', {
  base: {
    flex: { md: '1' },
    minHeight: { md: '14rem' },
    display: 'flex',
    flexDirection: 'column',
    md: { bg: 'bg.panel', borderWidth: '1px', borderColor: 'border', borderRadius: 'md', overflow: 'hidden' },
  },
})

const Middle = chakra('div', { base: { flex: '1', display: 'grid', placeItems: 'center' } })

const Foot = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    py: '1.5',
    md: { px: '3', borderTopWidth: '1px', borderColor: 'border' },
  },
})
