import { expect, it } from 'vitest'
import { characterCount, foldedWords, foldText } from './text.ts'

it('folds case and accents', () => expect(foldText('PÃO de AÇÚCAR')).toBe('pao de acucar'))
it('finds words', () => expect(foldedWords('Coca-Cola 2L (lata), à vista')).toEqual(['coca', 'cola', '2l', 'lata', 'a', 'vista']))
it('counts characters as people do', () =>
  expect([characterCount('ação'), characterCount('🍕x'), characterCount('')]).toEqual([4, 2, 0]))
