import { Environment } from '@marcbachmann/cel-js'
import { addMonths } from '../../base/addMonths.ts'
import { endOfDay, startOfDay } from '../../base/calendar.ts'
import { DEFAULT_ZONE, dayOf, formatDate, formatDateTime } from '../../base/dates.ts'
import { durationText, minutesToNext } from '../../base/dayTime.ts'
import { add, compareDecimals, divide, multiply, roundHalfEven, roundHalfUp, roundUp, subtract, sum } from '../../base/decimal.ts'
import { formatDecimal, writtenNumber } from '../../base/number.ts'
import { foldText } from '../../base/text.ts'
import { CelDecimal } from './celDecimal.ts'
import { inUnit, writtenUnit } from './measure.ts'

type Binary = (a: number, b: number) => number

const sync = { async: false }

/** Zone of the evaluation under way: functions of CEL see no variables, and evaluation never waits. */
let zone = DEFAULT_ZONE

/** Runs an evaluation in which days are those of the zone. */
export function withTimeZone<T>(wanted: string | undefined, run: () => T): T {
  const before = zone
  zone = wanted ?? DEFAULT_ZONE
  try {
    return run()
  } finally {
    zone = before
  }
}

/** CEL with the type `decimal` and this product's functions, without any register's names. */
export function baseEnvironment(): Environment {
  const environment = new Environment({ homogeneousAggregateLiterals: false })
  environment.registerType('decimal', { ctor: CelDecimal, fields: {} })
  addOperators(environment)
  addNumberFunctions(environment)
  addTextFunctions(environment)
  addDayFunctions(environment)
  return environment
}

/** decimal with decimal and with int, on either side. Every literal with a point is a decimal too, so there is no double. */
function addOperators(environment: Environment): void {
  const read = { decimal: (x: unknown) => (x as CelDecimal).number, int: (x: unknown) => Number(x) }
  const pairs = [
    ['decimal', 'decimal'],
    ['decimal', 'int'],
    ['int', 'decimal'],
  ] as const
  const arithmetic: Readonly<Record<string, Binary>> = { '+': add, '-': subtract, '*': multiply, '/': divide }
  const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
    '<': order => order < 0,
    '<=': order => order <= 0,
    '>': order => order > 0,
    '>=': order => order >= 0,
  }
  for (const [left, right] of pairs) {
    for (const [operator, run] of Object.entries(arithmetic)) {
      environment.registerOperator(
        `${left} ${operator} ${right}: decimal`,
        (a, b) => new CelDecimal(run(read[left](a), read[right](b))),
      )
    }
    for (const [operator, holds] of Object.entries(comparisons)) {
      environment.registerOperator(`${left} ${operator} ${right}: bool`, (a, b) =>
        holds(compareDecimals(read[left](a), read[right](b))),
      )
    }
  }
  environment.registerOperator('-decimal', (a: CelDecimal) => new CelDecimal(subtract(0, a.number)))
  environment.registerOperator('decimal == decimal: bool', (a: CelDecimal, b: CelDecimal) => a.number === b.number)
  environment.registerOperator('decimal == int: bool', (a: CelDecimal, b: bigint) => a.number === Number(b))
}

function addNumberFunctions(environment: Environment): void {
  const define = definer(environment)
  const amount = (x: number): CelDecimal => new CelDecimal(x)
  define('decimal(decimal): decimal', (x: CelDecimal) => x, 'The same decimal.')
  define('decimal(int): decimal', (x: bigint) => amount(Number(x)), 'A whole number as a decimal.')
  define('decimal(string): decimal', (x: string) => amount(Number(x) || 0), 'A text of digits as a decimal; 0 when it is none.')
  define(
    'number(string): decimal',
    (x: string) => amount(writtenNumber(x)),
    '1.234,5 as it is written, with a unit too: 500 g, 6x2 l is 12; 0 when it is none.',
  )
  define(
    'unit(string): string',
    writtenUnit,
    'The unit of a size as it is written, of g, kg, ml and l: that of 6x2 L is l; empty when it is none.',
  )
  define(
    'inUnit(decimal, string, string): decimal',
    (x: CelDecimal, from: string, to: string) => amount(inUnit(x.number, from, to)),
    'In another unit; as it is when the first is empty, 0 when it cannot be told.',
  )
  define('int(decimal): int', (x: CelDecimal) => BigInt(Math.trunc(x.number)), 'The whole part.')
  define('string(decimal): string', (x: CelDecimal) => `${x.number}`, 'Digits with a point.')
  define(
    'round(decimal, int): decimal',
    (x: CelDecimal, n: bigint) => amount(roundHalfEven(x.number, Number(n))),
    'Rounded half-even to places.',
  )
  define('round(int, int): decimal', (x: bigint) => amount(Number(x)), 'A whole number as a decimal.')
  define(
    'roundHalfUp(decimal, int): decimal',
    (x: CelDecimal, n: bigint) => amount(roundHalfUp(x.number, Number(n))),
    'Rounded half-up, as fiscal fields are.',
  )
  define(
    'roundUp(decimal, int): decimal',
    (x: CelDecimal, n: bigint) => amount(roundUp(x.number, Number(n))),
    'Rounded away from 0: what something costs is never too little.',
  )
  define('abs(decimal): decimal', (x: CelDecimal) => amount(Math.abs(x.number)), 'Without sign.')
  define('abs(int): int', (x: bigint) => (x < 0n ? -x : x), 'Without sign.')
  define('min(decimal, decimal): decimal', (a: CelDecimal, b: CelDecimal) => (a.number <= b.number ? a : b), 'The smaller.')
  define('max(decimal, decimal): decimal', (a: CelDecimal, b: CelDecimal) => (a.number >= b.number ? a : b), 'The larger.')
  define('min(int, int): int', (a: bigint, b: bigint) => (a <= b ? a : b), 'The smaller.')
  define('max(int, int): int', (a: bigint, b: bigint) => (a >= b ? a : b), 'The larger.')
  define(
    'sum(list<decimal>): decimal',
    (all: readonly CelDecimal[]) => amount(sum(all.map(x => x.number))),
    'Exact sum: sum(itens.map(i, i.valor)).',
  )
  define('sum(list<int>): int', (all: readonly bigint[]) => all.reduce((a, b) => a + b, 0n), 'Sum.')
  define('range(int, int): list<int>', range, 'Whole numbers from the first to the second, at most 1000.')
  define('money(decimal): string', (x: CelDecimal) => `R$ ${formatDecimal(x.number, 2)}`, 'R$ 1.234,50.')
  define('format(decimal, int): string', (x: CelDecimal, n: bigint) => formatDecimal(x.number, Number(n)), '1.234,50.')
}

