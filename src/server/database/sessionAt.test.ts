import { expect, test } from 'vitest'
import { sessionAt } from './sessionAt.ts'

const address = 'postgres://dona:segredo@banco:5432/loja'

test('an address without settings is left as it is', () => {
  expect(sessionAt(address, '')).toEqual({ connectionString: address })
  expect(sessionAt(address, '-c app.store=*')).toEqual({ connectionString: address, options: '-c app.store=*' })
})

test('settings of the address stay, and ours come last', () => {
  expect(sessionAt(`${address}?sslmode=require&options=-c%20jit%3Doff%20-c%20role%3Ddona`, '-c role=app')).toEqual({
    connectionString: `${address}?sslmode=require`,
    options: '-c jit=off -c role=dona -c role=app',
  })
})
