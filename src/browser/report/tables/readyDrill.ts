import type { Model } from '../../../model/model.ts'
import type { Drill, Report } from '../../../model/report.ts'
import type { ReportValues } from '../parameters/reportValues.ts'

/** The page on which the figure stands: its report, and what it was asked, as its address has it. */
interface DrilledPage {
  readonly report: Pick<Report, 'parameters'>
  readonly asked: ReportValues
}

type Row = Readonly<Record<string, unknown>>

/** A drill of a page: the path that it leads to, and the address that a row leads to. */
export interface ReadyDrill {
  readonly path: string
  /** Undefined where the row lacks a column that is named, or stands for another store of a comparison. */
  address(row: Row): string | undefined
}

/** Makes a drill ready for the rows of a table: of a report with the parameters that the page has too, or of a list. */
export function readyDrill(
  { report, register, with: narrowed = {} }: Drill,
  page: DrilledPage,
  { reports, registers }: Pick<Model, 'reports' | 'registers'>,
): ReadyDrill | undefined {
  const target = report === undefined ? undefined : reports[report]
  const path = target?.path ?? registers[register ?? '']?.views.path
  if (path === undefined) return undefined
  const own = new Set(page.report.parameters.flatMap(({ fills }) => fills))
  const shared = (target?.parameters ?? []).flatMap(({ fills }) => fills.filter(name => own.has(name)))
  const texts = Object.entries(narrowed)
  return {
    path,
    address(row) {
      if (row.lojaId !== undefined) return undefined
      const search = new URLSearchParams()
      const put = (name: string, text: string): void => (text === '' ? search.delete(name) : search.set(name, text))
      for (const name of shared) put(name, page.asked[name] ?? '')
      for (const [name, template] of texts) {
        const text = filled(template, row, page.asked)
        if (text === undefined) return undefined
        put(name, text)
      }
      const query = search.toString()
      return query === '' ? path : `${path}?${query}`
    },
  }
}

/** The text with values in place of its names; undefined where the row has such a column and nothing in it. */
function filled(template: string, row: Row, asked: ReportValues): string | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (names.some(name => name in row && (row[name] ?? '') === '')) return undefined
  return template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(name in row ? row[name] : (asked[name] ?? '')))
}
