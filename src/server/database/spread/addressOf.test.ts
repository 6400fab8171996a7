import { expect, test } from 'vitest'
import { addressOf } from './addressOf.ts'

const other = { host: 'db1.internal', port: 5433 }

test('another machine is reached as the first one is, at its own host and port', () => {
  expect(addressOf('postgres://ana:a%20b@db0:5432/shop?sslmode=require', other)).toBe(
    'postgres://ana:a%20b@db1.internal:5433/shop?sslmode=require',
  )
  expect(addressOf('postgresql://db0/shop', { host: '::1', port: 5432 })).toBe('postgresql://[::1]:5432/shop')
})

test('not where the address names no host', () => {
  expect(addressOf('postgres:///shop?host=/run/postgresql', other)).toBeUndefined()
  expect(addressOf('/run/postgresql shop', other)).toBeUndefined()
})
