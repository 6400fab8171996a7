import { expect, test } from 'vitest'
import { addressBelow, parseBaseAddress } from './address.ts'

test.each([
  'viacep.com.br',
  'ftp://viacep.com.br',
  'https://a:b@viacep.com.br',
  'https://viacep.com.br?x=1',
  'file:///etc/passwd',
  '',
])('%s is no base address', text => {
  expect(() => parseBaseAddress(text, 'CEP_URL')).toThrow('CEP_URL')
})

test('what was typed stays one step of the path', () => {
  const base = parseBaseAddress('https://viacep.com.br/base/', 'CEP_URL')
  expect(addressBelow(base, ['ws', '01001000', 'json']).href).toBe('https://viacep.com.br/base/ws/01001000/json')
  expect(addressBelow(base, ['ws', '../../a?b#c', 'json']).href).toBe('https://viacep.com.br/base/ws/..%2F..%2Fa%3Fb%23c/json')
  expect(addressBelow(base, ['//elsewhere.example']).origin).toBe('https://viacep.com.br')
  expect(() => addressBelow(base, ['..', 'a'])).toThrow('..')
})
