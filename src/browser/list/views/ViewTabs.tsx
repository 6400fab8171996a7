import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef } from 'react'
import useSWR from 'swr'
import { fadingEdges, useScrollEdges } from '../../../controls/useScrollEdges.ts'
import { registerOfRole } from '../../../model/access/roles.ts'
import type { Register } from '../../../model/model.ts'
import { cacheScope } from '../../data/caches.ts'
import { countRows, useRows } from '../../data/registerRows.ts'
import { writeStorage } from '../../data/storage.ts'
import { RouterLink } from '../../router/RouterLink.tsx'
import type { ListTools } from '../listTools.ts'
import { listFilterOf } from '../query/listQuery.ts'
import { isNarrowed, type ListState, readListState, writeListState } from '../query/listUrlState.ts'

interface Props {
  readonly tools: ListTools
  readonly state: ListState
  /** Ids of the columns shown: a view holds them, too. */
  readonly columns: readonly string[]
  /** Under which is kept whether the list has views. */
  readonly keep: string
}

/** Views that stand as tabs; the menu of views has all. */
const most = 8

const Nav = chakra('nav', {
  base: {
    display: 'flex',
    gap: '1',
    minHeight: 'control',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    borderBottomWidth: '1px',
    borderColor: 'border',
    ...fadingEdges,
    '& > a': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1.5',
      px: '3',
      minHeight: { base: '2.75rem', md: 'control' },
      whiteSpace: 'nowrap',
      fontWeight: 'medium',
      color: 'fg.muted',
      _hover: { color: 'fg' },
      _focusVisible: { outlineOffset: '-2px' },
    },
    '& > a[aria-current]': { color: 'accent.fg', boxShadow: 'inset 0 -2px currentColor' },
    '& span': { fontSize: 'sm', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  },
})

/** The saved views of a list above it, each with how many rows it has; nothing where none is saved. */
export default function ViewTabs({ tools: { register, say, model, can }, state, columns, keep }: Props) {
  const kept = registerOfRole(model, 'views')
  const mine =
    kept && can(kept.access.see) ? { where: { recurso: register.name }, order: ['titulo ASC'], limit: most } : undefined
  const { rows, loading } = useRows(kept?.name ?? '', mine)
  const has = rows.length > 0
  useEffect(() => {
    if (!loading) writeStorage(keep, has ? '1' : undefined)
  }, [loading, has, keep])
  const edges = useScrollEdges()
  if (!has) return null
  const now = writeListState({ ...state, page: 1, columns }, register).toString()
  const current = rows.find(view => view.endereco === now)
  return (
    <Nav ref={edges} aria-label={say('list.views')}>
      <ViewTab register={register} address="" title={say('list.views-all')} current={!current && !isNarrowed(state)} />
      {rows.map(view => (
        <ViewTab
          key={view.id}
          register={register}
          address={String(view.endereco ?? '')}
          title={String(view.titulo)}
          current={view === current}
        />
      ))}
    </Nav>
  )
}

const number = new Intl.NumberFormat('pt-BR')

interface TabProps {
  readonly register: Register
  readonly address: string
  readonly title: string
  readonly current: boolean
}

function ViewTab({ register, address, title, current }: TabProps) {
  const query = listFilterOf(readListState(new URLSearchParams(address), register), register)
  const { data } = useSWR(['rows', register.name, cacheScope(), 'count', query], () => countRows(register.name, query))
  const link = useRef<HTMLAnchorElement>(null)
  // A phone shows one or two of them, and each grows as its number comes.
  useEffect(() => {
    const row = current ? link.current?.parentElement : undefined
    if (!row) return
    const bring = (): void => {
      if (!link.current) return
      const { offsetLeft, offsetWidth } = link.current
      row.scrollLeft = offsetLeft - row.offsetLeft - (row.clientWidth - offsetWidth) / 2
    }
    const widths = new ResizeObserver(bring)
    for (const tab of row.children) widths.observe(tab)
    return () => widths.disconnect()
  }, [current])
  return (
    <RouterLink
      ref={link}
      to={address === '' ? register.views.path : `${register.views.path}?${address}`}
      {...(current ? { 'aria-current': 'page' } : {})}
    >
      {title}
      {data === undefined ? null : <span>{number.format(data)}</span>}
    </RouterLink>
  )
}
