import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'retaguarda-recorded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** As somebody's own run, not as a part of this one. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|TEST$|MODE$|GITHUB_ACTIONS$)/.test(name)),
)

/** Runs vitest with the reporter over files of tests, and gives what it printed. */
function run(
  files: Readonly<Record<string, string>>,
  words: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): string {
  const project = mkdtempSync(join(folder, 'project-'))
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'))
  const settings = {
    'package.json': '{ "type": "module" }',
    'vitest.config.ts': `
      import { defineConfig } from 'vitest/config'
      import { RunRecorder } from '${resolve('scripts/testRun/runRecorder.ts')}'
      const setupFiles = ['${resolve('tests/evidence/keepEvidence.ts')}']
      export default defineConfig({ test: { name: 'own', reporters: ['default', new RunRecorder()], setupFiles } })`,
  }
  for (const [name, text] of Object.entries({ ...settings, ...files })) writeFileSync(join(project, name), text)
  const { stdout, stderr } = spawnSync('vitest', ['run', ...words], {
    cwd: project,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1', ...more },
  })
  return `${stdout}${stderr}`
}

const logged = `
  import { beforeAll, describe, expect, test } from 'vitest'
  import { keepLogged } from '${resolve('tests/evidence/serverLogs.ts')}'
  const lines: string[] = ['{"level":50,"msg":"of before"}']
  keepLogged('server', lines)
`

test('a failure is told with its line, what was seen and what the server logged meanwhile; a run without one tells nothing', () => {
  const failing = run({
    'sums.test.ts': `${logged}
      test('adds', () => {
        lines.push('{"level":30,"msg":"all is well"}', '{"level":50,"msg":"request failed","path":"/api/sums","err":{"message":"no table"}}')
        expect({ sum: 3 }).toEqual({ sum: 4 })
      })
      test('holds', () => expect(1).toBe(1))
      describe('opened', () => {
        beforeAll(() => { throw new Error('no server') })
        test('is never asked', () => undefined)
      })`,
    'broken.test.ts': `throw new Error('does not load')`,
  })
  const report = failing.slice(failing.indexOf('── 3 failures'))
  expect(report).toContain('✗ own  sums.test.ts:9  adds')
  expect(report).toContain('expected { sum: 3 } to deeply equal { sum: 4 }')
  expect(report).toMatch(/-\s+"sum": 4,\n.*\+\s+"sum": 3,/)
  expect(report).toContain('log  error /api/sums request failed no table')
  expect(report).toMatch(/log {2}whole: test-report\/evidence\/sums-adds_\d+\.log/)
  expect(report).not.toContain('of before')
  expect(report).toMatch(/✗ own {2}sums\.test\.ts:13 {2}opened: before or after its tests\n +no server/)
  expect(report).toMatch(/✗ own {2}broken\.test\.ts:1 {2}the file: before or after its tests\n +does not load/)
  expect(report).toContain('whole: test-report/failures.txt')
  const passing = run({ 'sums.test.ts': `${logged} test('adds', () => expect(1 + 1).toBe(2))` })
  expect(passing).toMatch(/Tests +1 passed/)
  expect(passing).not.toMatch(/── |✗|test-report/)
})

test('a record says which worker ran which file when, and keeps the failures for the end of all steps', () => {
  const path = join(folder, 'record.json')
  const files = {
    'a.test.ts': `${logged} test('a', () => undefined)`,
    'b.test.ts': `${logged} test('b', () => expect(1).toBe(2))`,
  }
  expect(run(files, ['--maxWorkers=1'], { VITEST_RECORD: path })).not.toContain('── one failure')
  const record = JSON.parse(readFileSync(path, 'utf8'))
  expect(record.files.map((each: { path: string }) => each.path).sort()).toEqual(['a.test.ts', 'b.test.ts'])
  for (const { started, ended, worker } of record.files) expect([started <= ended, worker]).toEqual([true, 1])
  expect(record.failures).toMatchObject([
    { project: 'own', name: 'b', seen: ['expected 1 to be 2 // Object.is equality', '- Expected', '+ Received', '- 2', '+ 1'] },
  ])
})
