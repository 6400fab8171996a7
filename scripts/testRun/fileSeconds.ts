import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { longFiles } from './longFiles.ts'
import type { FileRecord } from './runRecord.ts'
import { projectOf } from './steps.ts'

type Seconds = Readonly<Record<string, number>>

/** Outside node_modules: `npm ci` empties that, and the next run is to know of this one. */
const folder = 'test-report/seconds'

/** How long files of tests took on this machine, by path. */
export function recordedSeconds(): Seconds {
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder).filter(name => name.endsWith('.json'))
  const known = names.map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Seconds)
  return Object.assign({}, ...known)
}

/** Adds how long files took to what is known. Each project has a file of its own: several end at once. */
export function keepFileSeconds(files: readonly FileRecord[]): void {
  const ended = files.filter(({ failed, passed }) => failed === 0 && passed > 0)
  const known = recordedSeconds()
  mkdirSync(folder, { recursive: true })
  for (const [project, records = []] of Object.entries(Object.groupBy(ended, each => each.project))) {
    const taken = records.map(record => [record.path, (record.ended - record.started) / 1000] as const)
    const own = Object.entries(known).filter(([path]) => projectOf(path) === project)
    const file = join(folder, `${project}.json`)
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries([...own, ...taken])))
    renameSync(`${file}.new`, file)
  }
}

/** How many bytes of tests take a second, of files that are not long ones: a browser does less in it. */
const bytesASecond: Readonly<Record<string, number>> = { flows: 800, api: 3_000, unit: 30_000 }

/** The same from what is committed alone: known of the long files, guessed of the others by their size. */
export function estimatedSeconds(path: string): number {
  const known = longFiles[path]
  if (known !== undefined) return known
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return bytes / (bytesASecond[projectOf(path) ?? ''] ?? 1)
}

/** The shortest that is worth a line: the others are guessed. */
const longSeconds = 20

/** The code of longFiles.ts, from what this machine recorded. */
export function longFilesText(): string {
  const long = Object.entries(recordedSeconds()).filter(([, seconds]) => seconds >= longSeconds)
  const lines = long.sort((a, b) => b[1] - a[1]).map(([path, seconds]) => `  '${path}': ${Math.round(seconds)},\n`)
  return `${longFilesHead}${lines.join('')}}\n`
}

const longFilesHead = `/** How many seconds long files of tests take beside a second worker, from the longest on: \`npm test -- --keep-seconds\` writes it. */
export const longFiles: Readonly<Record<string, number>> = {
`
