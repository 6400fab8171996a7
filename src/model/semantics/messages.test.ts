import { expect, it } from 'vitest'
import { readModel } from '../read.ts'

const path = 'messages/a.json'
const problemsOf = (message: object) => {
  const messages = { linhas: { kind: 'label', ...message } }
  return readModel([{ path, text: JSON.stringify({ $schema: '../meta/messages.json', messages }, null, 2) }]).problems
}

const one = '{count} linha'
const other = '{count} linhas'

it.each<[string, object]>([
  ['of one text', { text: 'Linhas' }],
  ['with plurals', { text: { one, other } }],
  ['whose text of none says all', { text: { zero: 'Nenhuma', one: 'Uma linha', other } }],
  ['that another parameter chooses', { text: { one: '{n} linha', other: '{n} linhas' }, count: 'n' }],
])('takes a message %s', (_what, message) => {
  expect(problemsOf(message)).toEqual([])
})

it.each<[string, object, object]>([
  ['without "other"', { text: { one } }, { code: 'keyword-missing' }],
  ['with a plural that Portuguese has not', { text: { two: other, other } }, { code: 'keyword-unknown' }],
  [
    'that is chosen by no parameter of its text',
    { text: { zero: 'Nenhuma', one: 'Linha', other: 'Linhas' } },
    { code: 'parameter-unknown' },
  ],
  [
    'whose forms differ in their parameters',
    { text: { one: '{cout} linha', other, zero: 'Nenhuma' } },
    { code: 'parameter-unknown', didYouMean: 'count' },
  ],
  ['that would say one of none', { text: { one: 'Uma linha', other } }, { code: 'plural-zero' }],
  ['of one text that a number should choose', { text: other, count: 'count' }, { code: 'count-unexpected' }],
])('refuses a message %s', (_what, message, problem) => {
  expect(problemsOf(message)).toMatchObject([{ file: path, ...problem }])
})
