import { stepGroups, testSteps } from './steps.ts'

/** One machine of a forge's CI: what it is called, and the words after `npm test --`. */
export interface MatrixEntry {
  readonly name: string
  readonly words: string
}

/** All steps for machines side by side: the checks on one, each step of tests on as many as it has parts. Builds go with whom they serve. */
export function matrix(): MatrixEntry[] {
  const machines = testSteps.flatMap(({ name, tests, machines: count = 1 }) => {
    if (!tests) return []
    if (count === 1) return [{ name, words: name }]
    return Array.from({ length: count }, (_, at) => ({
      name: `${name} ${at + 1}/${count}`,
      words: `${name} --shard ${at + 1}/${count}`,
    }))
  })
  return [...Object.keys(stepGroups).flatMap(name => (name === 'check' ? [{ name, words: name }] : [])), ...machines]
}
