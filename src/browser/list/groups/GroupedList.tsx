import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import useSWR from 'swr'
import type { GroupSums, TotalsReply } from '../../../api/batch.ts'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import { valueText } from '../../../kinds/valueText.ts'
import { fillAddress } from '../../../model/fillAddress.ts'
import type { Field } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { type CallError, call } from '../../data/api.ts'
import { cacheScope } from '../../data/caches.ts'
import { useRows } from '../../data/registerRows.ts'
import { noSelection } from '../../grid/selection.ts'
import { RouterLink } from '../../router/RouterLink.tsx'
import { isOpenAction } from '../bar/RowActions.tsx'
import { listCell } from '../cells/ListCell.tsx'
import { columnAlign, type ListColumn } from '../cells/listColumns.ts'
import ListCards from '../ListCards.tsx'
import { ListFailed } from '../ListFailed.tsx'
import { orderedGroups } from '../query/groupFields.ts'
import { listFilterOf, listQueryOf } from '../query/listQuery.ts'
import { writeListState } from '../query/listUrlState.ts'
import { summedColumns, totalsOf } from '../query/useTotals.ts'
import type { ListPageModel } from '../useListPage.ts'
import { groupTotals, narrowedTo } from './narrowed.ts'
import './groups.css'

interface Props {
  readonly page: ListPageModel
  readonly phone: boolean
}

/** The list by a column: a line for each of its values with what its rows add up to, which opens on its rows. */
export default function GroupedList({ page, phone }: Props) {
  const { tools, state, shown, columns } = page
  const { register, say } = tools
  const by = fieldOf(register, state.group ?? '')
  const summed = summedColumns(phone ? columns : shown, groupTotals(register.views.list, state))
  const { q, where } = listFilterOf(state, register)
  const query = { campos: summed.map(({ id }) => id).join(','), por: state.group, filter: where && { where }, q }
  const { data, error, mutate } = useSWR<TotalsReply, CallError>(
    ['rows', register.name, cacheScope(), 'totais', query],
    async () => (await call<TotalsReply>('GET', `${register.name}/totais`, { query })).data,
    { keepPreviousData: true },
  )
  if (error) return <ListFailed tools={tools} error={error} onRetry={() => void mutate()} />
  if (!data || !by) return <Skeleton height="20rem" />
  const groups = orderedGroups(data.grupos ?? [], by)
  return (
    <div className="list-groups">
      {groups.map(group => (
        <Group
          key={String(group.valor)}
          {...{ page, phone, by, group }}
          sums={totalsOf(summed, group.totais)}
          open={groups.length === 1}
        />
      ))}
      {data.outros ? <chakra.p color="fg.muted">{say('list.groups-left', { count: data.outros })}</chakra.p> : null}
    </div>
  )
}

interface GroupProps extends Props {
  readonly by: Field
  readonly group: GroupSums
  readonly sums: ReturnType<typeof totalsOf>
  readonly open: boolean
}

const number = new Intl.NumberFormat('pt-BR')

function Group({ page, phone, by, group, sums, open: atFirst }: GroupProps) {
  const [open, setOpen] = useState(atFirst)
  const { say } = page.tools
  const name = group.valor === null ? say('list.group-blank', { title: by.title }) : (group.rotulo ?? valueText(group.valor, by))
  return (
    <div>
      <h2>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span>{name}</span>
          <span className="list-group-count">{number.format(group.count)}</span>
          {sums.map(({ column, text }) => (
            <span key={column.id} className="list-group-sum">
              {column.title}: <strong>{text}</strong>
            </span>
          ))}
        </button>
      </h2>
      {open ? <GroupRows {...{ page, phone, by, group, name }} /> : null}
    </div>
  )
}

/** Rows of a group that stand at once; the list narrowed to it has them all. */
const most = 25

function GroupRows({ page, phone, by, group, name }: Omit<GroupProps, 'sums' | 'open'> & { readonly name: string }) {
  const { tools, state, shown, card } = page
  const { register, say } = tools
  const columns = phone ? card : shown.filter(({ action }) => !action)
  const asked = listQueryOf({ ...state, page: 1, perPage: most }, register, columns)
  const own = { [by.name]: group.valor }
  const rows = useRows(register.name, { ...asked, where: asked.where ? { and: [asked.where, own] } : own })
  if (rows.loading) return <Skeleton height="6rem" />
  return (
    <>
      {phone ? (
        <ListCards
          {...{ tools, columns, rows }}
          perPage={most}
          selection={noSelection}
          selectable={false}
          onSelect={() => undefined}
        />
      ) : (
        <GroupTable {...{ page, by, rows, name }} />
      )}
      {group.count > most ? (
        <p className="list-group-all">
          <RouterLink to={allAddress(page, by, group)}>{say('list.group-all', { count: group.count, name })}</RouterLink>
        </p>
      ) : null}
    </>
  )
}

interface TableProps {
  readonly page: ListPageModel
  readonly by: Field
  readonly rows: ReturnType<typeof useRows>
  readonly name: string
}

function GroupTable({ page: { tools, shown }, by, rows, name }: TableProps) {
  const { register } = tools
  // All rows have it in common: it stands over them.
  const isOwn = ({ id, relation }: ListColumn): boolean =>
    id === by.name || (relation !== undefined && relation.as === by.reference?.as)
  const columns = shown.filter(column => !column.action && !isOwn(column))
  const open = tools.rowActions.find(isOpenAction)?.does
  const address = open && 'open' in open ? open.open : undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
    <section className="list-group-rows" aria-label={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.id} scope="col" data-align={columnAlign(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.rows.map(row => (
            <tr key={row.id}>
              {columns.map(column => (
                <td key={column.id} data-align={columnAlign(column)}>
                  {address !== undefined && (column.id === register.label || column.id === register.code) ? (
                    <RouterLink to={fillAddress(address, row)}>{listCell(column, row, tools, undefined)}</RouterLink>
                  ) : (
                    listCell(column, row, tools, undefined)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The list narrowed to a group. */
function allAddress({ tools: { register }, state }: ListPageModel, by: Field, { valor }: GroupSums): string {
  const { group: _, ...still } = state
  const value = narrowedTo(valor, by, register)
  const params = writeListState({ ...still, page: 1, filters: { ...state.filters, [by.name]: value } }, register)
  return `${register.views.path}?${params}`
}
