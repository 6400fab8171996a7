import { expect, test } from 'vitest'
import { isPublicAddress } from './publicLookup.ts'

test.each([
  ['192.0.2.1', false],
  ['192.88.99.1', false],
  ['198.51.100.7', false],
  ['203.0.113.255', false],
  ['::ffff:0:10.0.0.1', false],
  ['::ffff:0:8.8.8.8', false],
  ['2001::1', false],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', false],
  ['2001:1ff::1', false],
  ['2001:db8::1', false],
  ['192.0.3.1', true],
  ['192.88.98.1', true],
  ['203.0.114.1', true],
  ['::ffff:8.8.8.8', true],
  ['2001:200::1', true],
  ['2001:4860:4860::8888', true],
  ['2800:3f0:4001::1', true],
])('%s is a public address: %s', (address, is) => {
  expect(isPublicAddress(address)).toBe(is)
})
