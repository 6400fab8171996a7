import { expect, test } from 'vitest'
import { readModel } from '../../model/read.ts'
import { readDefinitionFiles } from './definitionFiles.ts'
import { soundFiles } from './soundFiles.ts'

const files = readDefinitionFiles()
const groups = 'registers/cardapio/grupos.schema.json'

const edited = (from: string, to: string) =>
  files.map(file => (file.path === groups ? { ...file, text: file.text.replace(from, to) } : file))

test('the definitions that were generated from are known to be sound', () => {
  expect(soundFiles(files).every(({ sound }) => sound)).toBe(true)
})

test('where one of them was edited, moved or is missing none is known, and a wrong word is told', () => {
  const wrong = edited('"title"', '"titel"')
  expect(wrong).not.toEqual(files)
  expect(soundFiles(wrong).some(({ sound }) => sound)).toBe(false)
  expect(readModel(soundFiles(wrong)).problems.map(({ file }) => file)).toContain(groups)
  expect(soundFiles(files.slice(1)).some(({ sound }) => sound)).toBe(false)
  const moved = files.map(file => ({ ...file, path: file.path.replace('grupos', 'grupinhos') }))
  expect(soundFiles(moved).some(({ sound }) => sound)).toBe(false)
})

test('what was known as sound is checked again once it stands beside an edited one', () => {
  expect(readModel(soundFiles(files)).problems).toEqual([])
  expect(readModel(soundFiles(edited('"type": "object"', '"type": "objects"'))).problems.length).toBeGreaterThan(0)
})
