import { expect, it } from 'vitest'
import { saveToken } from '../data/identity.ts'
import { writeStorage } from '../data/storage.ts'
import { keepFigure, lastFigures } from './lastFigures.ts'

it('keeps the figures of one store, the newest of each, and forgets them with the session', () => {
  keepFigure('Cantina', 'Vendas', 'R$ 10,00')
  keepFigure('Cantina', 'Ticket médio', 'R$ 5,00')
  keepFigure('Cantina', 'Vendas', 'R$ 12,00')
  expect(lastFigures()).toMatchObject({ store: 'Cantina', figures: { Vendas: 'R$ 12,00', 'Ticket médio': 'R$ 5,00' } })
  keepFigure('Bar', 'Vendas', 'R$ 1,00')
  expect(lastFigures()).toMatchObject({ store: 'Bar', figures: { Vendas: 'R$ 1,00' } })
  expect(Object.keys(lastFigures()?.figures ?? {})).toEqual(['Vendas'])
  saveToken(undefined)
  expect(lastFigures()).toBeUndefined()
})

it.each(['', 'x', '[]', '{"store":1}', '{"store":"a","at":"never","figures":{}}'])('reads %s as nothing', text => {
  writeStorage('ultimosNumeros', text)
  expect(lastFigures()).toBeUndefined()
})
