import { parseDate } from '../../../base/dates.ts'
import { isRecord } from '../../../base/record.ts'
import type { Problem } from '../../../model/problem.ts'
import { type AmountUnits, parseAmount } from './amount.ts'

type Body = Readonly<Record<string, unknown>>

const MOST_MONEY = 999_999_999_999
const MOST_WHOLE = 2_147_483_647

/** Reads the members of one part of what a point of sale sends, and notes what is wrong with each, by its name and field. */
export class SaleReader {
  readonly body: Body
  private readonly path: string
  private readonly sale: string
  private readonly problems: Problem[]
  private readonly about: 'sale' | 'cash'

  /** `about`: in the words of which messages problems are told. */
  constructor(body: Body, path: string, sale: string, problems: Problem[], about: 'sale' | 'cash' = 'sale') {
    this.about = about
    this.body = body
    this.path = path
    this.sale = sale
    this.problems = problems
  }

  /** The reader of a row of a list. */
  row(body: Body, list: string, index: number): SaleReader {
    return new SaleReader(body, `${list}.${index}.`, this.sale, this.problems, this.about)
  }

  note(name: string, code: string, params: Readonly<Record<string, string | number>> = {}): undefined {
    this.problems.push({
      path: `${this.path}${name}`,
      code: this.about === 'sale' ? code : code.replace(/^sale\./, `${this.about}.`),
      params: { sale: this.sale, field: `${this.path}${name}`, ...params },
    })
    return undefined
  }

  private given(name: string): unknown {
    const value = this.body[name]
    return value === null || value === '' ? undefined : value
  }

  /** A whole number as the registers hold it, null when it is not given. */
  whole(name: string, most = MOST_WHOLE, least = 0): number | null {
    const value = this.given(name)
    if (value === undefined) return null
    const units = parseAmount(value, 0)
    if (units === undefined) this.note(name, 'sale.field-invalid')
    else if (units < least || units > most) this.note(name, 'sale.field-range', { min: least, max: most })
    else return units
    return null
  }

  /** The key of a record; 0 stands for none. */
  key(name: string): number | null {
    return this.whole(name, Number.MAX_SAFE_INTEGER) || null
  }

  money(name: string): AmountUnits | null {
    return this.amount(name, 2, 0, MOST_MONEY)
  }

  /** A decimal of so many places within the units given. */
  amount(name: string, places: number, least: AmountUnits, most: AmountUnits): AmountUnits | null {
    const value = this.given(name)
    if (value === undefined) return null
    const units = parseAmount(value, places)
    if (units === undefined) this.note(name, 'sale.field-decimals', { decimals: places })
    else if (units < least || units > most)
      this.note(name, 'sale.field-range', { min: least / 10 ** places, max: most / 10 ** places })
    else return units
    return null
  }

  needed<T>(name: string, value: T | null): T | null {
    if (value === null && this.given(name) === undefined) this.note(name, 'sale.field-required')
    return value
  }

  text(name: string, most: number): string | null {
    const value = this.given(name)
    if (value === undefined) return null
    if (typeof value !== 'string' && typeof value !== 'number') return this.note(name, 'sale.field-invalid') ?? null
    const text = String(value).replace(unheld, '').toWellFormed().normalize('NFC').trim()
    if (text.length > most) return this.note(name, 'sale.field-too-long', { max: most }) ?? null
    return text === '' ? null : text
  }

  /** A key or code: letters and digits without accents. */
  code(name: string, most: number): string | null {
    const text = this.text(name, most)
    return text !== null && !/^[\x20-\x7e]+$/.test(text) ? (this.note(name, 'sale.field-invalid') ?? null) : text
  }

  flag(name: string): boolean {
    const value = this.given(name)
    if (value === undefined || typeof value === 'boolean') return value === true
    if (value === 1 || value === 'true' || value === '1') return true
    if (value !== 0 && value !== 'false' && value !== '0') this.note(name, 'sale.field-invalid')
    return false
  }

  choice<T extends string | number>(name: string, choices: ReadonlySet<T>, otherwise: T): T {
    const value = this.given(name)
    if (value === undefined) return otherwise
    if (choices.has(value as T)) return value as T
    this.note(name, 'sale.field-choice', { choices: [...choices].join(', ') })
    return otherwise
  }

  /** A moment as ISO 8601 with its offset, to the millisecond. */
  moment(name: string, latest: number): string | null {
    const value = this.given(name)
    if (value === undefined) return null
    const known = typeof value === 'string' && isoMoment.test(value) && parseDate(value.slice(0, 10)) !== undefined
    const time = known ? Date.parse(value) : Number.NaN
    if (Number.isNaN(time)) return this.note(name, 'sale.moment-invalid') ?? null
    if (time < EARLIEST || time > latest) return this.note(name, 'sale.moment-range') ?? null
    return new Date(time).toISOString()
  }

  rows(name: string, most: number): readonly Body[] {
    const value = this.body[name] ?? []
    if (!Array.isArray(value)) return this.note(name, 'sale.field-invalid') ?? []
    if (value.length > most) return this.note(name, 'sale.too-many', { max: most }) ?? []
    const wrong = value.findIndex(row => !isRecord(row))
    if (wrong >= 0) return this.note(`${name}.${wrong}`, 'sale.field-invalid') ?? []
    return value
  }
}

const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/
/** Characters that PostgreSQL or a screen cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is dropped
const unheld = /[\u0000-\u0008\u000B-\u001F\u007F]/g
const EARLIEST = Date.UTC(2000, 0, 1)
