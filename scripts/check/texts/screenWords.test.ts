import { expect, test } from 'vitest'
import { wrongWords } from './screenWords.ts'

const glossary = `# Glossary

## Words on screens

| Word | In place of | Stays in | Sense |
|---|---|---|---|
| NF-e | \`NFe\` | \`Ver NFe\` | a note |
| Situação | \`=Status\` | | a state |

## Shops

| Word | Meaning |
|---|---|
| x | \`Nota\` |
`
const wrong = (text: string) => wrongWords(glossary, [{ path: 'schemas/a.json', text }])

test('a text says a thing by its one word, but where it stays as it is', () => {
  expect(wrong('{\n  "title": "Nova NFe"\n}')).toEqual(['schemas/a.json:2: "Nova NFe": the word is NF-e'])
  expect(wrong('{ "title": "Ver NFe", "text": "NF-e salva", "name": "NFe" }')).toEqual([])
})

test('a word is whole, and one of a whole text only that text', () => {
  expect(wrong('{ "title": "NFes", "help": "Status da loja" }')).toEqual([])
  expect(wrong('{ "a": { "title": "Status" }, "b": { "title": "Nota" } }')).toEqual([
    'schemas/a.json:1: "Status": the word is Situação',
  ])
})
