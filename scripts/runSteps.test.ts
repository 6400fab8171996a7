import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs steps in a process of its own, which prints them. */
const run = (steps: readonly object[]): { readonly lines: readonly string[]; readonly status: number | null } => {
  const script = `import { runSteps } from './scripts/runSteps.ts'\nprocess.exitCode = await runSteps(${JSON.stringify(steps)}) ? 0 : 1`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  return { lines: stdout.split('\n'), status }
}

const step = (name: string, code = '', after?: string): object => ({
  name,
  command: [process.execPath, '--eval', `console.log('ran ${name}'); ${code}`],
  ...(after === undefined ? {} : { after }),
})

test('a step waits for the one that it needs, and others go before it', () => {
  const { lines, status } = run([step('tests', '', 'build'), step('build', `require('node:fs').readFileSync(0)`), step('types')])
  expect(lines.indexOf('ran tests')).toBeGreaterThan(lines.indexOf('ran build'))
  expect(lines).toContain('ran types')
  expect(status).toBe(0)
})

test('a failure stops nobody, and is told again at the end', () => {
  const { lines, status } = run([step('lint', 'process.exitCode = 3'), step('types'), step('code')])
  expect(lines.slice(-3)).toEqual(['2 passed, 1 failed', 'failed: lint', ''])
  expect(lines).toEqual(expect.arrayContaining(['ran types', 'ran code']))
  expect(status).toBe(1)
})

test('steps that wait for what is not there are named', () => {
  const { status } = run([step('tests', '', 'build')])
  expect(status).toBe(1)
})

test('a step that weighs more waits until there is room for it', () => {
  const { lines, status } = run([
    step('build', 'setTimeout(() => undefined, 300)'),
    { ...step('many'), weight: 2 },
    { ...step('too many'), weight: 9 },
    step('types'),
  ])
  const ends = lines.flatMap(line => /^── (.+): ok/.exec(line)?.[1] ?? [])
  expect(ends.slice(0, 3)).toEqual(['build', 'many', 'too many'])
  expect(status).toBe(0)
})
