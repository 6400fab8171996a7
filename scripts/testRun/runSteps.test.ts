import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { TestStep } from './steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'retaguarda-steps-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program that runs steps and tells them as they end. */
const program = (steps: readonly TestStep[], room: number): string => `
  import { runSteps } from './scripts/testRun/runSteps.ts'
  import { stopAll } from './scripts/testRun/stepProcess.ts'
  import { toldRun, toldStep } from './scripts/testRun/toldRun.ts'
  process.once('SIGTERM', async () => { await stopAll(500); process.exit(143) })
  const told = { room: ${room}, round: 1, folder: '${folder}', ended: (outcome, step) => console.log(toldStep(outcome, step)) }
  const outcomes = await runSteps(${JSON.stringify(steps)}, told)
  console.log(toldRun(outcomes, 1, '${folder}').join('\\n'))
  process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1`

const words = (steps: readonly TestStep[], room: number): string[] => ['--input-type=module', '--eval', program(steps, room)]

/** Runs steps in a process of its own, which prints them. */
const run = (steps: readonly TestStep[], room = 2): { readonly lines: readonly string[]; readonly status: number | null } => {
  const { stdout, status } = spawnSync(process.execPath, words(steps, room), { encoding: 'utf8' })
  return { lines: stdout.split('\n'), status }
}

const step = (name: string, code = '', more: Partial<TestStep> = {}): TestStep => ({
  name,
  does: '',
  command: [process.execPath, '--eval', `console.log('ran ${name}'); ${code}`],
  ...more,
})

test('a step waits for the one that it needs, and others go before it', () => {
  const { lines, status } = run([
    step('tests', '', { after: 'build' }),
    step('build', `require('node:fs').readFileSync(0)`),
    step('types'),
  ])
  expect(lines.indexOf('ran tests')).toBeGreaterThan(lines.indexOf('ran build'))
  expect(lines).toContain('ran types')
  expect(status).toBe(0)
})

test('a failure stops nobody, and is told again at the end by the places that it names', () => {
  const broken = step('lint', `console.log('reading'); console.log('src/a.ts:3:1 unused'); process.exitCode = 3`)
  const { lines, status } = run([broken, step('types'), step('code')])
  expect(lines.slice(-3)).toEqual(['2 passed, 1 failed', 'failed: lint', ''])
  expect(lines.slice(lines.indexOf('── one failure'), -4)).toEqual([
    '── one failure',
    '✗ lint  ended with an error',
    '    src/a.ts:3:1 unused',
    `whole: ${folder}/failures.txt`,
  ])
  expect(lines).toEqual(expect.arrayContaining(['ran types', 'ran code']))
  expect(status).toBe(1)
})

test('steps that wait for what is not there are named', () => {
  const { status } = run([step('tests', '', { after: 'build' })])
  expect(status).toBe(1)
})

test('a step goes behind another one where that one runs, and needs nothing of it', () => {
  const tests = step('tests', '', { behind: 'unit' })
  const both = run([tests, step('unit', 'setTimeout(() => undefined, 300)')])
  expect(both.lines.indexOf('ran tests')).toBeGreaterThan(both.lines.indexOf('ran unit'))
  expect(run([tests]).lines).toContain('ran tests')
})

test('a step that weighs more waits until there is room for it', () => {
  const { lines, status } = run([
    step('build', 'setTimeout(() => undefined, 300)'),
    step('many', '', { weight: 2 }),
    step('too many', '', { weight: 9 }),
    step('types'),
  ])
  const ends = lines.flatMap(line => /^── (.+): ok/.exec(line)?.[1] ?? [])
  expect(ends.slice(0, 3)).toEqual(['build', 'many', 'too many'])
  expect(status).toBe(0)
})

test('what a quiet step prints is told only when it fails', () => {
  expect(run([step('build', '', { quiet: true })]).lines).not.toContain('ran build')
  expect(run([step('build', 'process.exitCode = 1', { quiet: true })]).lines).toContain('ran build')
})

test('a run that is told to end leaves nothing behind of its steps, nor what they started, and starts no other', async () => {
  const pids = join(folder, 'pids')
  // A server that ends at nothing but a kill, below a step that ends as soon as it is told to.
  const deaf = `process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); console.log('deaf')`
  const start = `
    const child = require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(deaf)}])
    child.stdout.once('data', () => require('node:fs').writeFileSync(${JSON.stringify(pids)}, process.pid + ' ' + child.pid))`
  const child = spawn(process.execPath, words([step('flows', start), step('late', '', { after: 'flows' })], 1), { stdio: 'pipe' })
  const printed = outputOf(child)
  await expect.poll(() => readIfThere(pids)).toMatch(/^\d+ \d+$/)
  child.kill('SIGTERM')
  expect(await new Promise(resolve => child.once('exit', resolve))).toBe(143)
  for (const pid of readFileSync(pids, 'utf8').split(' ').map(Number)) await expect.poll(() => isAlive(pid)).toBe(false)
  expect(printed()).not.toContain('ran late')
})

const outputOf = (child: ChildProcess): (() => string) => {
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  return () => output
}

const readIfThere = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A process that has ended but was not waited for yet is none. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readIfThere(`/proc/${pid}/stat`))
  } catch {
    return false
  }
}