const LONGEST_RANGE = 1000

const range = (from: bigint, to: bigint): bigint[] =>
  Array.from({ length: Math.max(0, Math.min(LONGEST_RANGE, Number(to - from) + 1)) }, (_, at) => from + BigInt(at))

function addTextFunctions(environment: Environment): void {
  const define = definer(environment)
  define('empty(string): bool', (x: string) => x.trim() === '', 'Whether nothing is filled in.')
  define('empty(int): bool', (x: bigint) => x === 0n, 'Whether it is zero or not filled in.')
  define('empty(decimal): bool', (x: CelDecimal) => x.number === 0, 'Whether it is zero or not filled in.')
  define('empty(bool): bool', (x: boolean) => !x, 'Whether it is off.')
  define('empty(list<dyn>): bool', (x: readonly unknown[]) => x.length === 0, 'Whether it has no rows.')
  define('digits(string): string', (x: string) => x.replace(/\D/g, ''), 'Only the digits.')
  define('lower(string): string', (x: string) => x.toLowerCase(), 'In small letters.')
  define('upper(string): string', (x: string) => x.toUpperCase(), 'In capitals.')
  define('fold(string): string', foldText, 'In small letters, without accents.')
  define('pad(string, int): string', (x: string, n: bigint) => x.padStart(Number(n), '0'), 'Zeros on the left to this length.')
  define('first(string, string): string', (a: string, b: string) => (a.trim() === '' ? b : a), 'The first that is filled in.')
}

function addDayFunctions(environment: Environment): void {
  const define = definer(environment)
  const day = (x: string): string => (x.length > 10 ? dayOf(x, zone) : x)
  const moved = (x: string, days: number): string => {
    const date = new Date(`${day(x)}T00:00:00Z`)
    date.setUTCDate(date.getUTCDate() + days)
    return date.toISOString().slice(0, 10)
  }
  const known = (run: (x: string) => string) => (x: string) => (x === '' ? '' : run(x))
  define(
    'startOfDay(string): string',
    known(x => startOfDay(day(x), zone)),
    'First moment of the day, in the zone of the store.',
  )
  define(
    'endOfDay(string): string',
    known(x => endOfDay(day(x), zone)),
    'Last moment of the day.',
  )
  define('date(string): string', known(day), 'The day of a moment: YYYY-MM-DD.')
  define(
    'addDays(string, int): string',
    (x: string, n: bigint) => (x === '' ? '' : moved(x, Number(n))),
    'The day so many days later.',
  )
  define(
    'addMonths(string, int): string',
    (x: string, n: bigint) => (x === '' ? '' : addMonths(day(x), Number(n))),
    'The same day so many months later, or the last one of a month that is shorter.',
  )
  define(
    'daysBetween(string, string): int',
    (a: string, b: string) =>
      a === '' || b === '' ? 0n : BigInt(Math.round((Date.parse(day(b)) - Date.parse(day(a))) / 86_400_000)),
    'Days from the first to the second.',
  )
  define(
    'minutesBetween(string, string): int',
    (a: string, b: string) => BigInt(minutesBetween(a, b)),
    'Minutes from the first moment to the second; of two times of a day, past midnight when the second is not later.',
  )
  define(
    'addMinutes(string, int): string',
    (x: string, n: bigint) => (x === '' ? '' : new Date(Date.parse(x) + Number(n) * 60_000).toISOString()),
    'The moment so many minutes later.',
  )
  define(
    'clock(string): string',
    known(x => formatDateTime(x, zone).slice(-5)),
    'The time that the clock of the store shows at a moment: 09:30.',
  )
  define('durationText(int): string', (minutes: bigint) => durationText(Number(minutes)), '1 dia, 2 horas e 30 minutos.')
  define(
    'formatDate(string): string',
    known(x => formatDate(day(x))),
    '31/01/2026.',
  )
  define(
    'formatDateTime(string): string',
    known(x => formatDateTime(x, zone)),
    '31/01/2026 09:30.',
  )
}

function minutesBetween(a: string, b: string): number {
  if (a === '' || b === '') return 0
  if (a.length > 10 && b.length > 10) return Math.max(0, Math.round((Date.parse(b) - Date.parse(a)) / 60_000))
  return minutesToNext(a, b)
}

type Handler = (...args: never[]) => unknown

const definer =
  (environment: Environment) =>
  (signature: string, handler: Handler, description: string): void => {
    environment.registerFunction(signature, handler as (...args: unknown[]) => unknown, { ...sync, description })
  }
