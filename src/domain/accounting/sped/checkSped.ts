import type { Decimal } from 'decimal.js'
import { ExactDecimal } from '../../../base/decimal.ts'
import { type SpedField, spedRecords } from './layout/records.ts'

type Row = Readonly<Record<string, string>>

/**
 * Reads a file back, by other code than what wrote it, and proves that it holds together: every field as the layout asks, counts of records and blocks,
 * order of blocks, references both ways, sums of documents, of the tax and of the stock. Lines come one after the other; only sums are kept.
 */
export class SpedCheck {
  readonly problems: string[] = []
  private readonly counts = new Map<string, number>()
  private readonly told = new Map<string, number>()
  private readonly listed = new Map<string, Set<string>>()
  private readonly named = new Map<string, Set<string>>()
  private readonly sums = new Map<string, Decimal>()
  private lineNumber = 0
  private blocks = ''
  private document: { readonly row: Row; readonly items: Row[]; readonly sums: Row[] } | undefined

  line(text: string): void {
    this.lineNumber += 1
    const fields = text.split('|')
    const reg = fields[1] ?? ''
    const layout = spedRecords.get(reg)
    if (fields[0] !== '' || fields.at(-1) !== '' || !layout) {
      this.wrong(`is no record: ${text.slice(0, 20)}`)
      return
    }
    if (fields.length !== layout.length + 3) {
      this.wrong(`${reg} has ${fields.length - 3} fields, not ${layout.length}`)
      return
    }
    const row: Record<string, string> = {}
    for (const [at, field] of layout.entries()) {
      row[field.name] = fields[at + 2] ?? ''
      this.field(reg, field, row[field.name] ?? '')
    }
    this.counts.set(reg, (this.counts.get(reg) ?? 0) + 1)
    if (!this.blocks.endsWith(reg[0] ?? '')) this.blocks += reg[0] ?? ''
    this.record(reg, row)
  }

  /** Returns the problems known only at the end. */
  end(): readonly string[] {
    this.closeDocument()
    if (this.blocks !== '0BCDEGHK19') this.problems.push(`blocks are ${this.blocks}`)
    for (const [reg, count] of this.counts)
      if (this.told.get(reg) !== count) this.problems.push(`9900 says ${this.told.get(reg)} of ${reg}, there are ${count}`)
    for (const reg of this.told.keys()) if (!this.counts.has(reg)) this.problems.push(`9900 names ${reg}, which is not there`)
    for (const kind of ['0150', '0190', '0200']) this.compareNames(kind)
    this.equal('E110 debits', this.sum('E110 debits'), this.sum('C190 out'))
    this.equal('E110 credits', this.sum('E110 credits'), this.sum('C190 in'))
    this.equal('H005', this.sum('H005'), this.sum('H010'))
    return this.problems
  }

  private record(reg: string, row: Row): void {
    if (reg.startsWith('C1') && reg !== 'C170' && reg !== 'C190') {
      this.closeDocument()
      this.document = { row, items: [], sums: [] }
    } else if (reg === 'C170') this.document?.items.push(row)
    else if (reg === 'C190') this.document?.sums.push(row)
    else if (reg === 'C990') this.closeDocument()
    this.names(reg, row)
    if (reg === '9900') this.told.set(row.REG_BLC ?? '', Number(row.QTD_REG_BLC))
    if (reg === 'C190') this.plus((row.CFOP ?? '') >= '5' ? 'C190 out' : 'C190 in', row.VL_ICMS)
    if (reg === 'E110') this.balance(row)
    if (reg === 'H005') this.plus('H005', row.VL_INV)
    if (reg === 'H010') this.plus('H010', row.VL_ITEM)
    const [closed] = Object.keys(row).filter(name => name.startsWith('QTD_LIN'))
    if (closed) this.closing(reg, Number(row[closed]))
  }

  private names(reg: string, row: Row): void {
    if (reg === '0150') this.list('0150', row.COD_PART)
    if (reg === '0190') this.list('0190', row.UNID)
    if (reg === '0200') this.list('0200', row.COD_ITEM)
    const uses: readonly (readonly [string, string | undefined])[] = [
      ['0150', row.COD_PART],
      ['0190', reg === '0190' ? undefined : (row.UNID ?? row.UNID_INV)],
      ['0200', reg === '0200' ? undefined : row.COD_ITEM],
    ]
    for (const [kind, name] of uses) if (name && reg !== kind) this.use(kind, name)
  }

  private list(kind: string, name = ''): void {
    const names = this.listed.get(kind) ?? new Set()
    if (names.has(name)) this.wrong(`${kind} has ${name} twice`)
    this.listed.set(kind, names.add(name))
  }

  private use(kind: string, name: string): void {
    this.named.set(kind, (this.named.get(kind) ?? new Set()).add(name))
  }

