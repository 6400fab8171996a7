import { expect, test } from 'vitest'
import { ownScript } from './ownScripts.ts'

const page = { href: 'https://loja.example/produtos', origin: 'https://loja.example' }

test('only the site’s own scripts are trusted', () => {
  expect(ownScript('/sw.js', page)).toBe('/sw.js')
  expect(ownScript('https://loja.example/assets/csv.worker-1.js', page)).toBe('https://loja.example/assets/csv.worker-1.js')
  for (const other of [
    'https://evil.example/x.js',
    '//evil.example/x.js',
    'data:text/javascript,1',
    'blob:https://loja.example/1',
    '/api/x',
    '/files/1/a.js',
    '/API/x',
    'https://',
  ])
    expect(ownScript(other, page), other).toBe(undefined)
})
