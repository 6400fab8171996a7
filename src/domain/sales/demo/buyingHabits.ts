import type { SeededRandom } from '../../samples/public.ts'

export type SalesChannel = 'LOJA' | 'PALLAS' | 'IFOOD'
export type ServiceMode = 'DELIVERY' | 'BALCAO' | 'MESA' | 'COMANDA'

/** How people buy at a kind of place. */
export interface BuyingHabits {
  /** Sales on an average day. */
  readonly perDay: number
  /** Weight of each hour of the day. */
  readonly hours: readonly number[]
  /** Factor of each weekday, from Sunday. */
  readonly weekdays: readonly number[]
  /** Ways of selling and their weights. */
  readonly ways: readonly (readonly [SalesChannel, ServiceMode, number])[]
  /** Products a person. */
  readonly lines: number
  /** Minutes at the table. */
  readonly stay: number
  /** Percent of service at tables. */
  readonly fee: number
  /** A sale has a seller with a commission. */
  readonly sellers: boolean
}

const hours = (weights: Readonly<Record<number, number>>): number[] => Array.from({ length: 24 }, (_, hour) => weights[hour] ?? 0)

/** Dinner, late on weekends; tables and delivery. */
export const pizzeria: BuyingHabits = {
  perDay: 30,
  hours: hours({ 11: 4, 12: 12, 13: 12, 14: 5, 17: 2, 18: 9, 19: 18, 20: 24, 21: 22, 22: 13, 23: 5, 0: 2 }),
  weekdays: [1.25, 0.55, 0.75, 0.85, 0.95, 1.45, 1.6],
  ways: [
    ['LOJA', 'MESA', 42],
    ['LOJA', 'BALCAO', 10],
    ['LOJA', 'DELIVERY', 12],
    ['PALLAS', 'DELIVERY', 16],
    ['PALLAS', 'MESA', 4],
    ['IFOOD', 'DELIVERY', 16],
  ],
  lines: 1.5,
  stay: 78,
  fee: 10,
  sellers: false,
}

/** From breakfast to the way home; tabs and the counter. */
const snackBar: BuyingHabits = {
  perDay: 38,
  hours: hours({ 6: 3, 7: 8, 8: 9, 9: 6, 10: 5, 11: 8, 12: 18, 13: 14, 14: 7, 15: 6, 16: 8, 17: 9, 18: 8, 19: 5, 20: 2 }),
  weekdays: [0.3, 1.1, 1.1, 1.15, 1.15, 1.25, 0.8],
  ways: [
    ['LOJA', 'COMANDA', 48],
    ['LOJA', 'BALCAO', 32],
    ['PALLAS', 'BALCAO', 6],
    ['IFOOD', 'DELIVERY', 14],
  ],
  lines: 1.7,
  stay: 26,
  fee: 0,
  sellers: false,
}

/** A shop: the counter, with sellers. */
const grocer: BuyingHabits = {
  perDay: 26,
  hours: hours({ 8: 3, 9: 7, 10: 11, 11: 12, 12: 9, 13: 7, 14: 8, 15: 9, 16: 11, 17: 13, 18: 12, 19: 6 }),
  weekdays: [0.5, 0.9, 0.95, 1, 1.05, 1.25, 1.45],
  ways: [
    ['LOJA', 'BALCAO', 88],
    ['LOJA', 'DELIVERY', 12],
  ],
  lines: 2.4,
  stay: 9,
  fee: 0,
  sellers: true,
}

/** Which habits a store has, by its segment. */
export const buyingHabitsOf = (segment: string | null): BuyingHabits =>
  segment === 'Pizzaria' || segment === 'Restaurante'
    ? pizzeria
    : segment === 'Empório' || segment === 'Mercado'
      ? grocer
      : snackBar

/** January is quiet, December is not. */
const months = [0.88, 0.92, 0.97, 0.98, 1.03, 1.05, 1.02, 0.98, 0.97, 1, 1.04, 1.24]

/** Sales of a day: weekday, season, and a little of the weather. */
export function salesOnDay(habits: BuyingHabits, weekday: number, month: number, random: SeededRandom): number {
  const expected = habits.perDay * (habits.weekdays[weekday] ?? 1) * (months[month] ?? 1)
  return Math.max(0, Math.round(expected * (0.82 + random.next() * 0.36)))
}

/** One of many by its weight. */
export function pickWeighted<T>(random: SeededRandom, all: readonly (readonly [T, number])[]): T {
  const total = all.reduce((sum, [, weight]) => sum + weight, 0)
  let left = random.next() * total
  for (const [one, weight] of all) {
    left -= weight
    if (left < 0) return one
  }
  const [last] = all.at(-1) ?? []
  if (last === undefined) throw new Error('Nothing to choose from')
  return last
}
