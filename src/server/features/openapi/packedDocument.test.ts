import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { documentEncoding, packedDocument } from './packedDocument.ts'

test('a document is packed once for each way in which it travels', async () => {
  const document = { openapi: '3.1.0', title: 'ç'.repeat(100) }
  const [brotli, again] = await Promise.all([packedDocument(document, 'br'), packedDocument(document, 'br')])
  expect(again).toBe(brotli)
  expect(await packedDocument(document, 'br')).toBe(brotli)
  const texts = [
    brotliDecompressSync(brotli),
    gunzipSync(await packedDocument(document, 'gzip')),
    await packedDocument(document, 'identity'),
  ]
  expect(texts.map(bytes => JSON.parse(bytes.toString('utf8')))).toEqual([document, document, document])
})

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.0, gzip;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['deflate', 'identity'],
])('who takes %j gets %s', (accepted, encoding) => {
  expect(documentEncoding(accepted)).toBe(encoding)
})
