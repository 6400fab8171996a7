import { chakra } from '@chakra-ui/react/styled-system'
import { SlidersHorizontal } from 'lucide-react'
import { memo } from 'react'
import { lowerCaseTitle } from '../../../base/text.ts'
import { Button } from '../../../controls/Button.tsx'
import { fillAddress } from '../../../model/fillAddress.ts'
import type { Register } from '../../../model/model.ts'
import { useNavigate } from '../../router/router.tsx'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { usePhoneScreen } from '../../ui/useMediaQuery.ts'
import { lazyListCode } from '../lazyListCode.ts'
import type { ListTools } from '../listTools.ts'
import type { ListState } from '../query/listUrlState.ts'
import type { ListToolbarProps } from './ListToolbar.tsx'
import { isOpenAction } from './RowActions.tsx'
import { SearchBox } from './SearchBox.tsx'
import { isScannedCode } from './scannedCode.ts'

const toolbar = () => loadWithRetry(() => import('./ListToolbar.tsx'))
const moreMenu = () => loadWithRetry(() => import('./ListMoreMenu.tsx'))

const Root = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '2', flexWrap: 'wrap', minHeight: 'control' } })

interface Props extends ListToolbarProps {
  /** The first rows are there: what can wait is fetched. */
  readonly standing: boolean
  onFilter(): void
}

/** The line over the grid: search, filters in force, which columns and how close. */
export const ListBar = memo(function ListBar({
  tools,
  standing,
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
  const Toolbar = useLazyComponent(toolbar, standing && !phone)
  const label = say('search-in', { title: lowerCaseTitle(register.title) })
  const drop = (name: string): void => {
    const { [name]: _, ...filters } = state.filters
    change({ filters, page: 1 })
  }
  return (
    <Root>
      {filter.search && (
        <SearchBox
          text={state.q}
          label={label}
          hint={phone ? say('search') : label}
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
      {phone && (
        <chakra.span ms="auto">
          {MoreMenu && <MoreMenu tools={tools} state={state} change={change} columns={columns} shown={shown} />}
        </chakra.span>
      )}
      {FilterChips && (
        <FilterChips tools={tools} filters={state.filters} onRemove={drop} onClear={() => change({ filters: {}, page: 1 })} />
      )}
      {!phone && (
        <chakra.span
          ms="auto"
          display="inline-flex"
          justifyContent="flex-end"
          gap="1"
          minHeight="control"
          minWidth={roomOfTools(register, state)}
        >
          {Toolbar && <Toolbar {...{ tools, state, change, columns, shown, density, onDensity, onColumns }} />}
        </chakra.span>
      )}
    </Root>
  )
})

/** Room for the buttons at the right, which come later: the line breaks once. */
function roomOfTools({ views: { looks = {} } }: Register, { look }: ListState): string {
  const others = Object.keys(looks).length
  const buttons = (look ? 2 : 5) + (others > 0 ? others + 1.5 : 0)
  return `calc(${buttons} * (var(--control-height) + 0.25rem))`
}

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
