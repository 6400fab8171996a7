import { testSteps } from './steps.ts'

/** One machine of a forge's CI: what it is called, and the words after `npm test --`. */
export interface MatrixEntry {
  readonly name: string
  /** The same for names of files. */
  readonly id: string
  readonly words: string
}

/** All steps for machines side by side: the checks on one, each step of tests on as many as it has parts. Builds go with whom they serve. */
export function matrix(): MatrixEntry[] {
  const machines = testSteps.flatMap(({ name, tests, machines: count = 1 }) => {
    if (!tests) return []
    if (count === 1) return [{ name, id: name, words: name }]
    return Array.from({ length: count }, (_, at) => `${at + 1}/${count}`).map(part => ({
      name: `${name} ${part}`,
      id: `${name}-${part.replace('/', '-of-')}`,
      words: `${name} --shard ${part}`,
    }))
  })
  return [{ name: 'check', id: 'check', words: 'check' }, ...machines]
}
