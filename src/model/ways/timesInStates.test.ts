import { expect, it } from 'vitest'
import { timesInStates } from './timesInStates.ts'

const at = (time: string, to: string) => ({ at: `2026-11-01T${time}:00.000Z`, to })

it('adds up the minutes in each state until now', () => {
  const changes = [at('10:00', 'A'), at('10:30', 'B'), at('10:40', 'A')]
  expect(timesInStates(changes, '2026-11-01T11:00:59.000Z')).toEqual([
    { estado: 'A', minutos: 50 },
    { estado: 'B', minutos: 10 },
  ])
  expect(timesInStates([], '2026-11-01T11:00:00.000Z')).toEqual([])
})
