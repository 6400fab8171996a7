import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readStorage, writeStorage } from '../storage.ts'
import { dropFirstReplies, forgetFirstCalls, rememberFirstCall, takeFirstReply } from './firstCalls.ts'

const reply = Promise.resolve(new Response('[]'))
const asked = (): void => {
  globalThis.firstCalls = { token: 'mine', replies: new Map([['GET /api/produtos?lojaId=1 ', reply]]) }
}
const kept = (): unknown => JSON.parse(readStorage('primeiras') ?? 'null')
const at = (pathname: string, search = ''): void => void vi.stubGlobal('location', { pathname, search })

beforeEach(() => {
  at('/produtos')
  // The page has just begun, however long the tests run already.
  vi.spyOn(performance, 'now').mockReturnValue(500)
  forgetFirstCalls()
  writeStorage('token', 'mine')
})
afterEach(() => {
  writeStorage('token', undefined)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('gives an answer to the very same call of the same person, and once', () => {
  asked()
  expect(takeFirstReply('GET', '/api/produtos?lojaId=2', undefined, 'mine')).toBeUndefined()
  expect(takeFirstReply('POST', '/api/produtos?lojaId=1', undefined, 'mine')).toBeUndefined()
  expect(takeFirstReply('GET', '/api/produtos?lojaId=1', '{}', 'mine')).toBeUndefined()
  expect(takeFirstReply('GET', '/api/produtos?lojaId=1', undefined, 'mine')).toBe(reply)
  expect(takeFirstReply('GET', '/api/produtos?lojaId=1', undefined, 'mine')).toBeUndefined()
})

it('gives nothing to somebody else, nor after a write', () => {
  asked()
  expect(takeFirstReply('GET', '/api/produtos?lojaId=1', undefined, 'theirs')).toBeUndefined()
  asked()
  dropFirstReplies()
  expect(takeFirstReply('GET', '/api/produtos?lojaId=1', undefined, 'mine')).toBeUndefined()
})

it('remembers what a page asks first, by store and address: the newest question, of the latest pages', () => {
  rememberFirstCall(1, '/api/produtos?filter=a')
  rememberFirstCall(1, '/api/produtos/totais?campos=x')
  rememberFirstCall(1, '/api/produtos?filter=b')
  expect(kept()).toEqual({ '1 /produtos': ['/api/produtos/totais?campos=x', '/api/produtos?filter=b'] })
  for (let page = 1; page <= 25; page += 1) {
    at('/produtos', `?page=${page}`)
    rememberFirstCall(1, `/api/produtos?filter=${page}`)
  }
  const names = Object.keys(kept() ?? {})
  expect([names.length, names[0], names.at(-1)]).toEqual([20, '1 /produtos?page=6', '1 /produtos?page=25'])
})

it('forgets it with the person, and reads what cannot be read as nothing', () => {
  rememberFirstCall(1, '/api/produtos?filter=a')
  forgetFirstCalls()
  expect(kept()).toBeNull()
})
