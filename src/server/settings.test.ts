import { expect, test } from 'vitest'
import { trustedProxies } from './settings.ts'

test('who may say where a caller is: proxies of this machine where only it is heard, else those that are named', () => {
  expect(trustedProxies({})).toBe('loopback')
  expect(trustedProxies({ HOST: '::1' })).toBe('loopback')
  expect(trustedProxies({ HOST: '0.0.0.0' })).toBe(false)
  expect(trustedProxies({ HOST: '0.0.0.0', TRUST_PROXY: '10.0.0.1' })).toBe('10.0.0.1')
  expect(trustedProxies({ TRUST_PROXY: 'none' })).toBe(false)
})
