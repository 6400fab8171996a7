import { expect, test } from 'vitest'
import { readContentReports } from './contentReports.ts'

test('both forms are read, and tell nothing of who was on the page', () => {
  const old = {
    'csp-report': {
      'document-uri': 'https://loja.example/parceiros/123?token=segredo',
      'violated-directive': 'script-src https://a',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js?q=maria',
      'source-file': 'https://loja.example/assets/index.js',
      'line-number': 3,
    },
  }
  const now = [
    {
      type: 'csp-violation',
      body: {
        documentURL: 'https://loja.example/',
        effectiveDirective: 'require-trusted-types-for',
        blockedURL: 'trusted-types-sink',
      },
    },
    { type: 'deprecation', body: {} },
  ]
  expect(readContentReports(JSON.stringify(old))).toEqual([
    {
      directive: 'script-src-elem',
      blocked: 'https://evil.example',
      page: 'https://loja.example/parceiros/0',
      source: 'https://loja.example/assets/index.js:3',
    },
  ])
  expect(readContentReports(JSON.stringify(now))).toEqual([
    { directive: 'require-trusted-types-for', blocked: 'trusted-types-sink', page: 'https://loja.example/', source: '' },
  ])
})

test.each(['', 'null', '[]', '{}', '5', '[1]', '{"csp-report":5}', '{"csp-report":{"violated-directive":"<b>"}}'])(
  '%s reports nothing',
  body => {
    expect(readContentReports(body)).toEqual([])
  },
)

test('what is too long is cut, and of many in one the first count', () => {
  const one = {
    type: 'csp-violation',
    body: {
      effectiveDirective: 'img-src',
      blockedURL: `https://${'a'.repeat(60)}.example/`,
      documentURL: `https://x.example/${'b'.repeat(5000)}`,
    },
  }
  const read = readContentReports(JSON.stringify(Array.from({ length: 50 }, () => one)))
  expect(read.length).toBe(5)
  expect(read[0]?.page.length).toBe(200)
})
