import { expect, test } from 'vitest'
import { chanceInTests } from './chanceInTests.ts'
import { codeFile } from './codeFile.ts'

test('what a test draws is found, at its line; examples from a seed are none', () => {
  const found = (path: string, text: string) => chanceInTests.find([codeFile(path, text)])
  const property = "import fc from 'fast-check'\nfc.assert(fc.property(fc.nat(), () => true))\n"
  expect(found('tests/api/a.test.ts', `\nconst wait = ${'Math'}.random() * 400\n`)).toEqual([
    'tests/api/a.test.ts:2: draws a number',
  ])
  expect(found('src/base/a.test.ts', property)).toEqual(['src/base/a.test.ts:2: import tests/fixedSeed.ts beside fast-check'])
  expect(found('src/base/a.test.ts', `import '../../tests/fixedSeed.ts'\n${property}`)).toEqual([])
  const now = `${'Date'}.now()`
  expect(found('tests/api/a.test.ts', `\nexpect(${now} - started).toBeLessThan(300)`)).toEqual([
    'tests/api/a.test.ts:2: judges how long something took',
  ])
  expect(found('tests/api/a.test.ts', `expect(${now} - started).toBeGreaterThan(300)`)).toEqual([])
  expect(found('tests/api/a.test.ts', `const year = new ${'Date'}().getFullYear()`)).toEqual([
    "tests/api/a.test.ts:1: asks the machine's own clock: name the zone",
  ])
  expect(found('src/base/a.ts', `const id = ${'Math'}.random()\n`)).toEqual([])
})
