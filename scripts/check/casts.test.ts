import { expect, test } from 'vitest'
import { casts } from './casts.ts'
import { codeFile } from './codeFile.ts'

test('a cast is found, at its line; `as const`, a renamed import and a test are not', () => {
  const text = "import { a as b } from './a.ts'\nexport const c = [b, 'as d'] as const\nexport const e = b as unknown as string\n"
  expect(casts.find([codeFile('src/model/c.ts', text)])).toEqual([
    'src/model/c.ts:3: "as string": a guard or a better type',
    'src/model/c.ts:3: "as unknown": a guard or a better type',
  ])
  expect(casts.find([codeFile('src/model/c.test.ts', text)])).toEqual([])
})
