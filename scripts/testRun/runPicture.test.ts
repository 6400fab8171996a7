import { expect, test } from 'vitest'
import { lanesOf } from './runLanes.ts'
import { runPicture, runText } from './runPicture.ts'
import type { StepOutcome } from './runSteps.ts'

const start = 1_000_000
const at = (seconds: number): number => start + seconds * 1000
const step = (name: string, from: number, to: number): StepOutcome => ({
  step: name,
  round: 1,
  ok: true,
  started: at(from),
  ended: at(to),
  output: '',
})
const file = (path: string, worker: number, from: number, to: number, failed = 0) => ({
  project: 'api',
  path,
  started: at(from),
  ended: at(to),
  worker,
  failed,
  passed: 1,
  skipped: 0,
})

const outcomes: StepOutcome[] = [
  step('types', 0, 30),
  step('lint', 0, 10),
  step('code', 10, 20),
  {
    ...step('api', 20, 200),
    ok: false,
    record: {
      failures: [],
      files: [
        file('tests/api/b.test.ts', 2, 25, 80, 1),
        file('tests/api/a<1>.test.ts', 1, 25, 200),
        file('tests/api/c.test.ts', 2, 80, 90),
      ],
    },
  },
]

test('each worker of a step with tests has a lane, other steps share as few as they need', () => {
  const lanes = lanesOf(outcomes, start).map(({ name, bars }) => [name, bars.map(({ label, from, to }) => [label, from, to])])
  expect(lanes).toEqual([
    ['steps 1', [['types', 0, 30]]],
    [
      'steps 2',
      [
        ['lint', 0, 10],
        ['code', 10, 20],
      ],
    ],
    [
      'api 1',
      [
        ['api: starts', 20, 25],
        ['tests/api/a<1>.test.ts', 25, 200],
      ],
    ],
    [
      'api 2',
      [
        ['tests/api/b.test.ts', 25, 80],
        ['tests/api/c.test.ts', 80, 90],
      ],
    ],
  ])
})

test('the picture tells each bar by name and length, failed ones too, and the text the same in columns', () => {
  const lanes = lanesOf(outcomes, start)
  const picture = runPicture(
    lanes,
    [
      { at: 0, busy: 1 },
      { at: 200, busy: 2 },
    ],
    2,
  )
  expect(picture).toContain('<title>tests/api/b.test.ts: 55.0 s, FAILED</title>')
  expect(picture).toContain('<title>tests/api/a&#60;1&#62;.test.ts: 2:55</title>')
  expect(picture).toContain('<polyline')
  expect(picture).toContain('npm test: 3:20')
  const text = runText(lanes, 20)
  expect(text.slice(0, 5)).toEqual([
    '           0               3:20',
    'steps 1   ▕████                ▏',
    'steps 2   ▕█▓▓                 ▏',
    'api 1     ▕  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▏',
    'api 2     ▕  XXXXXX▓▓          ▏',
  ])
  expect(text).toContain('    2:55  from  25.0 s  tests/api/a<1>.test.ts')
})
