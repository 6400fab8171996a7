import { PaperHead } from '../report/paper/PaperHead.tsx'
import { usePrinting } from '../report/paper/usePrinting.ts'
import { upright } from '../report/tables/landscape.ts'
import { readableFilter } from './bar/readableFilter.ts'
import { columnText, columnValue, type ListColumn, referenceLabel } from './cells/listColumns.ts'
import { toneOf } from './toneOfRow.ts'
import type { ListPageModel } from './useListPage.ts'
import '../report/report.css'
import './listPaper.css'
import type { FilterValue } from '../../kinds/controlProps.ts'
import { includedLabels } from '../../kinds/references/includedLabels.ts'
import { kindByName } from '../../kinds/values.ts'
import { fieldOf } from '../../model/register.ts'
import type { RegisterRow } from '../data/registerRows.ts'
import { useSession } from '../data/session.tsx'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { useLazyComponent } from '../ui/useLazyComponent.ts'

interface Props {
  readonly page: ListPageModel
  readonly phone: boolean
}

const listMarks = () => loadWithRetry(() => import('./marks/ListMarks.tsx'))

/**
 * A list on paper: its rows as a table under the store's head, which stands only while the page is printed. As it comes once the list stands, it brings
 * along what is put beside rows after that.
 */
export default function ListPaper({ page, phone }: Props) {
  const Marks = useLazyComponent(listMarks, page.tools.register.discuss === true)
  const sheet = usePrinting() ? <Sheet page={page} phone={phone} /> : null
  return (
    <>
      {sheet}
      {Marks ? <Marks page={page} phone={phone} /> : null}
    </>
  )
}

function Sheet({ page, phone }: Props) {
  const { tools, rows, totals, state } = page
  const about = useAbout(page)
  const { zone } = useSession()
  const columns = (phone ? page.card : page.shown).filter(isPrinted)
  const sums = new Map(totals.map(({ column, text }) => [column.id, text]))
  const first = (state.page - 1) * state.perPage + 1
  const span = { from: first, to: first + rows.rows.length - 1, count: rows.count }
  return (
    <section className={`list-paper${columns.length > upright ? ' report-lying' : ''}`}>
      <PaperHead
        title={tools.register.title}
        about={[...about, rows.rows.length < rows.count ? tools.say('list.paper-rows', span) : ''].filter(Boolean).join(' · ')}
      />
      <div className="report-table">
        <table>
          <thead>
            <tr>
              {columns.map(column => (
                <th key={column.id} scope="col" data-align={alignOf(column)}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.rows.map(row => (
              <tr key={String(row.id)}>
                {columns.map(column => (
                  <td key={column.id} data-align={alignOf(column)}>
                    <span className="toned" data-tone={toneOf(column.view.tones, row, tools)}>
                      {paperText(column, row, zone)}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
            {sums.size > 0 ? (
              <tr>
                {columns.map(({ id }, at) => (
                  <td key={id} data-align="end">
                    <strong>{sums.get(id) ?? (at === 0 ? tools.say('list.totals', { count: rows.count }) : '')}</strong>
                  </td>
                ))}
              </tr>
            ) : null}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** The text of a cell as it is read on the screen, money and all. */
function paperText(column: ListColumn, row: RegisterRow, zone: string): string {
  const { field, view } = column
  const label = referenceLabel(column, row)
  if (!field || view.chips || label !== undefined) return columnText(column, row)
  return kindByName(field.kind).format(columnValue(column, row), { ...field, zone })
}

/** Pictures and buttons say nothing on paper. */
const isPrinted = ({ field, action }: ListColumn): boolean =>
  action === undefined && field !== undefined && kindByName(field.kind).keeps !== 'picture'

const alignOf = ({ field }: ListColumn): 'start' | 'end' => (field && kindByName(field.kind).align === 'end' ? 'end' : 'start')

/** The search and the filters in words; a record that a filter names is called as its rows call it. */
function useAbout({ tools: { register, say }, state, columns, rows }: ListPageModel): readonly string[] {
  const { zone } = useSession()
  const word = (code: 'from' | 'to' | 'none'): string => say(code).toLowerCase()
  const filters = Object.entries(state.filters).flatMap(([name, value]) => {
    const field = fieldOf(register, name)
    if (!field) return []
    const title = register.views.filter.fields.find(view => view.field === name)?.title ?? field.title
    const column = columns.find(({ id }) => id === name)
    const first = field.reference && rows.rows[0]
    const label = column && first ? referenceLabel(column, first) : labelsIn(rows.rows, column, value)
    const said = readableFilter(value, { ...field, zone }, { from: word('from'), to: word('to'), none: word('none') })
    return [`${title}: ${label ?? said}`]
  })
  return [...(state.q.trim() === '' ? [] : [`${say('search')}: ${state.q.trim()}`]), ...filters]
}

/** The labels of the records of several keys that a filter names, as far as rows bring them. */
function labelsIn(rows: readonly RegisterRow[], column: ListColumn | undefined, { in: among }: FilterValue): string | undefined {
  const { as, target } = column?.relation ?? {}
  if (!column?.field?.references || !among) return undefined
  const labels = new Map(rows.flatMap(row => [...includedLabels(row, as, target?.label)]))
  return among.map(key => labels.get(key) ?? String(key)).join(', ')
}
