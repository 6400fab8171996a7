import { expect, it } from 'vitest'
import { closedYear } from './closedYear.ts'

const store = (zone: string) => ({ id: 3, zone })

it("is the year of the store's clock, summer time and all", () => {
  const now = new Date('2026-06-01T12:00:00Z')
  expect(closedYear(2018, store('America/Sao_Paulo'), now)).toEqual({
    id: 3,
    zone: 'America/Sao_Paulo',
    from: '2018-01-01T02:00:00.000Z',
    until: '2019-01-01T02:00:00.000Z',
  })
  expect(closedYear(2024, store('America/Rio_Branco'), now)).toMatchObject({
    from: '2024-01-01T05:00:00.000Z',
    until: '2025-01-01T05:00:00.000Z',
  })
})

it('is closed once the one after it is over there', () => {
  const now = new Date('2027-01-01T04:00:00Z')
  expect(closedYear(2025, store('America/Sao_Paulo'), now).until).toBe('2026-01-01T03:00:00.000Z')
  expect(() => closedYear(2025, store('America/Rio_Branco'), now)).toThrow(
    '2025 is not closed in store 3: the current year and the one before stay. The last that may leave is 2024.',
  )
})

it.each([Number.NaN, 24, 2024.5])('%s is no year', year => {
  expect(() => closedYear(year, store('UTC'), new Date())).toThrow('is no year of sales')
})
