import { expect, it } from 'vitest'
import { axisNames } from './axisNames.ts'
import { labelWidth } from './labels.ts'

const weekdays = ['Domingo', 'Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado']
const days = Array.from({ length: 30 }, (_, at) => `${String(at + 1).padStart(2, '0')}/11`)

it.each([200, 320, 480, 700, 1200])('on %i px no name runs into the next', width => {
  for (const [texts, counted] of [
    [weekdays, false],
    [days, true],
    [['Uma forma de pagamento com nome bem comprido', 'Pix', 'Dinheiro'], false],
  ] as const) {
    const { places, angle, text } = axisNames(texts, { width, counted })
    const slot = width / texts.length
    places.forEach((place, at) => {
      const next = places[at + 1]
      if (next === undefined) return
      const room = (next - place) * slot
      // Slanted ones stand a line apart.
      expect(angle === 0 ? (labelWidth(text(place)) + labelWidth(text(next))) / 2 : 14).toBeLessThanOrEqual(room)
    })
  }
})

it('every weekday has its name, and days are thinned', () => {
  expect(axisNames(weekdays, { width: 480, counted: false }).places).toHaveLength(7)
  expect(axisNames(weekdays, { width: 480, counted: false }).angle).not.toBe(0)
  expect(axisNames(weekdays, { width: 1200, counted: false }).angle).toBe(0)
  const { places, angle } = axisNames(days, { width: 480, counted: true })
  expect(angle).toBe(0)
  expect(places.length).toBeLessThan(30)
  expect(places[0]).toBe(0)
})
