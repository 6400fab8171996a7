import { expect, test } from 'vitest'
import { codeFile } from './codeFile.ts'

test('every way of importing is seen, and what is written in a comment or a text is not', () => {
  const { imports } = codeFile(
    'src/a/b.ts',
    [
      "import type { A } from './a.ts'",
      "export * from '../c.ts'",
      "const later = () => import('./d.ts')",
      "type E = import('./e.ts').E",
      "import { f } from '@f/g/h'",
      '// import { x } from "./x.ts"',
      'const text = "import { y } from \'./y.ts\'"',
    ].join('\n'),
  )
  expect(imports).toEqual([
    { target: 'src/a/a.ts', relative: true, typeOnly: true },
    { target: 'src/c.ts', relative: true, typeOnly: false },
    { target: 'src/a/d.ts', relative: true, typeOnly: false },
    { target: 'src/a/e.ts', relative: true, typeOnly: true },
    { target: '@f/g/h', relative: false, typeOnly: false },
  ])
})

test('exports are what the file declares', () => {
  const { exports } = codeFile(
    'a.tsx',
    'export const a = 1, b = <i />\nexport function c() {}\nexport type D = 1\nconst e = 1\nexport { e }',
  )
  expect(exports).toEqual(['a', 'b', 'c', 'D'])
})
