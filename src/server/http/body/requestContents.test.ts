import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { takeEmptyRemovals } from './requestContents.ts'

it('takes a removal that names a type and has no body', async () => {
  const app = Fastify()
  takeEmptyRemovals(app)
  app.all('/', request => ({ body: request.body ?? null }))
  const headers = { 'content-type': 'application/json' }
  const send = async (method: 'DELETE' | 'POST', payload?: string) => {
    const reply = await app.inject({ method, url: '/', headers, ...(payload === undefined ? {} : { payload }) })
    return [reply.statusCode, reply.json().body]
  }
  expect(await send('DELETE')).toEqual([200, null])
  expect(await send('DELETE', '')).toEqual([200, null])
  expect(await send('DELETE', '{"ids":[1]}')).toEqual([200, { ids: [1] }])
  expect((await send('DELETE', '{'))[0]).toBe(400)
  expect((await send('POST'))[0]).toBe(400)
  await app.close()
})
