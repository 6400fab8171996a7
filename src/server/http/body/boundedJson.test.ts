import { expect, test } from 'vitest'
import { demandBoundedJson } from './boundedJson.ts'

const refusalOf = (text: string): unknown => {
  try {
    demandBoundedJson(Buffer.from(text))
    return undefined
  } catch (error) {
    const { statusCode, code } = error as { statusCode: number; code: string }
    return [statusCode, code]
  }
}
const tooMany = [413, 'body-too-many']
const members = (count: number) => Array.from({ length: count }, (_, n) => `"n${n}":${n}`).join()

test('a body of as much as a call may hold is let through', () => {
  expect(refusalOf(`[${Array(25_000).fill('{}').join()}]`)).toBeUndefined()
  expect(refusalOf(`{${members(5000)}}`)).toBeUndefined()
  expect(refusalOf(`${'['.repeat(65)}${']'.repeat(65)}`)).toBeUndefined()
  expect(
    refusalOf(
      `[${Array(5000)
        .fill(`{${members(50)}}`)
        .join()}]`,
    ),
  ).toBeUndefined()
})

test('what stands in a text is no list and no object, whatever its signs', () => {
  const text = `"${',[{'.repeat(100_000)}"`
  expect(refusalOf(`{"xml":${text},"b":${text}}`)).toBeUndefined()
  expect(refusalOf(`{"a":"\\"${',[{'.repeat(100_000)}\\\\"}`)).toBeUndefined()
  expect(refusalOf(`{"a":"\\\\",${members(5001)}}`)).toEqual(tooMany)
})

test('more items, members or levels are refused, closed or not', () => {
  expect(refusalOf(`{"itens":[${Array(25_002).fill('{}').join()}]}`)).toEqual(tooMany)
  expect(refusalOf(`[[${Array(13_000).fill(0).join()}],[${Array(13_000).fill(0).join()}]]`)).toEqual(tooMany)
  expect(refusalOf(`{${members(5002)}}`)).toEqual(tooMany)
  expect(
    refusalOf(
      `[${Array(9000)
        .fill(`{${members(120)}}`)
        .join()}]`,
    ),
  ).toEqual(tooMany)
  for (const open of ['[', '{"a":', '{"a":[']) expect(refusalOf(open.repeat(990_000))).toEqual([400, 'body-too-deep'])
  expect(refusalOf(`${']'.repeat(100)}${'['.repeat(66)}`)).toEqual([400, 'body-too-deep'])
})
