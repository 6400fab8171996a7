import { expect, it } from 'vitest'
import { emptied, isUnset } from './unsetValue.ts'

it('shows nothing where the default says that nothing was chosen, and gives it back when emptied', () => {
  const field = { unset: true, default: -1 } as const
  expect([isUnset(field, -1), isUnset(field, 5), isUnset({ default: -1 }, -1)]).toEqual([true, false, false])
  expect([emptied(field, null), emptied(field, 5), emptied({ default: -1 }, null)]).toEqual([-1, 5, null])
})