  private compareNames(kind: string): void {
    const [listed, named] = [this.listed.get(kind) ?? new Set<string>(), this.named.get(kind) ?? new Set<string>()]
    for (const name of named) if (!listed.has(name)) this.problems.push(`${kind} has no ${name}`)
    for (const name of listed) if (!named.has(name)) this.problems.push(`nothing names ${name} of ${kind}`)
  }

  /** A document's own sums against those of its items and of its analytic lines. */
  private closeDocument(): void {
    const { document } = this
    this.document = undefined
    if (!document) return
    const { row, items, sums } = document
    const name = row.CHV_NFE || row.NUM_DOC || ''
    if (row.COD_SIT !== '00' && row.COD_SIT !== '06') {
      if (sums.length > 0 || row.VL_DOC !== '') this.problems.push(`${name}: a cancelled document has no values`)
      return
    }
    if (sums.length === 0) this.problems.push(`${name}: no C190`)
    const of = (rows: readonly Row[], field: string): Decimal => rows.reduce((sum, each) => sum.plus(numberOf(each[field])), zero)
    this.equal(`${name} VL_ICMS`, numberOf(row.VL_ICMS), of(sums, 'VL_ICMS'))
    this.equal(`${name} VL_BC_ICMS`, numberOf(row.VL_BC_ICMS), of(sums, 'VL_BC_ICMS'))
    const keys = sums.map(keyOf)
    if (new Set(keys).size !== keys.length) this.problems.push(`${name}: two C190 of one combination`)
    if (row.IND_EMIT !== '1') return
    if (items.length === 0) this.problems.push(`${name}: no C170`)
    this.equal(`${name} items VL_ICMS`, of(items, 'VL_ICMS'), of(sums, 'VL_ICMS'))
    if (new Set(items.map(keyOf)).size !== keys.length || items.some(item => !keys.includes(keyOf(item))))
      this.problems.push(`${name}: combinations of C170 and C190 differ`)
  }

  private balance(row: Row): void {
    this.plus('E110 debits', row.VL_TOT_DEBITOS)
    this.plus('E110 credits', row.VL_TOT_CREDITOS)
    const owed = numberOf(row.VL_TOT_DEBITOS).minus(numberOf(row.VL_TOT_CREDITOS)).minus(numberOf(row.VL_SLD_CREDOR_ANT))
    this.equal('E110 owed less carried', numberOf(row.VL_ICMS_RECOLHER).minus(numberOf(row.VL_SLD_CREDOR_TRANSPORTAR)), owed)
  }

  private closing(reg: string, said: number): void {
    if (reg === '9999') {
      if (said !== this.lineNumber) this.wrong(`says ${said} lines, there are ${this.lineNumber}`)
      return
    }
    let lines = reg === '9990' ? 1 : 0
    for (const [each, count] of this.counts) if (each.startsWith(reg[0] ?? '')) lines += count
    if (said !== lines) this.wrong(`${reg} says ${said} lines, there are ${lines}`)
  }

  private field(reg: string, { name, type, length, exact, decimals, required }: SpedField, value: string): void {
    if (value === '') {
      if (required) this.wrong(`${reg} lacks ${name}`)
      return
    }
    if (length !== undefined && (exact ? value.length !== length : value.length > length))
      this.wrong(`${reg} ${name} has ${value.length} characters, not ${length}`)
    const pattern = decimals === undefined ? /^\d+$/ : new RegExp(`^-?\\d+,\\d{${decimals}}$`)
    if (type === 'N' && !pattern.test(value)) this.wrong(`${reg} ${name} is no number of its kind: ${value}`)
  }

  private plus(name: string, value: string | undefined): void {
    this.sums.set(name, this.sum(name).plus(numberOf(value)))
  }

  private sum(name: string): Decimal {
    return this.sums.get(name) ?? zero
  }

  private equal(what: string, said: Decimal, summed: Decimal): void {
    if (!said.equals(summed)) this.problems.push(`${what}: ${said.toFixed(2)} in place of ${summed.toFixed(2)}`)
  }

  private wrong(why: string): void {
    this.problems.push(`line ${this.lineNumber}: ${why}`)
  }
}

const zero = new ExactDecimal(0)
const numberOf = (text: string | undefined): Decimal => (text ? new ExactDecimal(text.replace(',', '.')) : zero)
const keyOf = (row: Row): string => `${row.CST_ICMS} ${row.CFOP} ${row.ALIQ_ICMS}`

/** Problems of a whole file; none where it holds. */
export function checkSped(text: string): readonly string[] {
  const check = new SpedCheck()
  for (const line of text.split('\r\n').slice(0, -1)) check.line(line)
  return check.end()
}
