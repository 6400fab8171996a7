import { expect, test } from 'vitest'
import { codeFile } from './codeFile.ts'
import { timedWaits } from './timedWaits.ts'

test('a pause in a test is found, at its line', () => {
  const text = 'await page.reload()\nawait page.waitForTimeout(300)\n'
  expect(timedWaits.find([codeFile('tests/flows/a.test.ts', text)])).toEqual(['tests/flows/a.test.ts:2: wait for what is seen'])
  expect(timedWaits.find([codeFile('scripts/bench/a.ts', text)])).toEqual([])
})
