import { expect, it } from 'vitest'
import { readMetricsAccess } from './metricsAccess.ts'

const from = (address: string, authorization?: string) => ({ address, authorization })

it('lets nobody in unless something is said', () => {
  expect(readMetricsAccess({})).toBeUndefined()
})

it('knows addresses and networks, in both families', () => {
  const access = readMetricsAccess({ METRICS_ADDRESSES: '10.1.0.0/16, 192.0.2.7,fd00::/8' })
  const allowed = ['10.1.200.3', '192.0.2.7', '::ffff:10.1.0.9', 'fd12::1']
  const refused = ['10.2.0.1', '192.0.2.8', '::1', 'nobody', '']
  expect(allowed.filter(address => !access?.allows(from(address)))).toEqual([])
  expect(refused.filter(address => access?.allows(from(address)))).toEqual([])
  expect(access?.allows(from('10.2.0.1', 'Bearer '))).toBe(false)
  for (const wrong of ['10.0.0.0/', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.0/x'])
    expect(() => readMetricsAccess({ METRICS_ADDRESSES: wrong }), wrong).toThrow(wrong)
  expect(() => readMetricsAccess({ METRICS_ADDRESSES: 'monitor.local' })).toThrow('monitor.local')
})

it('knows the token, whole', () => {
  const access = readMetricsAccess({ METRICS_TOKEN: 'abc' })
  expect(access?.allows(from('192.0.2.8', 'Bearer abc'))).toBe(true)
  expect(['abc', 'Bearer ab', 'Bearer abcd', undefined].filter(token => access?.allows(from('192.0.2.8', token)))).toEqual([])
})
