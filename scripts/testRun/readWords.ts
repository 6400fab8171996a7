import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { projectOf, stepGroups, type TestStep, testSteps } from './steps.ts'

/** The run that somebody asked `npm test` for. */
export interface AskedRun {
  /** In the order of the table, with what they need. */
  readonly steps: readonly TestStep[]
  /** The steps of rounds after the first run: builds stand by then. */
  readonly again: readonly TestStep[]
  readonly rounds: number
  readonly untilFailure: boolean
}

export type AskedWords = AskedRun | 'list' | 'matrix' | 'keep-seconds'

/** Words that say nothing: the message tells what they could say. */
export class WordsError extends Error {}

const options = {
  again: { type: 'string' },
  'until-failure': { type: 'boolean' },
  built: { type: 'boolean' },
  shard: { type: 'string' },
  testNamePattern: { type: 'string', short: 't' },
  list: { type: 'boolean' },
  matrix: { type: 'boolean' },
  'keep-seconds': { type: 'boolean' },
} as const

/** Reads the words after `npm test --`. */
export function readWords(words: readonly string[], exists: (path: string) => boolean = existsSync): AskedWords {
  const { values, positionals } = parsed(words)
  if (values.list) return 'list'
  if (values.matrix) return 'matrix'
  if (values['keep-seconds']) return 'keep-seconds'
  const { shard, testNamePattern: pattern } = values
  if (shard !== undefined && !/^[1-9]\d*\/[1-9]\d*$/.test(shard)) throw new WordsError(`--shard is a part, as 1/3, not ${shard}.`)
  const named = positionals.map(word => namedBy(word, exists))
  const names = new Set(named.flatMap(({ steps }) => steps))
  const all = names.size === 0
  const forTests = [...(shard ? [`--shard=${shard}`] : []), ...(pattern ? ['--testNamePattern', pattern] : [])]
  if (forTests.length > 0 && !testSteps.some(({ name, tests }) => tests && names.has(name)))
    throw new WordsError(`${shard ? '--shard' : '-t'} is about tests: name a step of them (${stepsOfTests()}) or a file.`)
  const chosen = testSteps
    .filter(({ name, partOf }) => (all ? partOf === undefined : names.has(name) && !names.has(partOf ?? '')))
    .map(step =>
      withWords(
        step,
        wholeOf(named, step),
        named.flatMap(({ files }) => files),
        forTests,
      ),
    )
  const built = chosen.map(withoutNeed).filter(({ name }) => !all || !isBuild(name))
  const again = chosen.map(step => (all || names.has(step.after ?? '') ? step : withoutNeed(step)))
  return {
    steps: values.built ? built : withNeeded(chosen),
    again: values.built ? built : again,
    rounds: countOf(values.again),
    untilFailure: values['until-failure'] ?? false,
  }
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (error) {
    throw new WordsError(`${(error as Error).message} (npm test -- --list shows what there is.)`)
  }
}

/** Returns the meaning of a word: steps, or a file or folder of tests. */
function namedBy(word: string, exists: (path: string) => boolean): { steps: readonly string[]; files: readonly string[] } {
  const group = stepGroups[word]
  if (group) return { steps: group, files: [] }
  if (testSteps.some(({ name }) => name === word)) return { steps: [word], files: [] }
  const path = word.replace(/^\.\//, '').replaceAll('\\', '/')
  const project = projectOf(path) ?? projectOf(`${path}/`)
  if (exists(path) && project) return { steps: [project], files: [path] }
  if (exists(path)) throw new WordsError(`${word} holds no tests.`)
  const steps = [...testSteps.map(({ name }) => name), ...Object.keys(stepGroups)].join(', ')
  throw new WordsError(`"${word}" is no step and no file of tests. Steps: ${steps}.`)
}

/** Tells whether a step was named as a whole, beside files of it. */
const wholeOf = (named: readonly { steps: readonly string[]; files: readonly string[] }[], { name }: TestStep): boolean =>
  named.some(({ steps, files }) => files.length === 0 && steps.includes(name))

function withWords(step: TestStep, whole: boolean, files: readonly string[], forTests: readonly string[]): TestStep {
  if (!step.tests) return step
  const own = whole ? [] : files.filter(path => projectOf(path) === step.name || projectOf(`${path}/`) === step.name)
  return { ...step, command: [...step.command, ...own, ...forTests] }
}

const withoutNeed = ({ after: _, ...step }: TestStep): TestStep => step

/** With the steps that the chosen ones wait for. */
const withNeeded = (chosen: readonly TestStep[]): TestStep[] => {
  const needed = new Set(chosen.map(({ after }) => after))
  return testSteps.flatMap(step => chosen.find(({ name }) => name === step.name) ?? (needed.has(step.name) ? [step] : []))
}

const isBuild = (name: string): boolean => stepGroups.builds?.includes(name) ?? false

const stepsOfTests = (): string => testSteps.flatMap(({ name, tests }) => (tests ? [name] : [])).join(', ')

function countOf(again: string | undefined): number {
  if (again === undefined) return 1
  if (!/^[1-9]\d*$/.test(again)) throw new WordsError(`--again is a number of rounds, not ${again}.`)
  return Number(again)
}
