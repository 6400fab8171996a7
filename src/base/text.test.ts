import { expect, it } from 'vitest'
import { characterCount, foldedWords, foldText, foreignText, oneByteJson, truncate } from './text.ts'

it('folds case and accents', () => expect(foldText('PÃO de AÇÚCAR')).toBe('pao de acucar'))
it('finds words', () => expect(foldedWords('Coca-Cola 2L (lata), à vista')).toEqual(['coca', 'cola', '2l', 'lata', 'a', 'vista']))
it('counts characters as people do', () =>
  expect([characterCount('ação'), characterCount('🍕x'), characterCount('')]).toEqual([4, 2, 0]))
it('cuts what another system says, and leaves out what no database holds', () => {
  expect(foreignText('Mesa\u0000 4\u001b[31m, à\nvista', 100)).toBe('Mesa 4[31m, à\nvista')
  expect(foreignText('pizza 🍕', 7)).toBe('pizza ')
  expect([foreignText(undefined, 9), foreignText(7, 9), foreignText({}, 9)]).toEqual(['', '', ''])
})

it('marks a cut end, without half an emoji or a blank before it', () => {
  expect(['Pão de queijo', 'Hambúrguer da casa', 'Pizza 🍕🍕'].map(text => truncate(text, 12))).toEqual([
    'Pão de quei…',
    'Hambúrguer…',
    'Pizza 🍕🍕',
  ])
  expect(truncate('pizza 🍕 grande', 8)).toBe('pizza…')
})

it('JSON of one byte a letter reads as the same value', () => {
  const value = { título: 'Pão — “à vista” € 😀', lines: ['a\nb', '\u2028', '\\u2014'], none: null }
  const text = oneByteJson(value)
  expect([...text].every(letter => letter <= '\xff')).toBe(true)
  expect(text).toContain('título')
  expect(JSON.parse(text)).toEqual(value)
})
