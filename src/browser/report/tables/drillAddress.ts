import type { Model } from '../../../model/model.ts'
import type { Drill, Report } from '../../../model/report.ts'
import type { ReportValues } from '../parameters/reportValues.ts'

/** The page on which the figure stands: its report, and what it was asked, as its address has it. */
interface DrilledPage {
  readonly report: Pick<Report, 'parameters'>
  readonly asked: ReportValues
}

type Row = Readonly<Record<string, unknown>>

/**
 * Returns the address of what is behind a row: of a report with the parameters that the page has too, or of a list. Undefined where the row lacks a
 * column that it names, or stands for another store of a comparison.
 */
export function drillAddress(
  { report, register, with: narrowed = {} }: Drill,
  row: Row,
  page: DrilledPage,
  { reports, registers }: Pick<Model, 'reports' | 'registers'>,
): string | undefined {
  const target = report === undefined ? undefined : reports[report]
  const path = target?.path ?? registers[register ?? '']?.views.path
  if (path === undefined || row.lojaId !== undefined) return undefined
  const search = new URLSearchParams()
  const put = (name: string, text: string): void => (text === '' ? search.delete(name) : search.set(name, text))
  const own = new Set(page.report.parameters.flatMap(({ fills }) => fills))
  for (const name of target?.parameters.flatMap(({ fills }) => fills) ?? []) if (own.has(name)) put(name, page.asked[name] ?? '')
  for (const [name, template] of Object.entries(narrowed)) {
    const text = filled(template, row, page.asked)
    if (text === undefined) return undefined
    put(name, text)
  }
  const query = search.toString()
  return query === '' ? path : `${path}?${query}`
}

/** The text with values in place of its names; undefined where the row has such a column and nothing in it. */
function filled(template: string, row: Row, asked: ReportValues): string | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (names.some(name => name in row && (row[name] ?? '') === '')) return undefined
  return template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(name in row ? row[name] : (asked[name] ?? '')))
}
