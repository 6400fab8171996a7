import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuitBreaker.ts'

test('a service that fails again and again is left alone, then tried by one call', () => {
  let time = 0
  const breaker = createCircuitBreaker({ failures: 3, pause: 1000 }, () => time)
  for (let call = 0; call < 3; call += 1) {
    expect(breaker.admits()).toBe(true)
    breaker.failed()
  }
  expect(breaker.admits()).toBe(false)
  time = 999
  expect(breaker.admits()).toBe(false)
  time = 1000
  expect(breaker.admits()).toBe(true)
  expect(breaker.admits()).toBe(false)
  breaker.failed()
  time = 1999
  expect(breaker.admits()).toBe(false)
  time = 2000
  expect(breaker.admits()).toBe(true)
  breaker.succeeded()
  expect(breaker.admits()).toBe(true)
  expect(breaker.admits()).toBe(true)
})

test('a success in between counts anew', () => {
  const breaker = createCircuitBreaker({ failures: 2, pause: 1000 }, () => 0)
  for (let call = 0; call < 5; call += 1) {
    breaker.failed()
    breaker.succeeded()
  }
  expect(breaker.admits()).toBe(true)
})
