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

test('a table of codes is found in a text, a list, a set, a record and a pattern', () => {
  const codes = Array.from({ length: 12 }, (_, at) => String(101 + at))
  const tables = [
    `const within = '${codes.join(' ')}'`,
    `const left = ['${codes.join("', '")}']`,
    `const left = new Set([\n  '${codes.join("',\n  '")}',\n])`,
    `const booked = { ${codes.map(code => `'1${code}': '5${code}'`).join(', ')} }`,
    `const entry = /^(?:1(?:${codes.join('|')}))$/`,
  ]
  for (const table of tables) expect(found(table)).toHaveLength(1)
})

test('some codes, amounts and dates on end are none', () => {
  for (const text of [
    "const credited = ['00', '10', '20', '51', '70', '90', '101', '102', '201', '202', '203']",
    "const few = '101 102 103 201 202 203 300 400'",
    'const sizes = [0.125, 0.25, 10000, 20000, 30000, 40000, 50000, 60000, 70000, 80000, 90000]',
  ])
    expect(found(text)).toEqual([])
})

test('examples in comments, tests, stand-ins and other rooms are none', () => {
  expect(found("/** Day of issue: '2026-11-23'. */\n// since '2027-01-01'\nconst a = 1")).toEqual([])
  expect(found("const a = '2027-01-01'", 'src/domain/fiscal/core/a.test.ts')).toEqual([])
  expect(found("const a = '2027-01-01'", 'src/plugins/sefaz/simulator/a.ts')).toEqual([])
  expect(found("const a = '2027-01-01'", 'src/base/a.ts')).toEqual([])
})
