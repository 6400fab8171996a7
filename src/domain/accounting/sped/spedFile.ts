import type { FileHandle } from 'node:fs/promises'
import type { Decimal } from 'decimal.js'
import { ExactDecimal } from '../../../base/decimal.ts'
import { type SpedField, spedRecords } from './layout/records.ts'

/** A field's value: text as it is, numbers exactly. Left out where there is none. */
export type SpedValue = string | number | Decimal | undefined

/** Lines of the file until they are written, and how many there are of each record. */
export class SpedLines {
  readonly counts = new Map<string, number>()
  private lines: string[] = []

  add(reg: string, values: Readonly<Record<string, SpedValue>> = {}): void {
    const form = forms.get(reg)
    if (!form) throw new Error(`The layout has no record ${reg}`)
    const cells = [...form.empty]
    for (const name of Object.keys(values)) {
      const place = form.places.get(name)
      if (!place) throw new Error(`Record ${reg} has no field ${name}`)
      const value = values[name]
      if (value !== undefined && value !== '') cells[place.at] = written(place.field, value)
    }
    this.lines.push(cells.join('|'))
    this.counts.set(reg, (this.counts.get(reg) ?? 0) + 1)
  }

  /** Lines of a block, those that open and close it included. */
  blockCount(block: string): number {
    let count = 0
    for (const [reg, lines] of this.counts) if (reg.startsWith(block)) count += lines
    return count
  }

  get waiting(): number {
    return this.lines.length
  }

  /** Returns the lines added since, as the file has them: one byte a letter. */
  take(): Buffer {
    const bytes = Buffer.from(this.lines.join(''), 'latin1')
    this.lines = []
    return bytes
  }
}

/** Lines that are kept before they are written. */
const most = 2000

/** Writes what waits once there is enough of it, or all of it. */
export async function flushLines(lines: SpedLines, file: FileHandle, all = false): Promise<void> {
  if (lines.waiting > 0 && (all || lines.waiting >= most)) await file.appendFile(lines.take())
}

/** A record as it is written: its cells without values, and where each field's stands among them. */
interface RecordForm {
  readonly empty: readonly string[]
  readonly places: ReadonlyMap<string, { readonly at: number; readonly field: SpedField }>
}

const forms: ReadonlyMap<string, RecordForm> = new Map(
  [...spedRecords].map(([reg, fields]) => [
    reg,
    {
      empty: ['', reg, ...fields.map(() => ''), '\r\n'],
      places: new Map(fields.map((field, at) => [field.name, { at: at + 2, field }])),
    },
  ]),
)

function written({ type, length, decimals }: SpedField, value: string | number | Decimal): string {
  if (decimals !== undefined) return decimalText(value, decimals)
  const said = `${value}`
  if (type === 'N') return digits.test(said) ? said : said.replace(/\D/g, '')
  const text = plain.test(said) ? said : plainText(said)
  return length === undefined ? text : text.slice(0, length).trimEnd()
}

const digits = /^\d+$/
const amount = /^\d+\.\d+$/

/** Words of letters that the file knows, one blank between them: most texts need no more. */
const plain = /^[!-{}~\xa1-\xff]+(?: [!-{}~\xa1-\xff]+)*$/

const plainText = (text: string): string =>
  text
    .replace(/[|\p{Cc}]/gu, ' ')
    .replace(/[^\x20-\xff]/g, letter => (/\p{L}|\p{N}/u.test(letter) ? (letter.normalize('NFD')[0] ?? '') : ''))
    .replace(/[^\x20-\xff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** 1234,50: a comma and no groups. Most amounts of a note are nothing. */
function decimalText(value: string | number | Decimal, decimals: number): string {
  if (typeof value === 'string' && value.at(-1 - decimals) === '.' && amount.test(value)) return value.replace('.', ',')
  const number = typeof value === 'object' ? value : new ExactDecimal(value)
  if (number.isZero()) return `0,${'0'.repeat(decimals)}`
  return number.toFixed(decimals, 4).replace('.', ',')
}
