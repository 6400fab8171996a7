import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../..')
const cache = mkdtempSync(join(tmpdir(), 'vite-'))
const http = createHttpServer()
let vite: ViteDevServer
let address: string

beforeAll(async () => {
  vite = await createServer({
    configFile: join(folder, 'vite.config.ts'),
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: null },
    // It prepares nothing: the developer's cache stays as it is.
    cacheDir: cache,
    optimizeDeps: { noDiscovery: true, include: [] },
    appType: 'custom',
  })
  http.on('request', (request, response) => vite.middlewares(request, response, () => response.writeHead(404).end()))
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterAll(async () => {
  http.close()
  await vite?.close()
  rmSync(cache, { recursive: true, force: true })
})

const status = async (file: string, how = ''): Promise<number> =>
  (await fetch(`${address}/@fs${join(folder, file)}${how}`)).status

describe('the server of developers', () => {
  test.each(['src/base/text.ts', 'schemas/menu.json', 'package.json'])('gives %s, which the page imports', async file => {
    expect(await status(file, '?import')).toBe(200)
  })

  test.each(['README.md', 'vite.config.ts', 'scripts/test.ts', 'docs/api.md', 'tests/chromium.ts'])(
    'gives nothing else: %s, however it is asked for',
    async file => {
      for (const how of ['', '?raw', '?import&raw', '?import', '?url', '?import&url&raw', '?inline'])
        expect([how, await status(file, how)]).toEqual([how, 403])
    },
  )

  test('not even by a way around', async () => {
    const ways = [`src/%2e%2e/README.md`, `src/..%2fREADME.md`, `schemas/%2e%2e/data/database/postgres.password`]
    for (const way of ways) {
      const reply = await fetch(`${address}/@fs${folder}/${way}?raw`)
      expect([way, reply.status, (await reply.text()).includes('Retaguarda is')]).toEqual([
        way,
        expect.toSatisfy((code: number) => code === 403 || code === 404),
        false,
      ])
    }
  })
})
