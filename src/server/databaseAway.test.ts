import { expect, test } from 'vitest'
import { isDatabaseAway, isMachineAway } from './databaseAway.ts'

const failure = (code: string | undefined, message = ''): Error => Object.assign(new Error(message), { code })

test.each([
  failure('ECONNREFUSED'),
  failure('57P01'),
  failure('08006', 'connection to the remote node failed'),
  failure('XX000', 'SSL SYSCALL error: EOF detected\ninvalid socket'),
  failure('XX000', 'server closed the connection unexpectedly'),
  failure(undefined, 'Connection terminated unexpectedly'),
])('a database that cannot be reached: %s', error => {
  expect([isDatabaseAway(error), isMachineAway({ spread: true }, error), isMachineAway({}, error)]).toEqual([true, true, false])
})

test.each([failure('XX000', 'cache lookup failed'), failure('23505'), failure('57014'), failure(undefined, 'no')])(
  'a failure of something else: %s',
  error => expect(isDatabaseAway(error)).toBe(false),
)
