import { expect, test } from 'vitest'
import { addressAsCalled, trustedProxies } from './settings.ts'

test('who may say where a caller is: proxies of this machine where only it is heard, else those that are named', () => {
  expect(trustedProxies({})).toBe('loopback')
  expect(trustedProxies({ HOST: '::1' })).toBe('loopback')
  expect(trustedProxies({ HOST: '0.0.0.0' })).toBe(false)
  expect(trustedProxies({ HOST: '0.0.0.0', TRUST_PROXY: '10.0.0.1' })).toBe('10.0.0.1')
  expect(trustedProxies({ TRUST_PROXY: 'none' })).toBe(false)
})

test('people are sent back to the name of this machine that they called, and to no other that a call claims', () => {
  expect(addressAsCalled('localhost:3000', {})).toBe('http://localhost:3000')
  expect(addressAsCalled('[::1]:3000', {})).toBe('http://[::1]:3000')
  for (const host of ['loja.example', 'localhost.example:3000', 'localhost:3000/x', 'a@localhost', '', undefined])
    expect(addressAsCalled(host, { PORT: '3000' })).toBe('http://127.0.0.1:3000')
  expect(addressAsCalled('localhost:3000', { PUBLIC_URL: 'https://loja.example/' })).toBe('https://loja.example')
})
