import { expect, it } from 'vitest'
import { calendarGrid, placeBeside } from './calendarGrid.ts'
import { type CalendarPlace, movedFields, placeEvents, placeName, shownHours, type Timing } from './placing.ts'

const zone = 'America/Sao_Paulo'
const days = ['2026-11-26', '2026-11-27', '2026-11-28']
const bill: Timing = { at: 'vencimento', clock: false, zone }
const booking: Timing = { at: 'inicio', until: 'fim', by: 'mesaId', clock: true, zone }

const standing = (places: ReturnType<typeof placeEvents>): Record<string, unknown[]> =>
  Object.fromEntries([...places].map(([name, events]) => [name, events.map(({ row }) => row.id)]))

it('places days, and leaves what has none', () => {
  const rows = [
    { id: 1, vencimento: '2026-11-27' },
    { id: 2, vencimento: null },
    { id: 3, vencimento: '2026-11-27' },
  ]
  expect(standing(placeEvents(rows, bill, days, false))).toEqual({ '2026-11-27//': [1, 3] })
})

it("places moments by the store's clock, a range in each hour and day that it touches", () => {
  const late = { id: 1, inicio: '2026-11-28T01:30:00Z', fim: '2026-11-28T03:30:00Z', mesaId: 5 }
  expect(standing(placeEvents([late], booking, days, true))).toEqual({
    '2026-11-27/22/5': [1],
    '2026-11-27/23/5': [1],
    '2026-11-28/0/5': [1],
  })
  const [first, second] = placeEvents([late], booking, days, true).values()
  expect([first?.[0], second?.[0]]).toMatchObject([{ time: '22:30', continued: false }, { continued: true }])
  // A range that ends with an hour is not in the next.
  const round = { id: 2, inicio: '2026-11-27T15:00:00Z', fim: '2026-11-27T16:00:00Z', mesaId: null }
  expect(standing(placeEvents([round], booking, days, true))).toEqual({ '2026-11-27/12/-': [2] })
  // One of days stands over the hours, however long it is.
  const long = { id: 3, inicio: '2020-01-01T03:00:00Z', fim: '2030-01-01T03:00:00Z', mesaId: 5 }
  expect(Object.keys(standing(placeEvents([long], booking, days, true)))).toEqual(days.map(day => `${day}/-1/5`))
})

it('moves a record by as many days and hours, its length and its clock as they were', () => {
  const at = (day: string, hour?: number, resource?: string | null): CalendarPlace => ({ day, hour, resource })
  const row = { id: 1, inicio: '2026-11-27T22:30:00.000Z', fim: '2026-11-28T00:00:00.000Z', mesaId: 5 }
  expect(movedFields(row, at('2026-11-27', 19, '5'), at('2026-11-28', 20, '5'), booking)).toEqual({
    inicio: '2026-11-28T23:30:00.000Z',
    fim: '2026-11-29T01:00:00.000Z',
  })
  expect(movedFields(row, at('2026-11-27', 19, '5'), at('2026-11-27', 19, '6'), booking)).toEqual({ mesaId: 6 })
  expect(movedFields(row, at('2026-11-27', 19, '5'), at('2026-11-27', 19, null), booking)).toEqual({ mesaId: null })
  expect(movedFields({ id: 1, vencimento: '2026-11-30' }, at('2026-11-30'), at('2026-12-02'), bill)).toEqual({
    vencimento: '2026-12-02',
  })
  // New York sets its clock back on the first of November 2026: half past seven stays half past seven.
  const there = { ...booking, by: undefined, until: undefined, zone: 'America/New_York' }
  expect(movedFields({ id: 1, inicio: '2026-10-31T23:30:00.000Z' }, at('2026-10-31'), at('2026-11-02'), there)).toEqual({
    inicio: '2026-11-03T00:30:00.000Z',
  })
  expect(movedFields(row, at('2026-11-27', 19, '5'), at('2026-11-27', 19, '5'), booking)).toEqual({})
})

it('has rows for hours or for records, and an arrow leads over the end of a week', () => {
  const asked = { day: '2026-11-27', narrow: false, allDay: 'Dia todo', resources: undefined, hours: [] }
  const month = calendarGrid({ ...asked, span: 'month' })
  expect(month.rows.map(({ places }) => places.length)).toEqual([7, 7, 7, 7, 7])
  expect(placeBeside(month, '2026-11-28//', 'ArrowRight', placeName)).toEqual({ day: '2026-11-29' })
  expect(placeBeside(month, '2026-11-28//', 'ArrowDown', placeName)).toEqual({ day: '2026-12-05' })
  expect(placeBeside(month, '2026-11-01//', 'ArrowLeft', placeName)).toBeUndefined()
  const resources = [
    { id: '5', title: 'Mesa 5' },
    { id: null, title: 'Sem mesa' },
  ]
  const evening = calendarGrid({ ...asked, span: 'day', hours: [18, 19], resources })
  expect(evening.rows.map(({ title, places }) => [title, ...places.map(placeName)])).toEqual([
    ['Mesa 5', '2026-11-27/18/5', '2026-11-27/19/5'],
    ['Sem mesa', '2026-11-27/18/-', '2026-11-27/19/-'],
  ])
  expect(placeBeside(evening, '2026-11-27/18/5', 'ArrowDown', placeName)).toMatchObject({ resource: null })
  expect(calendarGrid({ ...asked, span: 'week', narrow: true }).rows).toHaveLength(7)
  expect(shownHours(new Map([['2026-11-27/6/', []]]))).toEqual([...Array.from({ length: 17 }, (_, at) => 6 + at)])
})
