import { dayOf } from '../../../src/base/dates.ts'
import type { CompletedSale, SoldLine } from './salePlans.ts'

/** The question of a naive calculation; the ends are moments, both inside. */
export interface ReportQuestion {
  readonly inicio: string
  readonly fim: string
  readonly tipos?: readonly number[]
  readonly canais?: readonly string[]
  readonly atendimentos?: readonly string[]
  readonly equipamentos?: readonly number[]
}

/** Movements that count: neither open nor cancelled, in the range, of what is asked for. */
export const countedSales = (all: readonly CompletedSale[], asked: ReportQuestion): CompletedSale[] =>
  all.filter(
    sold =>
      sold.contado !== null &&
      sold.deletado === null &&
      sold.contado >= asked.inicio &&
      sold.contado <= asked.fim &&
      isWanted(asked.tipos ?? [1], sold.tipo) &&
      isWanted(asked.canais, sold.canal) &&
      isWanted(asked.atendimentos, sold.atendimento) &&
      isWanted(asked.equipamentos, sold.equipamentoId),
  )

/** Whether a value is one of those asked for; nothing asked for is everything. */
export const isWanted = <T>(wanted: readonly T[] | undefined, value: T): boolean => wanted === undefined || wanted.includes(value)

/** Lines of movements that were not taken back themselves. */
export const linesOf = (all: readonly CompletedSale[]): { readonly sold: CompletedSale; readonly line: SoldLine }[] =>
  all.flatMap(sold => sold.linhas.filter(line => line.deletado === null).map(line => ({ sold, line })))

/** Things by a key, in the order in which the keys first came. */
export function groupBy<T, K>(all: readonly T[], key: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one])
  return groups
}

/** A sum of whole numbers of any size. */
export const sumOf = <T>(all: readonly T[], of: (one: T) => number | bigint): bigint =>
  all.reduce((sum, one) => sum + BigInt(of(one)), 0n)

/** a / b with so many places, halves to the even neighbour, as a number; null when b is 0. */
export function ratio(a: bigint, b: bigint, places: number): number | null {
  if (b === 0n) return null
  const negative = a < 0n !== b < 0n
  const [top, bottom] = [(a < 0n ? -a : a) * 10n ** BigInt(places), b < 0n ? -b : b]
  const whole = top / bottom
  const twice = (top % bottom) * 2n
  const rounded = twice > bottom || (twice === bottom && whole % 2n === 1n) ? whole + 1n : whole
  return numberOfUnits(negative ? -rounded : rounded, places)
}

/** Whole units of the last place as the number that JSON holds. */
export function numberOfUnits(value: bigint, places: number): number {
  const digits = `${value < 0n ? -value : value}`.padStart(places + 1, '0')
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return Number(`${value < 0n ? '-' : ''}${text}`) + 0
}

/** Reais of cents. */
export const reais = (cents: bigint): number => numberOfUnits(cents, 2)

/** The cost of a line in ten-millionths of a real. */
export const costOf = (line: SoldLine): bigint => BigInt(line.qtd) * BigInt(line.produto.custo)

export const zone = 'America/Sao_Paulo'

/** The store's day of a moment. */
export const day = (moment: string): string => dayOf(moment, zone)

/** The hour that the store's clock shows. */
export const hour = (moment: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(new Date(moment)))
