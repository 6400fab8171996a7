import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { failureReport } from './failureReport.ts'
import { failuresOfModule, unhandledFailure } from './failuresOfModule.ts'
import { keepFileSeconds } from './fileSeconds.ts'
import type { FileRecord, RunRecord } from './runRecord.ts'

/**
 * Records who ran when and what failed, beside what vitest prints. `npm test` names the record's file and tells its failures at the end of
 * all steps; a run by hand is told of them here.
 */
export class RunRecorder implements Reporter {
  private readonly started = new Map<string, number>()
  private readonly files: FileRecord[] = []

  private partial = false

  onInit({ config }: Vitest): void {
    this.partial = config.testNamePattern !== undefined
  }

  onTestModuleQueued(module: TestModule): void {
    this.started.set(module.id, Date.now())
  }

  onTestModuleEnd(module: TestModule): void {
    const ended = Date.now()
    const count = (state: 'passed' | 'failed' | 'skipped'): number => [...module.children.allTests(state)].length
    this.files.push({
      project: module.project.name,
      path: relative('.', module.moduleId),
      started: this.started.get(module.id) ?? ended,
      ended,
      worker: module.diagnostic().concurrencyId,
      failed: count('failed'),
      passed: count('passed'),
      skipped: count('skipped'),
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures = [...modules.flatMap(failuresOfModule), ...unhandled.map(unhandledFailure)]
    const path = process.env.VITEST_RECORD
    if (path) {
      const record: RunRecord = { files: this.files, failures }
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify(record))
    } else if (failures.length > 0) {
      const report = failureReport(failures, join(process.env.VITEST_REPORT ?? 'test-report', 'failures.txt'))
      console.log(`\n${report.join('\n')}`)
    }
    // Some tests of a file take less than all of them.
    if (!this.partial) keepFileSeconds(this.files)
  }
}
