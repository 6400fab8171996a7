import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { afterAll, beforeAll, beforeEach, type RunnerTask, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import type { FailureEvidence, PageEvidence } from '../../scripts/testRun/runRecord.ts'
import { onLeaving, pictureOpenPages } from './openPages.ts'
import { forgetEndedLogs, logsFromNow } from './serverLogs.ts'
import { tellingLines } from './tellingLines.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The evidence of the moment in which it failed. */
    evidence?: FailureEvidence
  }
}

const folder = join(process.env.VITEST_REPORT ?? 'test-report', 'evidence')

/** The test that runs. Tests that run side by side share their pages and logs: then it is one of them. */
let running: RunnerTestCase | undefined
/** Pages that were left after the failure, by the test or file that failed. */
const left = new WeakMap<object, PageEvidence[]>()
let logOfFile = logsFromNow()
let file: Readonly<RunnerTestSuite> | undefined

onLeaving(async context => {
  const failed = running ?? file
  if (failed === undefined || !hasFailed(failed)) return
  const before = left.get(failed) ?? []
  left.set(failed, [...before, ...(await pictureOpenPages(folder, `${stemOf(failed)}-left${before.length + 1}`, context))])
})

// biome-ignore lint/correctness/noEmptyPattern: vitest takes no other first argument of a hook
beforeAll(({}, suite) => {
  running = undefined
  file = suite
  logOfFile = logsFromNow()
})

beforeEach(({ task, onTestFailed, onTestFinished }) => {
  running = task
  const log = logsFromNow()
  onTestFinished(() => {
    if (task.result?.state !== 'fail') running = undefined
  })
  onTestFailed(async () => {
    Object.assign(task.meta, { evidence: await evidenceOf(task, log()) })
    running = undefined
  })
})

// The first that was said is the last that is done: pages of the file's own are gone, its servers' logs are not.
// biome-ignore lint/correctness/noEmptyPattern: vitest takes no other first argument of a hook
afterAll(async ({}, suite) => {
  if (hasFailed(suite)) Object.assign(suite.meta, { evidence: await evidenceOf(suite, logOfFile()) })
  forgetEndedLogs()
})

async function evidenceOf(failed: Readonly<RunnerTask>, lines: readonly string[]): Promise<FailureEvidence> {
  const pages = [...(left.get(failed) ?? []), ...(await pictureOpenPages(folder, stemOf(failed)))]
  if (lines.length === 0) return { pages }
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${stemOf(failed)}.log`)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return { pages, log: { file: relative('.', path), telling: tellingLines(lines) } }
}

/** Whether a test failed, or what a suite does before its tests. */
const hasFailed = (task: Readonly<RunnerTask>): boolean =>
  task.type === 'test' ? task.result?.state === 'fail' : failedBefore(task)

const failedBefore = (suite: Readonly<RunnerTestSuite>): boolean =>
  (suite.result?.errors?.length ?? 0) > 0 || suite.tasks.some(task => task.type === 'suite' && failedBefore(task))

/** How the files of a failure begin: short, of letters that every system takes, and with the test's place, which is its own. */
function stemOf({ file: { filepath }, type, name, id }: Readonly<RunnerTask>): string {
  const words = `${basename(filepath).replace(/\.test\.tsx?$/, '')} ${type === 'test' ? name : 'file'}`.normalize('NFD')
  return `${words.replace(/\W+/g, '-').slice(0, 80)}${/(_\d+)*$/.exec(id)?.[0] ?? ''}`
}
