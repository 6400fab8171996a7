import { chakra } from '@chakra-ui/react/styled-system'
import { Search } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { TextInput } from '../../../controls/fields/TextInput.tsx'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import type { TableSpec } from '../../../model/report.ts'
import { useWholePaper } from '../paper/wholePaper.ts'
import { useReport } from '../reportContext.ts'
import { answerRowsAt } from '../run/searchAnswers.ts'
import { NothingFound } from './NothingFound.tsx'
import { shownTable } from './shownTable.ts'
import { TablePanel } from './TablePanel.tsx'
import { usePagedRows } from './usePagedRows.ts'
import { useTableCells } from './useTableCells.tsx'
import { useTableOrder } from './useTableOrder.ts'

/** Milliseconds after the last key before the server is asked. */
const pause = 300

/** A table whose rows the server puts in order, searches and gives page by page. */
export function PagedTable({ spec, at }: { readonly spec: TableSpec; readonly at: string }) {
  const { answers, report, say, viewState, setViewState, printing } = useReport()
  const order = useTableOrder(spec, at)
  const text = viewState(`busca${at}`) ?? ''
  const page = Math.max(1, Math.trunc(Number(viewState(`pagina${at}`))) || 1)
  const perPage = spec.pageSize ?? 10
  const { wanted, end } = useWholePaper()
  const { rows, count, busy, failed, again } = usePagedRows(spec.rows, { order, text, whole: wanted > 0, page, perPage })
  const { columns } = useMemo(() => answerRowsAt(answers, spec.rows), [answers, spec])
  const table = useMemo(() => shownTable(spec, { columns, rows: rows ?? [] }, undefined), [spec, columns, rows])
  const cells = useTableCells(spec, columns, table)
  // Fewer rows than when the address was kept: the last page there is.
  const last = Math.max(1, Math.ceil(count / perPage))
  useEffect(() => {
    if (!busy && rows && page > last) setViewState(`pagina${at}`, last === 1 ? undefined : String(last))
  }, [busy, rows, page, last, at, setViewState])
  // Once all rows are drawn: paper has them all, as that of any other table has.
  useEffect(() => {
    if (wanted > 0 && !busy && rows) window.print()
  }, [wanted, busy, rows])
  useEffect(() => {
    if (failed) end()
  }, [failed, end])
  const search = (next: string): void => {
    setViewState(`pagina${at}`, undefined)
    setViewState(`busca${at}`, next === '' ? undefined : next)
  }
  const box = printing ? null : (
    <TableSearch text={text} label={say('search-in', { title: spec.title ?? report.title })} onSearch={search} />
  )
  if (failed)
    return (
      <Banner
        tone="warning"
        actions={
          <Button size="sm" onClick={again}>
            {say('report.retry')}
          </Button>
        }
      >
        {say(report.failure)}
      </Banner>
    )
  if (!rows)
    return (
      <div aria-busy>
        <Skeleton height="20rem" />
      </div>
    )
  if (count === 0 && text === '' && !busy) return <NothingFound report={report} title={spec.empty} />
  const none = text === '' ? undefined : say('search-none', { text })
  return (
    <TablePanel {...{ spec, at, table, count, cells, order, page, perPage, busy, none }}>
      <chakra.div flex="1 1 14rem" maxWidth="24rem">
        {box}
      </chakra.div>
    </TablePanel>
  )
}

/** Free text over the rows of all pages. */
function TableSearch({ text, label, onSearch }: { readonly text: string; readonly label: string; onSearch(text: string): void }) {
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === text) return
    const timer = setTimeout(() => onSearch(wanted), pause)
    return () => clearTimeout(timer)
  }, [typed, text, onSearch])
  return (
    <search>
      <TextInput
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            // Inside a record's form it would save that.
            event.preventDefault()
            onSearch(typed.trim())
          }
          if (event.key === 'Escape' && typed !== '') {
            event.stopPropagation()
            onSearch('')
          }
        }}
        before={<Search aria-hidden />}
      />
    </search>
  )
}
