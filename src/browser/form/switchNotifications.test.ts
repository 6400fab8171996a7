import { expect, test } from 'vitest'
import { readDefinitions } from '../../server/start/definitions.ts'
import { switchedValues } from './switchNotifications.ts'

const { model } = readDefinitions()

const told = (name: string, before: object, after: object) => {
  const register = model.registers[name]
  if (!register) throw new Error(name)
  return switchedValues(model, register, before as never, after as never).map(({ register: of, column, row }) => [
    of.name,
    column.field,
    row.id,
    row.perguntaId,
    row.lojaId,
  ])
}

test('a status that a form changed is told as its switch would', () => {
  const product = { id: 7, lojaId: 1, stt_prod: true, desc_prod: 'Suco' }
  expect(told('produtos', product, { ...product, desc_prod: 'Suco de uva' })).toEqual([])
  expect(told('produtos', product, { ...product, stt_prod: false })).toEqual([['produtos', 'stt_prod', 7, undefined, 1]])
})

test('so is that of an answer within its question; a new one has nobody to tell', () => {
  const answer = (id: number, ativo: boolean) => ({ id, ativo, nome: 'Bem passado' })
  const before = { id: 3, lojaId: 1, respostas: [answer(10, true), answer(11, true)] }
  const after = { id: 3, lojaId: 1, respostas: [answer(10, true), answer(11, false), answer(12, true)] }
  expect(told('pergunta', before, after)).toEqual([['pergunta_resposta', 'ativo', 11, 3, 1]])
})
