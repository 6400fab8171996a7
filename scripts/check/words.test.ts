import { expect, test } from 'vitest'
import { codeFile } from './codeFile.ts'
import { coinedWords, commentOpenings, foreignPapers } from './words.ts'

const file = (text: string, path = 'src/base/a.ts') => codeFile(path, text)

test('a coined word is found in names of variables, types and files, once a file', () => {
  const text =
    'interface FormGround { ground: 1 }\nconst groundReply = (ground: FormGround) => ground\nfunction openFileHome() {}'
  expect(coinedWords.find([file(text)])).toEqual([
    'src/base/a.ts:1: "FormGround": context',
    'src/base/a.ts:1: "ground": context',
    'src/base/a.ts:2: "groundReply": context',
    'src/base/a.ts:3: "openFileHome": fileStorage',
  ])
  expect(coinedWords.find([file('', 'src/a/schemaRoom.ts')])).toEqual(['src/a/schemaRoom.ts: "schemaRoom": schemaValidator'])
})

test('a longer word, a text and a comment are none', () => {
  expect(coinedWords.find([file("const backgroundJobs = { warehouse: 'house ground', surroundings } // the ground")])).toEqual([])
})

test('a comment that begins with What or Who is found, on one line or several', () => {
  const text = '/** What is read. */\n// Who calls.\n/*\n * Whose turn it is.\n */\n  {/* Whoever asks. */}\n'
  expect(commentOpenings.find([file(text)]).map(line => line.replace(/: begin.*/, ''))).toEqual([
    'src/base/a.ts:1: "What …"',
    'src/base/a.ts:2: "Who …"',
    'src/base/a.ts:3: "Whose …"',
    'src/base/a.ts:6: "Whoever …"',
  ])
})

test('other comments are none', () => {
  const text = '/** Returns what is read. */\n// The caller,\n// who is asked.\n/** Whether it holds. */\nconst a = `\n * Who`\n'
  expect(commentOpenings.find([file(text)])).toEqual([])
})

test('a paper that came with the work is found', () => {
  const found = (text: string) => foreignPapers.find([file(text)]).filter(line => line.startsWith('src/base/a.ts'))
  expect(found('// See decision 71.\n// Document 002, part 3\n// 000 §2.6\n// issue 29')).toHaveLength(4)
  expect(found('// An issue of a note, the decision of 3 people, document 55')).toEqual([])
})
