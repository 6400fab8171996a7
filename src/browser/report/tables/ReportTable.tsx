import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useMemo } from 'react'
import { Select } from '../../../controls/fields/Select.tsx'
import { isNumberKind } from '../../../kinds/numbers.ts'
import type { TableSpec } from '../../../model/report.ts'
import { useReport } from '../reportContext.ts'
import { answerRowsAt } from '../run/searchAnswers.ts'
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
  const { answers, report, say, viewState, setViewState, printing } = useReport()
  const id = useId()
  const name = `ordem${at}`
  const wanted = viewState(name)
  const order = useMemo(() => orderOf(wanted, spec), [wanted, spec])
  const found = useMemo(() => answerRowsAt(answers, spec.rows), [answers, spec.rows])
  const table = useMemo(() => shownTable(spec, found, order.chosen), [spec, found, order.chosen])
  const cells = useTableCells(spec, found.columns, table)
  const title = spec.title ?? report.title
  const sort = (by: string): void => {
    const down = order.chosen?.by === by ? !order.chosen.down : isNumeric(table, by)
    setViewState(name, `${down ? '-' : ''}${by}`)
  }
  const children = spec.tree ?? found.children
  const common = { table, cells, title, order: order.chosen, onSort: sort }
  return (
    <Sheet>
      <header>
        <chakra.h2 id={id} textStyle="section" flex="1" minWidth="0" {...(spec.title === undefined ? { srOnly: true } : {})}>
          {title}
        </chakra.h2>
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
          {say(report.empty)}
        </chakra.p>
      ) : children !== undefined && found.children !== undefined ? (
        <TreeTable {...common} member={children} />
      ) : table.rows.length > mostPlain && !printing ? (
        <LongTable {...common} />
      ) : (
        <PlainTable {...common} />
      )}
    </Sheet>
  )
}

const isNumeric = ({ rows }: ShownTable, name: string): boolean => rows.some(row => typeof row[name] === 'number')

/** The order that the address holds (`-lucro`), else the first that is offered, else that of the answer. */
function orderOf(text: string | undefined, spec: TableSpec): { readonly chosen: TableOrder | undefined } {
  if (text !== undefined && text !== '') return { chosen: { by: text.replace(/^-/, ''), down: text.startsWith('-') } }
  const first = spec.orders?.[0]
  const as = spec.columns.find(({ column }) => column === first?.by)?.as
  return { chosen: first && { by: first.by, down: as === undefined || isNumberKind(as) } }
}
