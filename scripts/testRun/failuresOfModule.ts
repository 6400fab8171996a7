import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { SerializedError, TestError } from 'vitest'
import type { TestCase, TestModule, TestSuite } from 'vitest/node'
import type { FailureEvidence, FailureRecord } from './runRecord.ts'

/** Returns the failures of a file: its tests, the work of its suites around them, and the file itself. */
export function failuresOfModule(module: TestModule): FailureRecord[] {
  const tests = [...module.children.allTests('failed')].map(test => failureOf(module, test))
  const suites = [...module.children.allSuites()].filter(suite => suite.errors().length > 0)
  const whole = module.errors().length > 0 ? [module] : []
  return [...[...whole, ...suites].map(suite => failureOf(module, suite)), ...tests]
}

/** A failure that no test had: something that nobody waited for. */
export const unhandledFailure = (error: SerializedError): FailureRecord => ({
  project: '',
  place: placeOf(error),
  name: 'an error that no test waited for',
  seen: seenOf(error),
})

function failureOf(module: TestModule, task: TestCase | TestSuite | TestModule): FailureRecord {
  const errors: readonly TestError[] = task.type === 'test' ? (task.result().errors ?? []) : task.errors()
  const [first] = errors
  const own = ownEvidence(task) ?? (task.type === 'suite' ? ownEvidence(module) : undefined)
  const name = task.type === 'module' ? 'the file' : task.fullName
  return {
    project: module.project.name,
    place: first ? placeOf(first, module.moduleId) : relative('.', module.moduleId),
    name: task.type === 'test' ? name : `${name}: before or after its tests`,
    seen: first ? seenOf(first) : [],
    ...(own ? { evidence: own } : {}),
  }
}

const ownEvidence = (task: TestCase | TestSuite | TestModule): FailureEvidence | undefined => task.meta().evidence

/** The line of the file of tests, where the stack goes through it; else the first one that is no package's. */
function placeOf({ stacks = [] }: SerializedError, path?: string): string {
  const own = stacks.find(({ file }) => file === path) ?? stacks.find(({ file }) => !file.includes('node_modules'))
  if (own) return `${relative('.', own.file)}:${own.line}`
  return path === undefined ? '' : relative('.', path)
}

/** The message, and the difference where there is one, without colours and empty lines. */
function seenOf({ message, diff }: SerializedError): string[] {
  const text = [message, typeof diff === 'string' ? diff : ''].join('\n')
  return stripVTControlCharacters(text)
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line.trim() !== '')
}
