import { expect, it } from 'vitest'
import { calendarGrid } from './calendarGrid.ts'
import { laneEvents } from './lanes.ts'
import { placeEvents } from './placing.ts'

const zone = 'America/Sao_Paulo'
const days = ['2026-11-27']
const timing = { at: 'inicio', until: 'fim', by: 'mesaId', clock: true, zone }
const booking = (id: number, from: string, to: string, mesaId = 5) => ({
  id,
  mesaId,
  inicio: `2026-11-27T${from}:00-03:00`,
  fim: `2026-11-27T${to}:00-03:00`,
})

it('draws a record once, as long as it lasts, in a lane that nothing else has meanwhile', () => {
  const rows = [
    booking(1, '18:00', '20:30'),
    booking(2, '19:00', '20:00'),
    booking(3, '20:00', '21:00'),
    booking(4, '21:00', '22:00'),
    booking(5, '19:00', '20:00', 6),
  ]
  const places = placeEvents(rows, timing, days, true)
  const resources = [
    { id: '5', title: 'Janela' },
    { id: '6', title: 'Jardim' },
  ]
  const hours = [18, 19, 20, 21, 22]
  const grid = calendarGrid({ span: 'day', day: days[0] ?? '', hours, resources, narrow: false, allDay: 'Dia todo' })
  const bars = [...laneEvents(grid.rows, places)].filter(([, found]) => found.length > 0)
  const drawn = bars.map(([name, found]) => [name, found.map(({ row, lane, length }) => [row.id, lane, length])])
  expect(Object.fromEntries(drawn)).toEqual({
    '2026-11-27/18/5': [[1, 1, 3]],
    '2026-11-27/19/5': [[2, 2, 1]],
    '2026-11-27/20/5': [[3, 2, 1]],
    '2026-11-27/21/5': [[4, 1, 1]],
    '2026-11-27/19/6': [[5, 1, 1]],
  })
})
