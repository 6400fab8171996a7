import { expect, test } from 'vitest'
import { ApiError } from '../error.ts'
import { checkContents } from './checkContents.ts'

const refused = (value: unknown, anyText = false): unknown => {
  try {
    checkContents(value, '', anyText)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return [error.statusCode, error.code, error.details.map(({ path }) => path)]
  }
}

test('what no field can hold is refused by the name of its field', () => {
  expect(refused({ email: 'a\0@b.c' })).toEqual([422, 'text-unstorable', ['email']])
  expect(refused({ itens: [{ nome: 'x' }, { nome: '\0' }] })).toEqual([422, 'text-unstorable', ['itens.1.nome']])
  expect(refused({ 'no\0me': 1 })).toEqual([422, 'text-unstorable', ['nome']])
  expect(refused(JSON.parse('{"preco":1e400}'))).toEqual([422, 'number-invalid', ['preco']])
  expect(refused({ version: { toString: 1 } })).toEqual([422, 'field-unknown', ['version.toString']])
  expect(refused({ nome: 'Pão\n\ud800', preco: -1.5, itens: [[], {}, null, true] })).toBeUndefined()
})

test('who cleans texts by himself gets them as they came, and bounds all the same', () => {
  expect(refused({ descricao: 'a\0b' }, true)).toBeUndefined()
  expect(
    refused(
      Array.from({ length: 25_000 }, () => 0),
      true,
    ),
  ).toBeUndefined()
  expect(refused({ a: Array.from({ length: 12_501 }, () => 0), b: Array.from({ length: 12_500 }, () => 0) }, true)).toEqual([
    413,
    'body-too-many',
    [],
  ])
})
