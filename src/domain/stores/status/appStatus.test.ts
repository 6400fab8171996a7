import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '../../../base/seededRandom.ts'
import { appStatusAt, type OpeningHours, type OrderKind, orderKinds, type PlannedPause, type StoreHours } from './appStatus.ts'

const reasons = { emergency: 'Pausa de emergência', outOfHours: 'Fora do horário', noHours: 'Sem horário' }
const everything = { entrega: true, retirada: true, mesa: true }
const hours = (from: number, to: number, start: string, end: string, kinds = everything): OpeningHours => ({
  from,
  to,
  start,
  end,
  ...kinds,
})
const store = (all: readonly OpeningHours[], more: Partial<StoreHours> = {}): StoreHours => ({
  hours: all,
  pauses: [],
  emergency: null,
  zone: 'America/Sao_Paulo',
  ...more,
})
const at = (text: string, zone = 'America/Sao_Paulo'): number => DateTime.fromISO(text, { zone }).toMillis()
const text = (moment: string | null, zone = 'America/Sao_Paulo'): string =>
  moment === null ? '' : DateTime.fromISO(moment, { zone }).toFormat('ccc HH:mm', { locale: 'en' })

/** Clocks and hours of these tests stand at multiples of so many minutes. */
const step = 5
const room = (36 * 60) / step

/** The clock on the wall at so many steps, and for a day and a half before and after. */
const wallsAround = (from: number, count: number, zone: string) =>
  Array.from({ length: count + 2 * room }, (_, n) => {
    const wall = DateTime.fromMillis(from + (n - room) * step * 60_000, { zone })
    return { moment: wall.toMillis(), text: wall.toFormat("yyyy-MM-dd'T'HH:mm"), day: wall.startOf('day') }
  })

/** Steps in which a kind is open, found by walking them one by one and looking at the clock on the wall alone. */
function openSteps(
  kind: OrderKind,
  { hours: all, pauses, emergency }: StoreHours,
  walls: ReturnType<typeof wallsAround>,
): boolean[] {
  const open = walls.map(() => false)
  const days = [...new Map(walls.map(({ day }) => [day.toISODate(), day])).values()]
  for (const one of all.filter(each => each[kind]))
    for (const day of days) {
      const weekday = day.weekday % 7
      const fits = one.from <= one.to ? weekday >= one.from && weekday <= one.to : weekday >= one.from || weekday <= one.to
      if (!fits) continue
      const first = `${day.toISODate()}T${one.start}`
      const last = `${(one.end > one.start ? day : day.plus({ days: 1 })).toISODate()}T${one.end}`
      const begin = walls.findIndex(({ text: wall }) => wall >= first)
      const end = walls.findLastIndex(({ text: wall }) => wall < last)
      if (begin >= 0) for (let n = begin; n <= end; n += 1) open[n] = true
    }
  return walls.slice(room, -room).map(({ moment }, n) => {
    const paused = pauses.some(pause => pause[kind] && pause.start <= moment && moment < pause.end)
    return emergency === null && !paused && (open[room + n] ?? false)
  })
}

