import { expect, test } from 'vitest'
import { codeFile } from './codeFile.ts'
import { unboundedMemories } from './unboundedMemories.ts'

const found = (text: string, path = 'src/server/a.ts') => unboundedMemories.find([codeFile(path, text)])

test('what calls fill beside all calls is found, at its line', () => {
  const map = 'src/server/a.ts:2: "known" grows for ever: a BoundedMemory or an OwnedMemory'
  expect(found('\nconst known = new Map<string, number>()')).toEqual([map])
  expect(found('\nexport const known = new Set<string>()')).toEqual([map])
  expect(found('\nconst known = new WeakMap<Table, Map<string, Plan>>()')).toEqual([map])
})

test('what has a size, is written at once, belongs to a call, or is one value for each object is none', () => {
  expect(found('const known = new Map([[1, 2]])')).toEqual([])
  expect(found('const known = new WeakMap<Table, ReadonlyMap<string, Plan>>()')).toEqual([])
  expect(found('export function count() { const known = new Map<string, number>() }')).toEqual([])
  expect(found('const known = new Map<string, number>()\nif (known.size >= MOST) known.clear()')).toEqual([])
  expect(found('const known = new Map<string, number>()', 'src/server/a.test.ts')).toEqual([])
  expect(found('const known = new Map<string, number>()', 'src/browser/a.ts')).toEqual([])
})
