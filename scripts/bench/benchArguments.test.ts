import { expect, it } from 'vitest'
import { readBenchArguments } from './benchArguments.ts'

const rows = ['list', 'save', 'paste']
const read = (...words: string[]) => readBenchArguments(words, rows)

it('measures every row where nothing is said', () => {
  expect(read()).toMatchObject({ only: rows, against: undefined, write: false, large: 1_000_000, lines: 1_000_000, stores: 2000 })
})

it('takes some rows, another version and smaller stores', () => {
  expect(read('--only', 'save, list', '--against', 'HEAD~1', '--large', '5000')).toMatchObject({
    only: ['save', 'list'],
    against: 'HEAD~1',
    large: 5000,
  })
})

it('refuses rows that it does not know, and numbers that are none', () => {
  expect(() => read('--only', 'list,lists')).toThrow('No row is named lists. Rows: list, save, paste')
  expect(() => read('--lines', 'many')).toThrow('--lines is no number: many')
  expect(() => read('--faster')).toThrow()
})

it('writes a whole run alone', () => {
  expect(read('--write').write).toBe(true)
  expect(() => read('--write', '--only', 'list')).toThrow('whole run')
  expect(() => read('--write', '--against', 'HEAD')).toThrow('whole run')
})