describe('the status of a store in the app', () => {
  it('follows its hours, also past midnight and over the end of the week', () => {
    const night = store([hours(5, 0, '18:00', '02:00')])
    expect(appStatusAt(at('2026-11-28T01:59'), night, reasons).aberto).toBe(true)
    const closedAt = appStatusAt(at('2026-11-28T02:00'), night, reasons)
    expect([closedAt.aberto, text(closedAt.inicio), text(closedAt.fim), closedAt.motivo]).toEqual([
      false,
      'Sat 18:00',
      'Sun 02:00',
      'Fora do horário',
    ])
    expect(appStatusAt(at('2026-11-30T01:00'), night, reasons).aberto).toBe(true)
    expect(appStatusAt(at('2026-12-01T01:00'), night, reasons).aberto).toBe(false)
  })

  it('is told for each kind of order, and open as a whole if one of them is', () => {
    const mixed = store([
      hours(0, 6, '11:00', '15:00', { ...everything, entrega: false }),
      hours(0, 6, '18:00', '23:00', { ...everything, mesa: false }),
    ])
    const noon = appStatusAt(at('2026-11-24T12:00'), mixed, reasons)
    expect([noon.aberto, noon.testaHorarioPorOperacao, ...orderKinds.map(kind => noon.operacao[kind].aberto)]).toEqual([
      true,
      true,
      false,
      true,
      true,
    ])
    expect(text(noon.operacao.entrega.inicio)).toBe('Tue 18:00')
  })

  it('is closed by pauses with their reason, by an emergency, and without hours', () => {
    const pause = { ...everything, mesa: false, start: at('2026-11-24T12:00'), end: at('2026-11-24T14:00'), reason: 'Obra' }
    const paused = appStatusAt(at('2026-11-24T13:00'), store([hours(0, 6, '11:00', '15:00')], { pauses: [pause] }), reasons)
    expect([paused.operacao.entrega.motivo, text(paused.operacao.entrega.fim), paused.operacao.mesa.aberto]).toEqual([
      'Obra',
      'Tue 14:00',
      true,
    ])
    // Deliveries alone stop at noon: that is told before, and when they go on.
    const before = appStatusAt(at('2026-11-24T11:30'), store([hours(0, 6, '11:00', '15:00')], { pauses: [pause] }), reasons)
    expect([before.testaHorarioPorOperacao, text(before.operacao.entrega.fim), text(before.operacao.mesa.fim)]).toEqual([
      true,
      'Tue 12:00',
      'Tue 15:00',
    ])
    const early = appStatusAt(at('2026-11-24T11:30'), store([hours(0, 6, '12:30', '15:00')], { pauses: [pause] }), reasons)
    expect([text(early.operacao.entrega.inicio), text(early.operacao.mesa.inicio)]).toEqual(['Tue 14:00', 'Tue 12:30'])
    const emergency = at('2026-11-24T12:30')
    const stopped = appStatusAt(at('2026-11-24T13:00'), store([hours(0, 6, '11:00', '15:00')], { emergency }), reasons)
    expect([stopped.aberto, stopped.emergencia, stopped.motivo, text(stopped.inicio), stopped.fim]).toEqual([
      false,
      true,
      'Pausa de emergência',
      'Tue 12:30',
      null,
    ])
    expect(appStatusAt(at('2026-11-24T13:00'), store([]), reasons)).toMatchObject({ aberto: false, motivo: 'Sem horário' })
  })

  it('is that of a walk over the minutes, in every zone and over changes of its clock', () => {
    const { next } = createSeededRandom(20261124)
    const whole = (most: number): number => Math.floor(next() * most)
    const time = (): string => `${String(whole(24)).padStart(2, '0')}:${['00', '15', '30', '45'][whole(4)]}`
    // Clocks were or will be set on these days; in the last one they are not.
    const places = [
      ['America/Sao_Paulo', '2018-11-03'],
      ['America/Sao_Paulo', '2019-02-16'],
      ['America/Noronha', '2001-10-13'],
      ['Europe/Lisbon', '2026-10-24'],
      ['America/Rio_Branco', '2026-11-24'],
    ] as const
    for (let round = 0; round < 20; round += 1) {
      const [zone, day] = places[round % places.length] ?? places[0]
      const kinds = () => ({ entrega: next() < 0.7, retirada: next() < 0.7, mesa: next() < 0.7 })
      const from = at(`${day}T18:00`, zone) + whole(6 * 12) * step * 60_000
      const pause = (): PlannedPause => {
        const start = from + whole(144) * step * 60_000
        return { ...kinds(), start, end: start + (1 + whole(60)) * step * 60_000, reason: 'Pausa' }
      }
      const tried = store(
        Array.from({ length: 1 + whole(3) }, () => hours(whole(7), whole(7), time(), time(), kinds())),
        { zone, pauses: Array.from({ length: whole(3) }, pause) },
      )
      const walls = wallsAround(from, 144, zone)
      const told = walls.slice(room, -room).map(({ moment }) => appStatusAt(moment, tried, reasons))
      for (const kind of orderKinds)
        expect(
          told.map(({ operacao }) => operacao[kind].aberto),
          `${round} ${zone} ${kind} ${JSON.stringify(tried)}`,
        ).toEqual(openSteps(kind, tried, walls))
    }
  })
})
