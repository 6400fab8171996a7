import { expect, it } from 'vitest'
import { figureChange } from './figureChange.ts'

it.each([
  [150, 100, { percent: 50, direction: 'up' }],
  [50, 100, { percent: -50, direction: 'down' }],
  [10, 0, { percent: 100, direction: 'up' }],
  [0, 0, { percent: 100, direction: 'up' }],
  [80, 80, { percent: 0, direction: 'down' }],
  [0, 80, { percent: -100, direction: 'down' }],
  [2, 3, { percent: -33.33, direction: 'down' }],
  [null, 3, undefined],
])('%s after %s', (now, before, change) => expect(figureChange(now, before)).toEqual(change))
