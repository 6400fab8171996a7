import type { ReportItem } from '../../../model/report.ts'

/** Columns that an upright sheet holds. */
export const upright = 8

/** Tells whether a table of the page asks for a sheet that lies. */
export const needsLandscape = (items: readonly ReportItem[]): boolean =>
  items.some(item => {
    if ('table' in item) return item.table.columns.length > upright
    if ('toggle' in item) return item.toggle.some(view => needsLandscape(view.items))
    return 'when' in item && needsLandscape(item.items)
  })
