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
    "const states = { '11': 'RO', '12': 'AC', '13': 'AM', '14': 'RR' }",
    "const events = ['110110', '110111', '110112', '210200']",
    "const month = { description: 'Um mês inteiro: 2026-11, 11/2026' }",
    "const nothing = { pis_cst: '08', cbs: 0, rate: 100, ratePlaces: 4, tipo: 90 }",
    'const sizes = [0.125, 0.25, 10000, 20000, 30000, 40000, 50000, 60000, 70000, 80000, 90000]',
  ])
    expect(found(text)).toEqual([])
})

test.each([
  'const begins = new Date(2027, 0, 4)',
  'const begins = Date.UTC(2027, 0, 4)',
  "const begins = '20270104'",
  "const begins = '04/01/2027'",
  "if (day.slice(0, 4) >= '2027') add()",
  "if (month >= '2027-01') add()",
  'if (Number(day.slice(0, 4)) >= 2027) add()',
  'const q = `SELECT make_date(2027, 1, 4)`',
  'const cbs = 8.8',
  "const cbsRate = '8.8'",
  'const rates = { ibsUf: 0.05 }',
  'const aliquota = given ?? 17.7',
  'const icmsInterestadual = amount(12)',
  'const correctionHours = 720',
  'const hoursLate = 168',
  'const hoursByState = { MT: 2, PR: 168, RS: 168, PI: 1440 }',
  "const limits = [['SP', 24], ['PR', 168], ['RO', 720]]",
  "const south = new Set(['MG', 'PR', 'RJ', 'RS', 'SC', 'SP'])",
  "const reduced = { '200047': 40, '200014': 100, '200003': 60, '410019': 0, '000001': 0 }",
  "const words = { 5101: 'own', 5102: 'resold', 5103: 'own', 5104: 'resold', 5105: 'own', 5106: 'a', 5109: 'b', 5110: 'c', 5111: 'd' }",
])('%s is found', text => {
  expect(found(text)).not.toEqual([])
})

test('examples in comments, tests, stand-ins and other rooms are none', () => {
  expect(found("/** Day of issue: '2026-11-23'. */\n// since '2027-01-01'\nconst a = 1")).toEqual([])
  expect(found("const a = '2027-01-01'", 'src/domain/fiscal/core/a.test.ts')).toEqual([])
  expect(found("const a = '2027-01-01'", 'src/plugins/sefaz/simulator/a.ts')).toEqual([])
  expect(found("const a = '2027-01-01'", 'src/base/a.ts')).toEqual([])
})
