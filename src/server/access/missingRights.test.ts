import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../..')

test('403, which signs people out, is for missing rights alone: other refusals are 422', () => {
  const codes = globSync('**/*.ts', { cwd: src }).flatMap(file =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/ApiError\(403, '([^']+)'/g)].map(([, code]) => code),
  )
  expect([...new Set(codes)].sort()).toEqual([
    'api-key.address',
    'forbidden',
    'person-needed',
    'right-missing',
    'store-forbidden',
  ])
})
