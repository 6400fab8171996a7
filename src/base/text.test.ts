import { expect, it } from 'vitest'
import { fold, lengthOf, words } from './text.ts'

it('folds case and accents', () => expect(fold('PÃO de AÇÚCAR')).toBe('pao de acucar'))
it('finds words', () => expect(words('Coca-Cola 2L (lata), à vista')).toEqual(['coca', 'cola', '2l', 'lata', 'a', 'vista']))
it('counts characters as people do', () => expect([lengthOf('ação'), lengthOf('🍕x'), lengthOf('')]).toEqual([4, 2, 0]))
