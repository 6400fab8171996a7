import { afterEach, expect, test } from 'vitest'
import { areas } from '../../../src/domain/all.ts'
import { compose } from '../../../src/server/compose.ts'
import type { Domain } from '../../../src/server/domain.ts'
import { schemasFolder } from '../../../src/server/start/definitionFiles.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

/** An area and everything that it needs. */
const withNeeds = (area: Domain): readonly Domain[] => [
  ...new Set([...(area.needs ?? []).flatMap(name => withNeeds(areas.find(one => one.name === name) ?? fails(name))), area]),
]

function fails(name: string): never {
  throw new Error(`no area ${name}`)
}

/** The server over a database of its own, with the definitions that go without the areas that are not there. */
async function startWith(domains: readonly Domain[]): Promise<TestServer> {
  const known = { effects: Object.keys(compose(domains).effects) }
  return openServer(readDefinitions(schemasFolder, known).model, { domains })
}

test('the server starts without any area', async () => {
  server = await startWith([])
  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
  expect((await server.app.inject('/api/openapi.json')).statusCode).toBe(200)
})

test.each(areas.map(area => ({ name: area.name, area })))('the area $name starts with what it needs alone', async ({ area }) => {
  server = await startWith(withNeeds(area))
  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
  for (const operation of area.operations ?? []) {
    const { method, path } = operation
    const { statusCode } = await server.app.inject({ method, url: `/api/${path}` })
    // A call without a session is told its missing input.
    expect([path, statusCode]).toEqual([path, 'perMinute' in operation ? 422 : 401])
  }
})
