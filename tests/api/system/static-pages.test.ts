import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { servePages } from '../../../src/server/http/pages.ts'
import { productModel } from '../fixtures/product.ts'

const folder = mkdtempSync(join(tmpdir(), 'paginas-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<title>Retaguarda</title>')
writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
mkdirSync(join(folder, '.vite'))
writeFileSync(join(folder, '.vite/manifest.json'), '{"secret":1}')
const model = productModel()
const app = fastify()
app.get('/api/conhecido', () => ({}))
servePages(app, { model: () => model } as Parameters<typeof servePages>[1], folder)

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = async (url: string) => {
  const { statusCode, headers, body } = await app.inject({ url })
  return { status: statusCode, type: String(headers['content-type']).split(';')[0], cache: headers['cache-control'], body }
}

test('addresses of the browser get the page, files themselves', async () => {
  const page = { status: 200, type: 'text/html', cache: 'no-cache', body: '<title>Retaguarda</title>' }
  expect(await get('/')).toEqual(page)
  expect(await get('/produtos/99')).toEqual(page)
  expect(await get('/produtos/create?x=1')).toEqual(page)
  expect(await get('/favicon.svg')).toMatchObject({ status: 200, type: 'image/svg+xml' })
})

test('what the build notes for itself is given to nobody', async () => {
  for (const url of ['/.vite/manifest.json', '/.vite%2Fmanifest.json', '/%2evite/manifest.json'])
    expect((await get(url)).body).not.toContain('secret')
})

test('icons are kept by browsers, so that a reload asks for none', async () => {
  mkdirSync(join(folder, 'icons'))
  writeFileSync(join(folder, 'icons/star.svg'), '<svg/>')
  expect(await get('/icons/star.svg')).toMatchObject({ status: 200, cache: 'public, max-age=604800' })
  expect(await get('/favicon.svg')).toMatchObject({ cache: 'no-cache' })
})

test('what is built while the server runs is served; what is not there is no page', async () => {
  expect(await get('/assets/novo.js')).toMatchObject({ status: 404, type: 'application/json' })
  writeFileSync(join(folder, 'assets/novo.js'), 'export {}')
  expect(await get('/assets/novo.js')).toMatchObject({
    status: 200,
    body: 'export {}',
    cache: expect.stringContaining('immutable'),
  })
  expect(await get('/api/nada')).toMatchObject({ status: 404, type: 'application/json' })
  expect(await get('/assets/../../package.json')).not.toMatchObject({ type: 'application/json', status: 200 })
})
