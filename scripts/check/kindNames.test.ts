import { expect, test } from 'vitest'
import { codeFile } from './codeFile.ts'
import { placesAskingForKind } from './kindNames.ts'

const kinds = new Set(['date', 'money'])
const places = (text: string): number => placesAskingForKind(codeFile('src/model/a.ts', text), kinds).length

test.each([
  ["if (field.kind === 'date') run()", 1],
  ["if ('money' !== field?.kind) run()", 1],
  ["switch (kind) { case 'date': case 'money': run() }", 2],
  ["const both = ['date', 'money'].includes(field.kind)", 2],
  ["if (event.kind === 'change') run()", 0],
  ["// field.kind === 'date'\nconst text = \"kind === 'date'\"", 0],
  ["if (schema.format === 'date') run()", 0],
])('%s', (text, count) => {
  expect(places(text)).toBe(count)
})
