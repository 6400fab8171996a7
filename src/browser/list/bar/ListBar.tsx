import { chakra } from '@chakra-ui/react/styled-system'
import { Columns3, Rows3, SlidersHorizontal } from 'lucide-react'
import { memo } from 'react'
import { lowerCaseTitle } from '../../../base/text.ts'
import { Button, IconButton } from '../../../controls/Button.tsx'
import { Menu } from '../../../controls/overlays/Menu.tsx'
import type { MenuPart } from '../../../controls/overlays/menuEntry.ts'
import { fillAddress } from '../../../model/fillAddress.ts'
import { type Density, densities } from '../../grid/columns/density.ts'
import { useNavigate } from '../../router/router.tsx'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { usePhoneScreen } from '../../ui/useMediaQuery.ts'
import type { ListColumn } from '../cells/listColumns.ts'
import { lazyListCode } from '../lazyListCode.ts'
import type { ListTools } from '../listTools.ts'
import type { ListState } from '../query/listUrlState.ts'
import type { ChangeState } from '../query/useListState.ts'
import { ViewsMenu } from '../views/ViewsMenu.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { isOpenAction } from './RowActions.tsx'
import { SearchBox } from './SearchBox.tsx'
import { isScannedCode } from './scannedCode.ts'

const moreMenu = () => loadWithRetry(() => import('./ListMoreMenu.tsx'))

const Root = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '2', flexWrap: 'wrap', minHeight: 'control' } })

interface Props {
  readonly tools: ListTools
  readonly state: ListState
  readonly change: ChangeState
  readonly columns: readonly ListColumn[]
  readonly shown: readonly ListColumn[]
  readonly density: Density
  onDensity(density: Density): void
  onColumns(names: readonly string[] | undefined): void
  onFilter(): void
}

/** The line over the grid: search, filters in force, which columns and how close. */
export const ListBar = memo(function ListBar({
  tools,
  state,
  change,
  columns,
  shown,
  density,
  onDensity,
  onColumns,
  onFilter,
}: Props) {
  const { register, say } = tools
  const { filter } = register.views
  const phone = usePhoneScreen()
  const jump = useJump(tools)
  const count = Object.keys(state.filters).length
  const FilterChips = useLazyComponent(lazyListCode.chips, count > 0)
  const MoreMenu = useLazyComponent(moreMenu, phone)
  const drop = (name: string): void => {
    const { [name]: _, ...filters } = state.filters
    change({ filters, page: 1 })
  }
  return (
    <Root>
      {filter.search && (
        <SearchBox
          text={state.q}
          label={say('search-in', { title: lowerCaseTitle(register.title) })}
          clearLabel={say('clear')}
          onSearch={q => change({ q, page: 1 }, { replace: true })}
          onScan={jump}
        />
      )}
      {filter.fields.length > 0 && (
        <Button icon={<SlidersHorizontal aria-hidden />} onClick={onFilter} aria-haspopup="dialog">
          {say('filters')}
          {count > 0 && (
            <chakra.span color="accent.fg" fontWeight="600">
              {count}
            </chakra.span>
          )}
        </Button>
      )}
      {phone && <chakra.span ms="auto">{MoreMenu ? <MoreMenu tools={tools} state={state} shown={shown} /> : null}</chakra.span>}
      {FilterChips ? (
        <FilterChips tools={tools} filters={state.filters} onRemove={drop} onClear={() => change({ filters: {}, page: 1 })} />
      ) : null}
      {!phone && (
        <chakra.span ms="auto" display="inline-flex" gap="1">
          <ViewsMenu tools={tools} state={state} columns={shown.map(({ id }) => id)} />
          <ExportMenu tools={tools} state={state} shown={shown} />
          <ColumnChooser tools={tools} columns={columns} shown={shown} onColumns={onColumns} />
          <DensityMenu label={say('density')} density={density} onDensity={onDensity} />
        </chakra.span>
      )}
    </Root>
  )
})

/** A scanner's digits and Enter lead to the record that has them as its code, when exactly one has. */
function useJump({ register, rowActions }: ListTools): (text: string) => Promise<(() => void) | undefined> {
  const navigate = useNavigate()
  return async text => {
    const open = rowActions.find(isOpenAction)?.does
    if (!open || !('open' in open) || !isScannedCode(text)) return undefined
    const found = await lazyListCode
      .scan()
      .then(({ findScannedRecord }) => findScannedRecord(register, text))
      .catch(() => undefined)
    return found && (() => void navigate(fillAddress(open.open, found)))
  }
}

function ColumnChooser({ tools, columns, shown, onColumns }: Pick<Props, 'tools' | 'columns' | 'shown' | 'onColumns'>) {
  const { say } = tools
  const on = new Set(shown.map(column => column.id))
  const toggle = (id: string): void => {
    const next = columns.filter(column => (column.id === id ? !on.has(id) : on.has(column.id))).map(column => column.id)
    if (next.length > 0) onColumns(next)
  }
  const entries: MenuPart[] = [
    ...columns.map(column => ({ id: column.id, title: column.title, checked: on.has(column.id), act: () => toggle(column.id) })),
    { line: 'reset' },
    { id: '!reset', title: say('columns-reset'), act: () => onColumns(undefined) },
  ]
  return (
    <Menu
      entries={entries}
      trigger={props => (
        <IconButton label={say('columns')} {...props}>
          <Columns3 aria-hidden />
        </IconButton>
      )}
    />
  )
}

function DensityMenu({
  label,
  density,
  onDensity,
}: {
  readonly label: string
  readonly density: Density
  onDensity(density: Density): void
}) {
  const entries = densities.map(({ id, title }) => ({ id, title, checked: id === density, act: () => onDensity(id) }))
  return (
    <Menu
      entries={entries}
      trigger={props => (
        <IconButton label={label} {...props}>
          <Rows3 aria-hidden />
        </IconButton>
      )}
    />
  )
}
