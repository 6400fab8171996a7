import { expect, test } from 'vitest'
import { codeFile } from '../codeFile.ts'
import { recordDoor } from './recordDoor.ts'

test('a version that is moved by hand and a history written by hand are found; those of the door, and tests, are not', () => {
  const text = `const a = 'UPDATE nfes SET version = version + 1'
const b = 'UPDATE nfes n SET "version" = n.version + 1'
writeHistory([], work)
const version = Math.max(last.version + 1, 3)
const c = \`UPDATE nfes SET \${nextVersion()}\`
`
  expect(recordDoor.find([codeFile('src/domain/a.ts', text)]).map(line => line.split(': ')[0])).toEqual([
    'src/domain/a.ts:1',
    'src/domain/a.ts:2',
    'src/domain/a.ts:3',
  ])
  expect(recordDoor.find([codeFile('src/server/write/a.ts', text), codeFile('src/domain/a.test.ts', text)])).toEqual([])
})
