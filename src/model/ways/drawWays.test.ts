import { expect, it } from 'vitest'
import { bookingDefinitions } from '../fixtures/bookings.ts'
import { readModel } from '../read.ts'
import { drawWays } from './drawWays.ts'

const { model } = readModel(bookingDefinitions)
const status = model.registers.reservas?.fields.find(({ name }) => name === 'status')
if (!status) throw new Error('no choice with ways')

it('draws each state once, and each step of a way with its number, within the picture', () => {
  const { boxes, arrows, width, height } = drawWays(status)
  expect(boxes.map(({ title }) => title)).toEqual(['Pendente', 'Confirmada', 'Cancelada'])
  expect(arrows.map(({ way, number }) => [way.id, number])).toEqual([
    ['confirmar', 1],
    ['cancelar_reserva', 2],
    ['cancelar_reserva', 2],
  ])
  for (const { x, y } of arrows) expect([x > 0 && x < width, y > 0 && y < height]).toEqual([true, true])
})

it('draws what comes of a way below the states, its title as far as there is room', () => {
  const follow = { kind: 'automation', title: `Carta ${'longa '.repeat(10)}`, words: 'Escreve uma carta' } as const
  const plain = drawWays(status)
  expect(plain.follows).toEqual([])
  const { follows, width, height, followPlace } = drawWays(status, new Map([['cancelar_reserva', [follow, follow]]]))
  expect(follows.map(({ number, title }) => [number, title.length <= 40, title.endsWith('…')])).toEqual([
    [2, true, true],
    [2, true, true],
  ])
  expect(width).toBeGreaterThanOrEqual(followPlace.left + followPlace.width)
  for (const { y } of follows) expect([y >= plain.height, y < height]).toEqual([true, true])
})

it('draws a step back at the left', () => {
  const back = { ...status, ways: { list: [{ id: 'volta', title: 'Voltar', from: ['CANCELADA'], to: 'PENDENTE' }] } }
  const { arrows, left } = drawWays(back)
  expect(arrows.map(({ x }) => x < left)).toEqual([true])
})
