import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiUrl, CallError, call, onSessionExpired } from './api.ts'
import { saveStoreId, saveToken } from './identity.ts'

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

beforeEach(() => {
  saveToken('abc')
  saveStoreId(2)
})
afterEach(() => vi.unstubAllGlobals())

describe('address of a call', () => {
  it('carries the chosen store', () => expect(apiUrl('/produtos', { q: 'bolo' })).toBe('/api/produtos?q=bolo&lojaId=2'))
  it('leaves a store that the call names', () => {
    expect(apiUrl('produtos', { lojaId: 3 })).toBe('/api/produtos?lojaId=3')
    expect(apiUrl('produtos/save', {}, { lojaId: 3 })).toBe('/api/produtos/save')
  })
  it('sends objects as JSON', () =>
    expect(decodeURIComponent(apiUrl('x', { lojaId: 1, filter: { limit: 5 } }))).toBe('/api/x?lojaId=1&filter={"limit":5}'))
})

describe('a call', () => {
  it('sends the token raw and reads the count', async () => {
    const fetched = vi.fn(async (_url: string, _init: RequestInit) => json(200, [1], { 'content-count': '12' }))
    vi.stubGlobal('fetch', fetched)
    expect(await call('GET', 'produtos')).toEqual({ data: [1], count: 12 })
    expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ Authorization: 'abc' })
  })

  it.each(['pdf', 'zip', 'octet-stream'])('gives a file of %s as the bytes that it is', async kind => {
    const bytes = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xe2, 0xe3, 0xff, 0x00])
    vi.stubGlobal('fetch', async () => new Response(bytes, { headers: { 'content-type': `application/${kind}` } }))
    const { data } = await call<Blob>('GET', 'nfces/danfce')
    expect(new Uint8Array(await data.arrayBuffer())).toEqual(bytes)
  })

  it('gives the message, the code and the places of a refusal', async () => {
    const details = [{ path: 'nome', code: 'required', message: 'Obrigatório' }]
    vi.stubGlobal('fetch', async () =>
      json(422, { error: { message: 'Confira os campos', code: 'invalid', statusCode: 422, details } }),
    )
    await expect(call('POST', 'produtos/save', { body: {} })).rejects.toMatchObject({
      status: 422,
      code: 'invalid',
      message: 'Confira os campos',
      details,
    })
  })

  it('says in Portuguese what has no words of ours', async () => {
    const proxy = () => new Response('<h1>Internal Server Error</h1>', { status: 500, statusText: 'Internal Server Error' })
    vi.stubGlobal('fetch', async () => proxy())
    await expect(call('POST', 'produtos/save', { body: {} })).rejects.toMatchObject({
      message: 'Erro 500 do servidor. Tente de novo.',
    })
  })

  it.each([401, 403])('logs out on %i, unless the caller keeps the session', async status => {
    const out = vi.fn(() => saveToken(undefined))
    onSessionExpired(out)
    saveToken('this one')
    vi.stubGlobal('fetch', async () => json(status, { error: { message: 'não' } }))
    await expect(call('POST', 'users/login', { keepSession: true })).rejects.toBeInstanceOf(CallError)
    expect(out).not.toHaveBeenCalled()
    await expect(call('GET', 'produtos')).rejects.toBeInstanceOf(CallError)
    expect(out).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status, message: 'não' }))
    // The answer to what is asked without a session does not take the place of why it ended.
    await expect(call('GET', 'produtos')).rejects.toBeInstanceOf(CallError)
    expect(out).toHaveBeenCalledOnce()
  })

  it('ends no session by what was asked in the one before it, nor one that takes its word back', async () => {
    const out = vi.fn()
    const stop = onSessionExpired(out)
    let refuse: (response: Response) => void = () => undefined
    vi.stubGlobal('fetch', () => new Promise<Response>(resolve => (refuse = resolve)))
    const late = call('GET', 'produtos')
    saveToken('the next')
    refuse(json(401, { error: { message: 'não' } }))
    await expect(late).rejects.toMatchObject({ status: 401 })
    expect(out).not.toHaveBeenCalled()
    stop()
    const left = call('GET', 'produtos')
    refuse(json(401, { error: { message: 'não' } }))
    await expect(left).rejects.toMatchObject({ status: 401 })
    expect(out).not.toHaveBeenCalled()
  })

  it('waits for a server that is away, but only to read', async () => {
    vi.useFakeTimers()
    const answers = [() => Promise.reject(new TypeError('network')), async () => json(503, {}), async () => json(200, 'ok')]
    vi.stubGlobal('fetch', () => answers.shift()?.())
    const reading = call('GET', 'produtos')
    await vi.advanceTimersByTimeAsync(2_000)
    expect((await reading).data).toBe('ok')
    vi.useRealTimers()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
    await expect(call('POST', 'produtos/save', { body: {} })).rejects.toMatchObject({ status: 0, code: 'connection-down' })
  })
})
