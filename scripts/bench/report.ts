import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { type BenchResult, meetsBar } from './figures.ts'
import { connections } from './loadTest.ts'

/** The report as markdown. */
export function reportOf(lines: readonly BenchResult[]): string {
  const rows = lines.map(line => {
    const { what, ours, baseline, ratio, bar } = line
    const held = meetsBar(line)
    const shown = line.beside ? '' : held === undefined ? 'not yet' : held ? 'held' : '**not held**'
    const named = bar === undefined || line.beside ? '' : 'least' in bar ? `>= ${bar.least}` : `<= ${bar.most}`
    return `| ${what} | ${ours} | ${baseline} | ${ratio === undefined ? '' : ratio.toFixed(2)} | ${named} | ${shown} |`
  })
  return ['| What | Ours | Against | Ratio | Bar | |', '|---|---|---|---|---|---|', ...rows, '', ...notes()].join('\n')
}

const notes = (): string[] => [
  `Measured by \`npm run bench\` on ${cpus().length} cores shared by both servers, PostgreSQL and the load, ${connections} connections, turns A B A B, medians of`,
  'their ratios. Only ratios carry over to other machines. The hand-written server (`scripts/bench/baseline.ts`) runs the same SQL on the same',
  'tables, prepared, with a pool of the same size, and leaves out what every call of ours does: session, permissions, row level security,',
  'filters, checks, request log and security headers. Links are pressed for 80 ms on both sides, as a hand presses a button: ours asks for',
  'the next page and draws it unseen meanwhile.',
]

const [open, close] = ['<!-- bench -->', '<!-- /bench -->']

/** Puts the report between its marks in README. */
export function writeReport(report: string, file = 'README.md'): void {
  const text = readFileSync(file, 'utf8')
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`${file} has no ${open} … ${close}`)
  writeFileSync(file, `${text.slice(0, from + open.length)}\n${report}\n${text.slice(to)}`)
}
