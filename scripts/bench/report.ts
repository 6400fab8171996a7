import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { type BenchResult, meetsBar } from './figures.ts'
import { connections } from './loadTest.ts'

/** The ten rows that tell most: what README shows of the report. */
const telling = [
  /^List, 10 rows/,
  /^Save of a new product/,
  /^List p95/,
  /^Import of/,
  /^All \d+ reports over/,
  /^JavaScript until/,
  /^List: from the click/,
  /^Product form/,
  /^Form with a child list/,
  /^Paste of/,
]

/** The report as markdown: the whole of it with its notes, or the rows that tell most. */
export const reportOf = (lines: readonly BenchResult[], extent: 'whole' | 'telling' = 'whole'): string =>
  extent === 'whole'
    ? [figureTable(lines), '', ...notes()].join('\n')
    : figureTable(lines.filter(({ what }) => telling.some(row => row.test(what))))

/** Figures as a table of markdown. */
export function figureTable(lines: readonly BenchResult[]): string {
  const rows = lines.map(line => {
    const { what, ours, baseline, ratio, bar } = line
    const held = meetsBar(line)
    const verdict = line.beside ? '' : held === undefined ? 'not yet' : held ? 'held' : '**not held**'
    const named = bar === undefined || line.beside ? '' : 'least' in bar ? `>= ${bar.least}` : `<= ${bar.most}`
    return `| ${what} | ${ours} | ${baseline} | ${ratio === undefined ? '' : ratio.toFixed(2)} | ${named} | ${verdict} |`
  })
  return ['| What | Ours | Against | Ratio | Bar | |', '|---|---|---|---|---|---|', ...rows].join('\n')
}

const notes = (): string[] => [
  `Measured by \`npm run bench\` on ${cpus().length} cores shared by both servers, PostgreSQL and the load, ${connections} connections, turns A B A B, medians of`,
  'their ratios. Only ratios carry over to other machines. The hand-written server (`scripts/bench/baseline.ts`) runs the same SQL on the same',
  'tables, prepared, with a pool of the same size, and leaves out what every call of ours does: session, permissions, row level security,',
  'filters, checks, request log and security headers. Links are pressed for 80 ms on both sides, as a hand presses a button: ours asks for',
  'the next page and draws it unseen meanwhile.',
]

const [open, close] = ['<!-- bench -->', '<!-- /bench -->']

/** Puts the report between its marks: the whole into docs/performance.md, what tells most into README. */
export function writeReport(lines: readonly BenchResult[]): void {
  put('docs/performance.md', reportOf(lines))
  put('README.md', reportOf(lines, 'telling'))
}

function put(file: string, report: string): void {
  const text = readFileSync(file, 'utf8')
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`${file} has no ${open} … ${close}`)
  writeFileSync(file, `${text.slice(0, from + open.length)}\n${report}\n${text.slice(to)}`)
}
