import type { Model, Rights } from '../model.ts'
import { resultPartAt } from '../report/resultShape.ts'
import type { Card, ChartSpec, Figure, Report, ReportItem, TableSpec } from '../report.ts'
import { hiddenColumnsOf, seenQuery, withoutChoices } from './seenQuery.ts'

type IsOpen = (path: string) => boolean

/** A report's page without the figures that somebody with these rights may not read. */
export function cutReport<R extends Pick<Report, 'calls' | 'layout' | 'parameters'>>(report: R, model: Model, rights: Rights): R {
  const isOpen: IsOpen = path => {
    const [call = '', ...rest] = path.split('.')
    const query = model.queries[report.calls[call]?.query ?? '']
    if (!query) return true
    const part = resultPartAt(seenQuery(model, query, rights).result, rest)
    return !(part && 'column' in part && part.column.hidden)
  }
  const hidden = new Set(
    Object.values(report.calls).flatMap(({ query: name }) => {
      const query = model.queries[name]
      return query ? [...hiddenColumnsOf(seenQuery(model, query, rights))] : []
    }),
  )
  if (hidden.size === 0) return report
  const parameters = report.parameters.map(parameter => withoutChoices(parameter, hidden))
  return { ...report, parameters, layout: cutItems(report.layout, isOpen) }
}

const cutItems = (items: readonly ReportItem[], isOpen: IsOpen): ReportItem[] => items.flatMap(item => cutItem(item, isOpen))

function cutItem(item: ReportItem, isOpen: IsOpen): ReportItem[] {
  if ('cards' in item)
    return kept({ ...item, cards: item.cards.flatMap(card => cutCard(card, isOpen)) }, item.cards.length, 'cards')
  if ('charts' in item)
    return kept({ ...item, charts: item.charts.flatMap(chart => cutChart(chart, isOpen)) }, item.charts.length, 'charts')
  if ('table' in item) return cutTable(item.table, isOpen).map(table => ({ table }))
  if ('toggle' in item) {
    const toggle = item.toggle
      .map(one => ({ ...one, items: cutItems(one.items, isOpen) }))
      .filter(({ items }) => items.length > 0)
    return toggle.length > 0 ? [{ toggle }] : []
  }
  if ('items' in item) return [{ ...item, items: cutItems(item.items, isOpen) }]
  if ('attention' in item) {
    const items = item.attention.items.filter(({ value }) => isFigureOpen(value, isOpen))
    return [{ attention: { ...item.attention, items } }]
  }
  if ('steps' in item)
    return [{ steps: { ...item.steps, items: item.steps.items.filter(({ done }) => isFigureOpen(done, isOpen)) } }]
  return [item]
}

/** A row of cards or charts of which none is left goes. */
const kept = <Item extends ReportItem>(item: Item, before: number, member: keyof Item): Item[] => {
  const left = item[member]
  return before > 0 && Array.isArray(left) && left.length === 0 ? [] : [item]
}

function isFigureOpen(figure: Figure, isOpen: IsOpen): boolean {
  if (typeof figure === 'string') return isOpen(figure)
  if ('sum' in figure) return isOpen(figure.sum)
  if ('average' in figure) return isOpen(figure.average)
  if ('count' in figure) return isOpen(figure.count)
  if ('top' in figure) return isOpen(`${figure.top}.${figure.by}`) && isOpen(`${figure.top}.${figure.show}`)
  return Object.values(figure.of).every(isOpen)
}

function cutCard({ before, note, ...card }: Card, isOpen: IsOpen): Card[] {
  if (!isFigureOpen(card.value, isOpen)) return []
  const noted = note && Object.values(note.of).every(figure => isFigureOpen(figure, isOpen))
  return [
    {
      ...card,
      ...(before !== undefined && isFigureOpen(before, isOpen) ? { before } : {}),
      ...(note && noted ? { note } : {}),
    },
  ]
}

function cutChart(chart: ChartSpec, isOpen: IsOpen): ChartSpec[] {
  const { rows, category, series, pick } = chart
  const open = (column: string): boolean => isOpen(`${rows}.${column}`)
  const values = chart.values.filter(open)
  const stands = open(category) && (series === undefined || open(series)) && (pick === undefined || open(pick.by))
  return values.length > 0 && stands ? [{ ...chart, values }] : []
}

function cutTable(table: TableSpec, isOpen: IsOpen): TableSpec[] {
  const { rows, pivot, opening, orders } = table
  const open = (column: string): boolean => isOpen(`${rows}.${column}`)
  if (pivot && !(open(pivot.column) && open(pivot.value))) return []
  const columns = table.columns.filter(({ column }) => open(column))
  if (columns.length === 0) return []
  return [
    {
      ...table,
      columns,
      totals: table.totals.filter(open),
      ...(orders ? { orders: orders.filter(({ by }) => open(by)) } : {}),
      ...(opening
        ? { opening: { ...opening, values: Object.fromEntries(Object.entries(opening.values).filter(([name]) => open(name))) } }
        : {}),
    },
  ]
}
