import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { failureReport } from './failureReport.ts'
import type { FailureRecord } from './runRecord.ts'

const folder = mkdtempSync(join(tmpdir(), 'retaguarda-failures-'))
const file = join(folder, 'failures.txt')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const failure = (name: string): FailureRecord => ({
  project: 'flows',
  place: 'tests/flows/lists/grid.test.ts:88',
  name,
  seen: [
    'expected a to equal b',
    '- Expected',
    '+ Received',
    '  {',
    '    "same": 1,',
    '-   "price": 1,',
    '+   "price": 2,',
    '    "long": "x"',
    '  }',
  ],
  evidence: {
    pages: [
      {
        url: 'http://127.0.0.1:1/produtos',
        picture: 'test-report/evidence/grid.png',
        document: 'test-report/evidence/grid.html',
      },
    ],
    log: { file: 'test-report/evidence/grid.log', telling: ['first', 'second', 'third', 'fourth'] },
  },
})

test('a failure is told by its place, what differed, the page and the log', () => {
  expect(failureReport([failure('grid > pastes')], file)).toEqual([
    '── one failure',
    '✗ flows  tests/flows/lists/grid.test.ts:88  grid > pastes',
    '    expected a to equal b',
    '    -   "price": 1,',
    '    +   "price": 2,',
    '    … 6 lines more',
    '    page test-report/evidence/grid.png and .html  http://127.0.0.1:1/produtos',
    '    log  second',
    '    log  third',
    '    log  fourth',
    '    log  whole: test-report/evidence/grid.log',
    `whole: ${file}`,
  ])
})

test('many failures fill one screen, and all of them are in the file, whole', () => {
  const many = Array.from({ length: 30 }, (_, at) => failure(`number ${at} ${'of many '.repeat(40)}`))
  const report = failureReport(many, file)
  expect(report.length).toBeLessThanOrEqual(50)
  expect(Math.max(...report.map(line => line.length))).toBeLessThanOrEqual(160)
  expect(report[0]).toBe('── 30 failures')
  expect(report.at(-1)).toBe(`and 26 more: ${file}`)
  const whole = readFileSync(file, 'utf8')
  expect(whole.match(/^✗ /gm)).toHaveLength(30)
  expect(whole).toContain('    "same": 1,')
  expect(whole).toContain('    log  first')
})

test('a run without failures tells nothing', () => {
  expect(failureReport([], file)).toEqual([])
})
