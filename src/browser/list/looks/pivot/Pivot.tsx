import { Select } from '../../../../controls/fields/Select.tsx'
import { useScrollEdges } from '../../../../controls/useScrollEdges.ts'
import type { Value } from '../../../../kinds/kind.ts'
import { kindByName } from '../../../../kinds/values.ts'
import type { Field } from '../../../../model/model.ts'
import type { PivotLook } from '../../../../model/views/looks.ts'
import { RouterLink } from '../../../router/RouterLink.tsx'
import { narrowedTo } from '../../groups/narrowed.ts'
import ListEmpty from '../../ListEmpty.tsx'
import { ListFailed } from '../../ListFailed.tsx'
import { writeListState } from '../../query/listUrlState.ts'
import { LookWaiting } from '../LookWaiting.tsx'
import type { LookProps } from '../lookProps.ts'
import { type PivotModel, type PivotQuestion, usePivot, valueTitle } from './usePivot.ts'
import './pivot.css'

const number = new Intl.NumberFormat('pt-BR')
const none: PivotLook = { rows: '', columns: '', measure: 'count' }

/** Records counted or summed by two fields. Every figure leads to the records behind it, in the list. */
export default function Pivot(props: LookProps) {
  const { tools, page } = props
  const { register, say } = tools
  const pivot = usePivot(props, register.views.looks?.pivot ?? none)
  const { data, error, reload, asked } = pivot
  const edges = useScrollEdges()
  if (error && !data) return <ListFailed tools={tools} error={error} onRetry={reload} />
  if (!data || !asked) return <LookWaiting />
  if (data.count === 0)
    return <ListEmpty tools={tools} state={page.state} onClear={() => page.change({ q: '', filters: {}, page: 1 })} />
  const left = data.left + data.table.left
  return (
    <div className="pivot">
      <PivotBar {...props} pivot={pivot} asked={asked} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard */}
      <section ref={edges} className="pivot-table" aria-label={register.title} tabIndex={0}>
        <PivotTable {...props} data={data} asked={asked} />
      </section>
      {left > 0 ? <p className="look-keys">{say('list.groups-left', { count: left })}</p> : null}
    </div>
  )
}

interface BarProps extends LookProps {
  readonly pivot: PivotModel
  readonly asked: PivotQuestion
}

/** The fields of rows and columns, and what is told of each cell. */
function PivotBar({ tools: { say, register }, onWords, pivot: { groups, summed }, asked }: BarProps) {
  const { rows, columns, measure, of } = asked
  const titles = (fields: readonly Field[], also: Field) =>
    [...new Set([...fields, also])].map(({ name, title }) => ({ value: name, title }))
  const measures = [
    { value: 'count', title: say('look.count') },
    ...[...new Set([...summed, ...(of ? [of] : [])])].flatMap(({ name, title }) => [
      { value: `sum.${name}`, title: say('look.sum-of', { title }) },
      { value: `average.${name}`, title: say('look.average-of', { title }) },
    ]),
  ]
  const now = of ? `${measure}.${of.name}` : measure
  const put = (next: Partial<Record<'rows' | 'columns' | 'measure', string>>): void =>
    onWords([next.rows ?? rows.name, next.columns ?? columns.name, ...(next.measure ?? now).split('.')])
  const choices = [
    {
      id: 'rows',
      title: say('look.rows'),
      value: rows.name,
      options: titles(groups, rows),
      choose: (name: string) => put({ rows: name }),
    },
    {
      id: 'columns',
      title: say('look.columns'),
      value: columns.name,
      options: titles(groups, columns),
      choose: (name: string) => put({ columns: name }),
    },
    {
      id: 'measure',
      title: say('look.measure'),
      value: now,
      options: measures,
      choose: (name: string) => put({ measure: name }),
    },
  ]
  return (
    <div className="pivot-bar">
      {choices.map(({ id, title, value, options, choose }) => (
        <label key={id} htmlFor={`pivot-${register.name}-${id}`}>
          <span>{title}</span>
          <Select id={`pivot-${register.name}-${id}`} value={value} options={options} onChange={choose} />
        </label>
      ))}
    </div>
  )
}

interface TableProps extends LookProps {
  readonly data: NonNullable<PivotModel['data']>
  readonly asked: PivotQuestion
}

function PivotTable({ tools: { register, say }, page: { state }, data: { columns, table }, asked }: TableProps) {
  const blank = (field: Field): string => say('list.group-blank', { title: field.title })
  const figure = (value: number | undefined): string => {
    if (value === undefined) return '—'
    return asked.of ? kindByName(asked.of.kind).format(value, asked.of) : number.format(value)
  }
  /** The list of the records behind a figure. */
  const address = (row: Value | undefined, column: Value | undefined): string => {
    const narrowed = [
      ...(row === undefined ? [] : [[asked.rows.name, narrowedTo(row, asked.rows, register)] as const]),
      ...(column === undefined ? [] : [[asked.columns.name, narrowedTo(column, asked.columns, register)] as const]),
    ]
    const { look: _, group: __, ...still } = state
    const filters = { ...state.filters, ...Object.fromEntries(narrowed) }
    return `${register.views.path}?${writeListState({ ...still, page: 1, filters }, register)}`
  }
  const cell = (key: string, value: number | undefined, to: string) => (
    <td key={key}>{value === undefined ? figure(value) : <RouterLink to={to}>{figure(value)}</RouterLink>}</td>
  )
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{asked.rows.title}</th>
          {columns.map(group => (
            <th key={String(group.valor)} scope="col">
              {valueTitle(group, asked.columns, blank)}
            </th>
          ))}
          <th scope="col">{say('look.total')}</th>
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ value, label, cells, total }) => (
          <tr key={String(value)}>
            <th scope="row">
              {valueTitle({ valor: value, ...(label === undefined ? {} : { rotulo: label }) }, asked.rows, blank)}
            </th>
            {cells.map((each, at) => cell(String(columns[at]?.valor), each, address(value, columns[at]?.valor)))}
            {cell('!total', total, address(value, undefined))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{say('look.total')}</th>
          {table.totals.map((each, at) => cell(String(columns[at]?.valor), each, address(undefined, columns[at]?.valor)))}
          <td>{figure(table.total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
