import { readFileSync, writeFileSync } from 'node:fs'
import { type BenchResult, verdictOf } from './figures.ts'
import { connections } from './loadTest.ts'

/** The run that a report describes. */
export interface RunFacts {
  readonly commit: string
  readonly date: string
  readonly cores: number
  /** Bytes. */
  readonly memory: number
  /** Milliseconds. */
  readonly took: number
}

const barOf = ({ bar }: BenchResult): string => (bar === undefined ? '' : 'least' in bar ? `>= ${bar.least}` : `<= ${bar.most}`)
const ratioOf = ({ ratio }: BenchResult): string => (ratio === undefined ? '' : ratio.toFixed(2))
const spreadOf = ({ spread }: BenchResult): string => spread?.map(each => each.toFixed(2)).join(' to ') ?? ''

/** Returns the line that is printed when a row is measured. */
export function lineText(name: string, line: BenchResult): string {
  const { what, ours, other, note } = line
  const against = [ours, other].filter(each => each !== '').join(' against ')
  const spread = spreadOf(line)
  const ratio = line.ratio === undefined ? '' : `${ratioOf(line)}${spread && ` (${spread})`}`
  return [`${name}: ${what}`, against, ratio, barOf(line), verdictOf(line).replaceAll('*', ''), note ?? '']
    .filter(each => each !== '')
    .join(' | ')
}

/** Returns rows as a markdown table; `against` names the version on the other side. */
export function figureTable(lines: readonly BenchResult[], against?: string): string {
  const rows = lines.map(line =>
    [
      line.what,
      line.ours,
      line.other,
      ratioOf(line),
      spreadOf(line),
      ...(against ? [] : [barOf(line)]),
      line.note ?? verdictOf(line),
    ].join(' | '),
  )
  const heads = against
    ? ['What', 'This version', against, 'This over that', 'Middle half of the turns', '']
    : ['What', 'Ours', 'Against', 'Ratio', 'Middle half of the turns', 'Bar', '']
  return [heads.join(' | '), heads.map(() => '---').join(' | '), ...rows]
    .map(row => `| ${row} |`.replaceAll(/ {2,}/g, ' '))
    .join('\n')
}

/** Returns the report as markdown: its run, its rows and its notes. */
export function reportOf(lines: readonly BenchResult[], facts: RunFacts): string {
  const { commit, date, cores, memory, took } = facts
  const run = `One run of \`npm run bench\` at commit ${commit}, ${date}: ${cores} cores, ${Math.round(memory / 1e9)} GB of memory, ${Math.round(took / 60_000)} minutes.`
  return [run, '', figureTable(lines), '', ...notes].join('\n')
}

const notes = [
  `Both servers, PostgreSQL and the load share the cores; ${connections} connections; turns A B B A. A ratio is the median of those of neighbouring turns; beside it,`,
  'between which ratios the middle half of the turns lies. Only ratios carry over to other machines. The hand-written server (`scripts/bench/places/baseline.ts`) runs the same SQL on the same',
  'tables, prepared, with a pool of the same size, and leaves out what every call of ours does: session, permissions, row level security,',
  'filters, checks, request log and security headers. Links are pressed for 80 ms on both sides, as a hand presses a button: ours asks for',
  'the next page and draws it unseen meanwhile.',
]

const [open, close] = ['<!-- bench -->', '<!-- /bench -->']

/** The file that shows the report. */
export const reportFile = 'docs/performance.md'

/** Writes the report between its marks. */
export const writeReport = (lines: readonly BenchResult[], facts: RunFacts): void =>
  writeFileSync(reportFile, putReport(reportFile, readFileSync(reportFile, 'utf8'), reportOf(lines, facts)))

/** Replaces the report between the marks of a text. */
export function putReport(file: string, text: string, report: string): string {
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`${file} has no ${open} … ${close}`)
  return `${text.slice(0, from + open.length)}\n${report}\n${text.slice(to)}`
}
