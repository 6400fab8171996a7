import { expect, test } from 'vitest'
import { putMention, stillNamed, typedMention } from './mentionText.ts'

test.each([
  ['@', 1, { at: 0, text: '' }],
  ['oi @an', 6, { at: 3, text: 'an' }],
  ['oi @an bom', 6, { at: 3, text: 'an' }],
  ['ana@loja', 8, undefined],
  ['oi @ana ', 8, undefined],
  ['sem', 3, undefined],
])('%j at %i is %j', (text, cursor, found) => {
  expect(typedMention(text, cursor)).toEqual(found)
})

test('a name takes the place of what was typed of it, the rest stays', () => {
  expect(putMention('oi @an, veja', { at: 3, text: 'an' }, 'Ana Souza')).toEqual({ text: 'oi @Ana Souza , veja', cursor: 14 })
})

test('who was taken out of the text is mentioned no more', () => {
  const people = [{ nome: 'Ana' }, { nome: 'Bia' }]
  expect(stillNamed('oi @Bia', people)).toEqual([{ nome: 'Bia' }])
})
