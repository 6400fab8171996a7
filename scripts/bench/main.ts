import { cpus, totalmem } from 'node:os'
import { type BenchArguments, benchHelp, readBenchArguments } from './benchArguments.ts'
import { type BenchRow, benchRows } from './benchRows.ts'
import type { BenchResult } from './figures.ts'
import { openBench } from './places/bench.ts'
import { type Checkout, checkOut, presentCheckout } from './places/checkouts.ts'
import { NotComparable } from './places/contest.ts'
import { closeAll, closeOnSignals, unlessEnding } from './places/openResources.ts'
import { runCommand } from './places/runCommand.ts'
import { figureTable, lineText, reportFile, writeReport } from './report.ts'
import { measureSpread } from './spread/measureSpread.ts'

/** The result of a run: its rows, and the names of those that failed. */
interface Run {
  readonly lines: readonly BenchResult[]
  readonly failed: readonly string[]
}

const started = performance.now()
const minutes = (): string => {
  const seconds = Math.round((performance.now() - started) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
const say = (text: string): void => console.error(`[${minutes()}] ${text}`)

/** Measures rows one after the other, and tells each as soon as it is measured. One that fails keeps no other from its turn. */
async function measureAll(
  rows: readonly Pick<BenchRow, 'name' | 'title' | 'measure'>[],
  of: (row: (typeof rows)[number]) => AsyncIterable<BenchResult>,
): Promise<Run> {
  const lines: BenchResult[] = []
  const failed: string[] = []
  for (const row of rows) {
    say(`${row.name}: ${row.title}`)
    const tell = (line: BenchResult): void => {
      lines.push(line)
      console.log(lineText(row.name, line))
    }
    try {
      for await (const line of of(row)) tell(line)
    } catch (problem) {
      await unlessEnding()
      if (problem instanceof NotComparable) tell({ what: row.title, ours: '', other: '', note: problem.message })
      else {
        failed.push(row.name)
        console.log(`${row.name}: could not be measured: ${problem instanceof Error ? problem.stack : problem}`)
      }
    }
  }
  return { lines, failed }
}

async function measureRows({ only, against, large, lines }: BenchArguments): Promise<Run> {
  const rows = benchRows({ large, lines }).filter(({ name }) => only.includes(name))
  if (against !== undefined) say(`checking out ${against}`)
  const rival: Checkout | undefined = against === undefined ? undefined : await checkOut(against)
  const seeds = new Set(rows.flatMap(({ seed }) => seed ?? []))
  const bench = openBench(rival ? [presentCheckout, rival] : [presentCheckout], [...seeds], say)
  return measureAll(rows, async function* (row) {
    const { alone, title } = row as BenchRow
    if (rival && alone !== undefined) yield { what: title, ours: '', other: '', note: `not compared: ${alone}` }
    else yield* row.measure(bench)
  })
}

/** The commit of the report, which must be of one without changes, the report's own files aside. */
async function cleanCommit(): Promise<string> {
  const changed = (await runCommand('git', ['status', '--porcelain'], presentCheckout.root)).split('\n')
  const others = changed.filter(line => line !== '' && line.slice(3) !== reportFile)
  if (others.length > 0)
    throw new Error(`--write names the commit that was measured, and these files differ from it:\n${others.join('\n')}`)
  return runCommand('git', ['rev-parse', '--short=8', 'HEAD'], presentCheckout.root)
}

async function run(args: BenchArguments): Promise<boolean> {
  const commit = args.write ? await cleanCommit() : ''
  const spread = { name: 'distributed', title: 'several machines against one', measure: () => measureSpread(args.stores, say) }
  const { lines, failed } = args.distributed ? await measureAll([spread], spread.measure) : await measureRows(args)
  console.log(`\n${figureTable(lines, args.against)}`)
  if (failed.length > 0) console.log(`\ncould not be measured: ${failed.join(', ')}`)
  else if (args.write) {
    const facts = { commit, date: new Date().toISOString().slice(0, 10), cores: cpus().length, memory: totalmem() }
    writeReport(lines, { ...facts, took: performance.now() - started })
  }
  return failed.length === 0
}

closeOnSignals()
try {
  const rows = benchRows({ large: 1, lines: 1 })
  const args = readBenchArguments(
    process.argv.slice(2),
    rows.map(({ name }) => name),
  )
  if (args.help) console.log(benchHelp)
  else if (args.list) for (const { name, title } of rows) console.log(`${name.padEnd(14)} ${title}`)
  else if (!(await run(args))) process.exitCode = 1
} catch (problem) {
  await unlessEnding()
  console.error(problem instanceof Error ? problem.message : problem)
  process.exitCode = 1
} finally {
  await closeAll()
}
