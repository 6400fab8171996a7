import { expect, it } from 'vitest'
import kinds from '../../../../schemas/kinds.json' with { type: 'json' }
import { kindByName } from '../../../kinds/values.ts'
import { likeWordsQuery } from './likeWords.ts'
import { soughtWords } from './soughtWords.ts'

const formsOf = (text: string) => soughtWords(text).map(({ forms }) => forms)

/** Masks of all refinements, those of tax ids besides, whose kind has them. */
const masks = Object.entries(kinds.refinements).flatMap(([name, one]) =>
  'masks' in one ? one.masks.map((each): [string, string] => [name, typeof each === 'string' ? each : each.mask]) : [],
)

it.each([...masks, ['cpf', '###.###.###-##'], ['cnpj', '##.###.###/####-##']])(
  'a number is sought as it is stored: %s %s',
  (_, mask) => {
    let digit = 0
    const printed = mask.replace(/#/g, () => String((++digit % 9) + 1))
    expect(formsOf(printed)[0]).toContain(printed.replace(/\D/g, ''))
    expect(formsOf(`Maria ${printed}`).flat()).toEqual(expect.arrayContaining(['maria', printed.replace(/\D/g, '')]))
  },
)

it('a tax id with letters and a key in groups are sought as they are stored', () => {
  const stored = '12ABC34501DE35'
  expect(formsOf(kindByName('taxId').format(stored, { kind: 'taxId', required: false })).flat()).toContain(stored.toLowerCase())
  const key = '35261110X0J92JY00010655001000000123100000123'
  expect(formsOf(key.replace(/(.{4})(?=.)/g, '$1 ')).flat()).toContain(key.toLowerCase())
})

it('a phone loses its country, a number the zeros of its form; a measure is none', () => {
  expect(formsOf('+55 (11) 98765-4321').flat()).toContain('11987654321')
  expect(formsOf('000.123.456').flat()).toContain('123456')
  expect(formsOf('coca 1,5 l')).toEqual([['coca'], ['1', 'um'], ['5l', '5 l']])
})

it('a text of two characters seeks nothing; words of two do in a longer one', () => {
  expect(soughtWords('ab')).toEqual([])
  expect(soughtWords(' \u200b ab\u00a0 ')).toEqual([])
  expect(formsOf('AC2 Cliente RJ')).toEqual([['ac2'], ['cliente'], ['rj']])
})

it('a word is like those that differ by one letter, and like two words', () => {
  const [word] = soughtWords('qeijos')
  const like = word && likeWordsQuery(word)
  for (const other of [`'queijo':*`, `('qe' & 'ijos':*)`]) expect(like).toContain(other)
  const [number] = soughtWords('90210')
  expect(number && likeWordsQuery(number)).toBeUndefined()
})
