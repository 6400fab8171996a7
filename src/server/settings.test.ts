import { expect, test } from 'vitest'
import { addressAsCalled, holdsQuotas, readSettings, runsAutomations, trustedProxies, worksDirectly } from './settings.ts'

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

test.each(['0', 'off', 'OFF', 'false', 'no'])('a switch is off by %s, and on by its contrary or unsaid', word => {
  const read = (text: string | undefined) => [
    readSettings({ DEMO: text }).demo,
    holdsQuotas({ QUOTAS: text }),
    runsAutomations({ AUTOMATIONS: text }),
    worksDirectly({ DIRECT_READS: text }),
  ]
  expect(read(word)).toEqual([false, false, false, false])
  for (const on of ['1', 'on', 'true', 'yes', '', undefined]) expect(read(on)).toEqual([true, true, true, true])
})

test.each([
  { DEMO: 'nein' },
  { QUOTAS: '2' },
  { AUTOMATIONS: 'of' },
  { PUBLIC_URL: 'loja.example.com' },
  { SMTP_URL: 'mail.example.com:587' },
  { DATABASE_URL: 'db.example.com' },
])('a start refuses %o, and names it', env => {
  expect(() => readSettings(env)).toThrow(Object.keys(env)[0])
})

test('a start takes addresses as they are, and tells no password of one that it refuses', () => {
  const env = {
    PUBLIC_URL: 'https://loja.example.com',
    SMTP_URL: 'smtps://u:p@mail.example.com',
    DATABASE_URL: 'postgres://u:p@db:5432/r',
  }
  expect(readSettings(env).databaseUrl).toBe(env.DATABASE_URL)
  expect(() => readSettings({ SMTP_URL: 'http://u:secret@x' })).toThrow(
    /^SMTP_URL is no address that begins with smtp:\/\/ or smtps:\/\/$/,
  )
})
