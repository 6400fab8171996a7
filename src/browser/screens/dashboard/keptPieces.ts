import type { Figure, ReportItem } from '../../../model/report.ts'

const callOf = (path: string): string => path.split('.')[0] ?? ''

/** The calls that a figure is read from. */
function callsIn(figure: Figure): readonly string[] {
  if (typeof figure === 'string') return [callOf(figure)]
  if ('expression' in figure) return Object.values(figure.of).map(callOf)
  const path = Object.values(figure)[0]
  return typeof path === 'string' ? [callOf(path)] : []
}

/** The pieces of a page whose calls are there; a card stands as long as its call is among `titled`, too: it says that it lacks its figure. */
export function keptPieces(
  items: readonly ReportItem[],
  has: (call: string) => boolean,
  titled: (call: string) => boolean = has,
): readonly ReportItem[] {
  const hasAll = (figure: Figure): boolean => callsIn(figure).every(has)
  return items.flatMap((item): ReportItem[] => {
    if ('cards' in item) {
      const cards = item.cards.filter(({ value }) => callsIn(value).every(titled))
      return cards.length > 0 ? [{ cards }] : []
    }
    if ('charts' in item) {
      const charts = item.charts.filter(({ rows }) => has(callOf(rows)))
      return charts.length > 0 ? [{ charts, across: Math.min(item.across, charts.length) }] : []
    }
    if ('table' in item) return has(callOf(item.table.rows)) ? [item] : []
    if ('attention' in item) {
      const lines = item.attention.items.filter(({ value }) => hasAll(value))
      return lines.length > 0 ? [{ attention: { ...item.attention, items: lines } }] : []
    }
    if ('steps' in item) {
      const steps = item.steps.items.filter(({ done }) => hasAll(done))
      return steps.length > 0 ? [{ steps: { ...item.steps, items: steps } }] : []
    }
    if ('toggle' in item) {
      const views = item.toggle.map(view => ({ ...view, items: keptPieces(view.items, has, titled) }))
      const shown = views.filter(view => view.items.length > 0)
      return shown.length > 0 ? [{ toggle: shown }] : []
    }
    if ('when' in item) {
      const inside = keptPieces(item.items, has, titled)
      return inside.length > 0 ? [{ ...item, items: inside }] : []
    }
    return [item]
  })
}

/** Both columns as one: what needs attention comes right below the first figures, where people look first, the rest of what stands beside at the end. */
export function inOneColumn([first = [], beside = []]: readonly (readonly ReportItem[])[]): readonly ReportItem[] {
  const hasCards = (item: ReportItem): boolean => 'cards' in item || ('items' in item && item.items.some(hasCards))
  const at = first.findIndex(hasCards) + 1
  const isUrgent = (item: ReportItem): boolean => 'attention' in item
  return [...first.slice(0, at), ...beside.filter(isUrgent), ...first.slice(at), ...beside.filter(item => !isUrgent(item))]
}
