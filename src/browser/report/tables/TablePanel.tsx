import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useId } from 'react'
import { Select } from '../../../controls/fields/Select.tsx'
import { Pager } from '../../../controls/Pager.tsx'
import type { TableSpec } from '../../../model/report.ts'
import { usePhoneScreen } from '../../ui/useMediaQuery.ts'
import { MoreLink } from '../MoreLink.tsx'
import { useReport } from '../reportContext.ts'
import { LongTable } from './LongTable.tsx'
import { PlainTable } from './PlainTable.tsx'
import { RowCards } from './RowCards.tsx'
import type { ShownTable, TableOrder } from './shownTable.ts'
import { TreeTable } from './TreeTable.tsx'
import type { TableCells } from './useTableCells.tsx'
import { orderName } from './useTableOrder.ts'

/** More rows than these are drawn as they are scrolled to; on paper all of them stand. */
const mostPlain = 120

const Frame = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    minWidth: 0,
    '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' },
  },
})

interface TablePanelProps {
  readonly spec: TableSpec
  readonly at: string
  /** The rows that stand, and how many all pages hold. */
  readonly table: ShownTable
  readonly count: number
  readonly cells: TableCells
  readonly order: TableOrder | undefined
  readonly page: number
  readonly perPage: number
  readonly isTree?: boolean
  /** Newer rows are on their way. */
  readonly busy?: boolean
  /** Rows with which the answer ended, where there may be others. */
  readonly cut?: number | undefined
  /** Said in place of the definition's words when there are no rows. */
  readonly none?: string | undefined
  /** The content beside the title. */
  readonly children?: ReactNode
}

/** A table with its title, the orders it offers, and the steps through its pages. */
export function TablePanel({ spec, at, table, count, cells, order, page, perPage, ...more }: TablePanelProps) {
  const { report, say, setViewState, printing } = useReport()
  const id = useId()
  const phone = usePhoneScreen()
  const cards = spec.phone === 'cards' && phone && !printing
  const title = spec.title ?? report.title
  const isNumeric = (name: string): boolean => table.rows.some(row => typeof row[name] === 'number')
  const setOrder = (text: string | undefined): void => {
    if (spec.paged) setViewState(`pagina${at}`, undefined)
    setViewState(orderName(at), text)
  }
  const sort = (by: string): void => setOrder(`${(order?.by === by ? !order.down : isNumeric(by)) ? '-' : ''}${by}`)
  const common = { table, cells, title, order, onSort: sort }
  return (
    <Frame aria-busy={more.busy || undefined}>
      <header>
        <chakra.h2 id={id} textStyle="section" flex="1" minWidth="0" {...(spec.title === undefined ? { srOnly: true } : {})}>
          {title}
        </chakra.h2>
        {more.children}
        <MoreLink more={spec.more} />
        {spec.orders && spec.orders.length > 1 && !printing ? (
          <chakra.label
            htmlFor={`${id}-order`}
            display="flex"
            alignItems="center"
            gap="2"
            fontSize="sm"
            color="fg.muted"
            marginInlineStart="auto"
          >
            {say('report.order')}
            <Select
              id={`${id}-order`}
              size="sm"
              style={{ width: 'auto' }}
              options={spec.orders.map(({ by, title: text }) => ({ value: by, title: text }))}
              value={spec.orders.some(({ by }) => by === order?.by) ? (order?.by ?? '') : ''}
              {...(spec.orders.some(({ by }) => by === order?.by) ? {} : { blank: '—' })}
              onChange={by => setOrder(by === '' ? undefined : `${isNumeric(by) ? '-' : ''}${by}`)}
            />
          </chakra.label>
        ) : null}
      </header>
      {more.cut === undefined ? null : (
        <chakra.p role="status" fontSize="sm" color="fg.muted">
          {say('report.cut', { count: more.cut })}
        </chakra.p>
      )}
      <chakra.div minWidth="0" transition="opacity 150ms" {...(more.busy ? { opacity: 0.45 } : {})}>
        {table.rows.length === 0 ? (
          <chakra.p color="fg.muted" py="6" textAlign="center" role="status">
            {more.none ?? say(spec.empty ?? report.empty)}
          </chakra.p>
        ) : spec.tree !== undefined && more.isTree ? (
          <TreeTable {...common} member={spec.tree} />
        ) : cards ? (
          <RowCards {...common} />
        ) : table.rows.length > mostPlain && !printing ? (
          <LongTable {...common} />
        ) : (
          <PlainTable {...common} dialog={spec.dialog} />
        )}
      </chakra.div>
      {table.rows.length >= count ? null : printing ? (
        <p>{say('list.paper-rows', { from: (page - 1) * perPage + 1, to: (page - 1) * perPage + table.rows.length, count })}</p>
      ) : (
        <Pager
          page={page}
          perPage={perPage}
          count={count}
          sizes={[perPage]}
          onPage={next => setViewState(`pagina${at}`, next === 1 ? undefined : String(next))}
          onPerPage={() => undefined}
        />
      )}
    </Frame>
  )
}
