import { expect, test } from 'vitest'
import { codeFile } from './codeFile.ts'
import { lawInCode } from './lawInCode.ts'

const found = (text: string, path = 'src/domain/fiscal/core/a.ts') => lawInCode.find([codeFile(path, text)])

test('a day and a rate of law in code are found, at their line', () => {
  expect(found("const a = 1\nconst from = '2027-01-01'")).toEqual([
    "src/domain/fiscal/core/a.ts:2: '2027-01-01: keep it in a register",
  ])
  expect(found("const rates = { pCBS: '0.9' }", 'src/plugins/sefaz/issuing/a.ts')).toHaveLength(1)
})

test('examples in comments, tests, stand-ins and other rooms are none', () => {
  expect(found("/** Day of issue: '2026-11-23'. */\n// since '2027-01-01'\nconst a = 1")).toEqual([])
  expect(found("const a = '2027-01-01'", 'src/domain/fiscal/core/a.test.ts')).toEqual([])
  expect(found("const a = '2027-01-01'", 'src/plugins/sefaz/simulator/a.ts')).toEqual([])
  expect(found("const a = '2027-01-01'", 'src/base/a.ts')).toEqual([])
})
