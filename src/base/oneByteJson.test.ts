import { expect, test } from 'vitest'
import { oneByteJson } from './oneByteJson.ts'

test('a text holds no letter of two bytes, and reads as the same value', () => {
  const value = { título: 'Pão — “à vista” € 😀', lines: ['a\nb', '\u2028', '\\u2014'], none: null }
  const text = oneByteJson(value)
  expect([...text].every(letter => letter <= '\xff')).toBe(true)
  expect(text).toContain('título')
  expect(JSON.parse(text)).toEqual(value)
})
