import { expect, test } from 'vitest'
import { matrix } from './matrix.ts'
import { type AskedRun, readWords, WordsError } from './readWords.ts'
import { testSteps } from './steps.ts'

const read = (...words: string[]): AskedRun => {
  const asked = readWords(words)
  if (typeof asked === 'string') throw new Error(asked)
  return asked
}

const commands = (...words: string[]): string[] => read(...words).steps.map(({ command }) => command.join(' '))
const names = (...words: string[]): string[] => read(...words).steps.map(({ name }) => name)

test('without words all steps run once, in the order of the table', () => {
  const steps = testSteps.filter(({ partOf }) => partOf === undefined)
  expect(read()).toEqual({ steps, again: steps, rounds: 1, untilFailure: false })
})

test('steps and groups are named; what they wait for comes with them', () => {
  expect(names('api', 'unit')).toEqual(['unit', 'api'])
  expect(names('check')).toEqual(['types', 'lint', 'code', 'definitions', 'generated', 'statements', 'pictures'])
  expect(names('check', 'api')).not.toContain('statements')
  expect(names('flows')).toEqual(['browser-build', 'flows'])
  expect(names('flows', '--built')).toEqual(['flows'])
  expect(read('flows', '--built').steps[0]).not.toHaveProperty('after')
  expect(names('--built')).not.toContain('storybook-build')
})

test('files and folders of tests go to their project, and a name chooses among their tests', () => {
  expect(commands('tests/api/isolation.test.ts', './tests/api/lists', 'src/base', '-t', 'of stores')).toEqual([
    'vitest run --project unit src/base --testNamePattern of stores',
    'vitest run --project api tests/api/isolation.test.ts tests/api/lists --testNamePattern of stores',
  ])
  expect(commands('api', 'tests/api/isolation.test.ts', '--shard', '1/2')).toEqual(['vitest run --project api --shard=1/2'])
})

test('rounds are counted', () => {
  expect(read('unit', '--again', '5', '--until-failure')).toMatchObject({ rounds: 5, untilFailure: true })
  const later = (...words: string[]) => read(...words, '--again', '2').again.map(({ name, after }) => [name, after])
  expect(later('flows')).toEqual([['flows', undefined]])
  expect(later('flows', 'builds')).toContainEqual(['flows', 'browser-build'])
})

test('words that say nothing are told what they could say', () => {
  const told = (...words: string[]): string => {
    try {
      readWords(words)
    } catch (error) {
      if (error instanceof WordsError) return error.message
    }
    return 'nothing'
  }
  expect(told('untis')).toBe(
    '"untis" is no step and no file of tests. Steps: types, lint, code, definitions, unit, generated, statements, pictures, browser-build, storybook-build, flows, api, stories, check, builds.',
  )
  expect(told('docs')).toBe('docs holds no tests.')
  expect(told('unit', '--again', 'often')).toBe('--again is a number of rounds, not often.')
  expect(told('api', '--shard', '3')).toBe('--shard is a part, as 1/3, not 3.')
  expect(told('types', '-t', 'sums')).toBe('-t is about tests: name a step of them (unit, flows, api, stories) or a file.')
  expect(told('--agian', '5')).toMatch(/'--agian'.*npm test -- --list/)
})

test("the machines of a forge's CI run every step that is no build, once", () => {
  const asked = matrix().map(({ words }) => readWords(words.split(' ')) as AskedRun)
  const run = asked.flatMap(({ steps }) => steps.map(({ name }) => name))
  expect([...new Set(run)].sort()).toEqual(testSteps.map(({ name }) => name).sort())
  for (const { name, machines = 1, tests } of testSteps)
    if (tests)
      expect(
        run.filter(each => each === name),
        name,
      ).toHaveLength(machines)
})
