import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useMemo } from 'react'
import { Select } from '../../../controls/fields/Select.tsx'
import { Pager } from '../../../controls/Pager.tsx'
import { isNumberKind } from '../../../kinds/numbers.ts'
import { fillAddress } from '../../../model/fillAddress.ts'
import type { ResultRows } from '../../../model/report/resultPath.ts'
import type { TableSpec } from '../../../model/report.ts'
import { RouterLink } from '../../router/RouterLink.tsx'
import { useReport } from '../reportContext.ts'
import { answerRowsAt, figureValue, type SearchAnswers } from '../run/searchAnswers.ts'
import { usePageAddressValues } from '../useFigure.ts'
import { LongTable } from './LongTable.tsx'
import { PlainTable } from './PlainTable.tsx'
import { type ShownTable, shownTable, type TableOrder } from './shownTable.ts'
import { TreeTable } from './TreeTable.tsx'
import { useTableCells } from './useTableCells.tsx'

/** More rows than these are drawn as they are scrolled to; on paper all of them stand. */
const mostPlain = 120

const Sheet = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    minWidth: 0,
    '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' },
  },
})

/** A table of an answer, with its title and the orders it offers. */
export function ReportTable({ spec, at }: { readonly spec: TableSpec; readonly at: string }) {
  const { answers, report, say, viewState, setViewState, printing, isReachable } = useReport()
  const addresses = usePageAddressValues()
  const id = useId()
  const name = `ordem${at}`
  const wanted = viewState(name)
  const order = useMemo(() => orderOf(wanted, spec), [wanted, spec])
  const found = useMemo(() => withOpening(answerRowsAt(answers, spec.rows), spec, answers), [answers, spec])
  const table = useMemo(() => shortened(shownTable(spec, found, order.chosen), spec.most), [spec, found, order.chosen])
  const cells = useTableCells(spec, found.columns, table)
  const { page, perPage, shown } = usePage(table, printing ? undefined : spec.pageSize, viewState(`pagina${at}`))
  const title = spec.title ?? report.title
  const sort = (by: string): void => {
    const down = order.chosen?.by === by ? !order.chosen.down : isNumeric(table, by)
    setViewState(name, `${down ? '-' : ''}${by}`)
  }
  const children = spec.tree ?? found.children
  const common = { table: shown, cells, title, order: order.chosen, onSort: sort }
  return (
    <Sheet>
      <header>
        <chakra.h2 id={id} textStyle="section" flex="1" minWidth="0" {...(spec.title === undefined ? { srOnly: true } : {})}>
          {title}
        </chakra.h2>
        {spec.more && isReachable(spec.more.open) ? (
          <chakra.span
            fontSize="sm"
            css={{ '& a': { color: 'accent.fg', textDecoration: 'underline', textUnderlineOffset: '2px' } }}
          >
            <RouterLink to={fillAddress(spec.more.open, addresses)}>{spec.more.title}</RouterLink>
          </chakra.span>
        ) : null}
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
              value={spec.orders.some(({ by }) => by === order.chosen?.by) ? (order.chosen?.by ?? '') : ''}
              {...(spec.orders.some(({ by }) => by === order.chosen?.by) ? {} : { blank: '—' })}
              onChange={by => setViewState(name, by === '' ? undefined : `${isNumeric(table, by) ? '-' : ''}${by}`)}
            />
          </chakra.label>
        ) : null}
      </header>
      {table.rows.length === 0 ? (
        <chakra.p color="fg.muted" py="6" textAlign="center">
          {say(spec.empty ?? report.empty)}
        </chakra.p>
      ) : children !== undefined && found.children !== undefined ? (
        <TreeTable {...common} member={children} />
      ) : shown.rows.length > mostPlain && !printing ? (
        <LongTable {...common} />
      ) : (
        <PlainTable {...common} dialog={spec.dialog} />
      )}
      {shown.rows.length < table.rows.length ? (
        <Pager
          page={page}
          perPage={perPage}
          count={table.rows.length}
          sizes={[perPage]}
          onPage={next => setViewState(`pagina${at}`, next === 1 ? undefined : String(next))}
          onPerPage={() => undefined}
        />
      ) : null}
    </Sheet>
  )
}

/** The rows of the page that the address holds; all of them where a table has no pages. */
function usePage(table: ShownTable, size: number | undefined, text: string | undefined) {
  const perPage = size ?? Math.max(1, table.rows.length)
  const page = Math.min(Math.max(1, Number(text) || 1), Math.max(1, Math.ceil(table.rows.length / perPage)))
  const shown = useMemo(
    () => (table.rows.length <= perPage ? table : { ...table, rows: table.rows.slice((page - 1) * perPage, page * perPage) }),
    [table, page, perPage],
  )
  return { page, perPage, shown }
}

/** The first rows only; totals are of what is seen, and so none. */
const shortened = (table: ShownTable, most: number | undefined): ShownTable =>
  most === undefined || table.rows.length <= most ? table : { columns: table.columns, rows: table.rows.slice(0, most) }

const isNumeric = ({ rows }: ShownTable, name: string): boolean => rows.some(row => typeof row[name] === 'number')

/** The rows with what was there before them, where there was anything. */
function withOpening(found: ResultRows, { opening }: TableSpec, answers: SearchAnswers): ResultRows {
  if (!opening) return found
  const figures = Object.entries(opening.values).map(
    ([name, figure]) => [name, figureValue(answers, figure, () => null)] as const,
  )
  if (figures.every(([, value]) => value === 0 || value === null || value === undefined)) return found
  return { ...found, rows: [{ [opening.column]: opening.title, ...Object.fromEntries(figures) }, ...found.rows] }
}

/** The order that the address holds (`-lucro`), else the first that is offered, else that of the answer. */
function orderOf(text: string | undefined, spec: TableSpec): { readonly chosen: TableOrder | undefined } {
  if (text !== undefined && text !== '') return { chosen: { by: text.replace(/^-/, ''), down: text.startsWith('-') } }
  const first = spec.orders?.[0]
  const as = spec.columns.find(({ column }) => column === first?.by)?.as
  return { chosen: first && { by: first.by, down: as === undefined || isNumberKind(as) } }
}
