import { expect, it } from 'vitest'
import { readSource } from './source.ts'

const right = `{
  "title": "Grupos",
  "register": { "scope": "store", "label": "nome" },
  "properties": {
    "nome": { "type": "string", "title": "Nome" },
    "tags": [
      "a",
      "b"
    ],
    "ativo": {
      "type": "boolean"
    }
  }
}
`

it.each([
  ['a comma behind a text', '"Grupos",', '"Grupos"', 2],
  ['a comma behind an object', '"nome" },\n  "prop', '"nome" }\n  "prop', 3],
  ['a comma behind a list', '    ],\n', '    ]\n', 9],
  ['a brace that ends on its own line', '"nome" },', '"nome" ,', 3],
  ['a brace of a field', '"Nome" },', '"Nome" ,', 5],
  ['a brace on a line of its own', '      "type": "boolean"\n    }\n', '      "type": "boolean"\n', 11],
  ['a bracket', '      "b"\n    ],\n', '      "b",\n', 8],
  ['a colon', '"title": "Grupos"', '"title" "Grupos"', 2],
  ['a quote', '"title": "Grupos"', '"title": "Grupos', 2],
  ['the first brace', '{\n  "title"', '\n  "title"', 1],
])('%s that is missing is told once, where it is missing', (_what, from, to, line) => {
  const text = right.replace(from, to)
  expect(text).not.toBe(right)
  const { faults } = readSource({ path: 'registers/x/grupos.schema.json', text })
  expect(faults).toMatchObject([{ code: 'json-invalid', place: { line } }])
})

it('a comma too many is told where it stands', () => {
  const text = right.replace('"b"\n', '"b",\n')
  expect(readSource({ path: 'registers/x/grupos.schema.json', text }).faults).toMatchObject([
    { message: 'Not valid JSON: one comma too many.', place: { line: 8, column: 10 } },
  ])
})
