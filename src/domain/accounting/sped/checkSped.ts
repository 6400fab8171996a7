import type { Decimal } from 'decimal.js'
import { type Operations, operationsOn, shippedOperations } from '../../fiscal/public.ts'
import { BalanceCheck } from './check/checkBalance.ts'
import { documentProblems, type SpedDocument } from './check/checkDocument.ts'
import { openingProblems } from './check/checkOpening.ts'
import { dayOfField, difference, numberOf, type Row, type SpedFacts, zero } from './check/spedRow.ts'
import { type SpedField, spedRecords } from './layout/records.ts'

/**
 * Reads a file back, by other code than what wrote it, and proves that it holds together as the guide validates it: every field as the layout asks, counts
 * of records and blocks, order of blocks, references both ways, keys, operations, sums of documents, of the taxes by state and of the stock. Lines come one
 * after the other; only sums and what block 0 names are kept.
 */
export class SpedCheck {
  readonly problems: string[] = []
  private readonly counts = new Map<string, number>()
  private readonly told = new Map<string, number>()
  private readonly listed = new Map<string, Set<string>>()
  private readonly named = new Map<string, Set<string>>()
  private readonly balance = new BalanceCheck()
  private readonly facts: SpedFacts
  private stock = { told: zero, summed: zero }
  private lineNumber = 0
  private blocks = ''
  private document: SpedDocument | undefined

  /** `operations`: those of the register, by which CFOP are known. */
  constructor(operations?: Operations) {
    const isOperation = operations && ((cfop: string): boolean => operations.has(cfop))
    this.facts = { owner: {}, participants: new Map(), items: new Map(), isOperation }
  }

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
    for (const reg of ['0000', '9990', '9999'])
      if (this.counts.get(reg) !== 1) this.problems.push(`there are ${this.counts.get(reg) ?? 0} ${reg}`)
    for (const [reg, count] of this.counts)
      if (this.told.get(reg) !== count) this.problems.push(`9900 says ${this.told.get(reg)} of ${reg}, there are ${count}`)
    for (const reg of this.told.keys()) if (!this.counts.has(reg)) this.problems.push(`9900 names ${reg}, which is not there`)
    for (const kind of ['0150', '0190', '0200']) this.compareNames(kind)
    this.problems.push(...this.balance.problems(), ...difference('H005', this.stock.told, this.stock.summed))
    return this.problems
  }

  /** Taxes that are owed and whose obligations (E116, E250, E316) are the accountant's to add: days and codes of payment are the state's. */
  left(): { readonly of: string; readonly value: Decimal }[] {
    return this.balance.left()
  }

  private record(reg: string, row: Row): void {
    if (reg === '0000') this.facts.owner = row
    if (reg === '0150') this.facts.participants.set(row.COD_PART ?? '', row)
    if (reg === '0200') this.facts.items.set(row.COD_ITEM ?? '', row)
    for (const problem of openingProblems(reg, row, this.facts)) this.wrong(problem)
    this.documentRecord(reg, row)
    this.names(reg, row)
    this.balance.record(reg, row)
    if (reg === '9900') this.told.set(row.REG_BLC ?? '', Number(row.QTD_REG_BLC))
    if (reg === 'H005') this.stock.told = this.stock.told.plus(numberOf(row.VL_INV))
    if (reg === 'H010') this.counted(row)
    if (/^[0-9A-Z]001$/.test(reg)) this.opens(reg, row)
    const [closed] = Object.keys(row).filter(name => name.startsWith('QTD_LIN'))
    if (closed) this.closing(reg, Number(row[closed]))
  }

  private documentRecord(reg: string, row: Row): void {
    if (reg === 'C100') {
      this.closeDocument()
      this.document = { row, differences: [], items: [], sums: [] }
    } else if (reg === 'C990') this.closeDocument()
    const parts = { C101: this.document?.differences, C170: this.document?.items, C190: this.document?.sums }
    if (reg !== 'C101' && reg !== 'C170' && reg !== 'C190') return
    if (!this.document) this.wrong(`${reg} of no document`)
    // Records of a document come in their order.
    if (this.document && reg !== 'C190' && this.document.sums.length > 0) this.wrong(`${reg} after C190`)
    parts[reg]?.push(row)
  }

  /** Whether a block has anything stands in its first record, which comes before. */
  private readonly empty = new Map<string, boolean>()

  private opens(reg: string, row: Row): void {
    this.empty.set(reg[0] ?? '', (row.IND_MOV ?? row.IND_DAD) === '1')
  }

  private counted({ UNID, COD_ITEM = '', QTD, VL_UNIT, VL_ITEM, IND_PROP, COD_PART }: Row): void {
    const [value, due] = [numberOf(VL_ITEM), numberOf(QTD).times(numberOf(VL_UNIT))]
    this.stock.summed = this.stock.summed.plus(value)
    if (value.minus(due).abs().greaterThan('0.01')) this.wrong(`H010 ${COD_ITEM}: ${VL_ITEM} is not ${QTD} × ${VL_UNIT}`)
    if (this.facts.items.get(COD_ITEM)?.UNID_INV !== UNID) this.wrong(`H010 ${COD_ITEM}: ${UNID} is not its unit`)
    if (!/^[012]$/.test(IND_PROP ?? '')) this.wrong(`H010 ${COD_ITEM}: IND_PROP is ${IND_PROP}`)
    if (IND_PROP !== '0' && COD_PART === '') this.wrong(`H010 ${COD_ITEM} lacks COD_PART`)
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

  private closeDocument(): void {
    const { document } = this
    this.document = undefined
    if (!document) return
    this.problems.push(...documentProblems(document, this.facts))
    this.balance.document(document, this.facts)
  }

  private closing(reg: string, said: number): void {
    if (reg === '9999') {
      if (said !== this.lineNumber) this.wrong(`says ${said} lines, there are ${this.lineNumber}`)
      return
    }
    const block = reg[0] ?? ''
    let lines = reg === '9990' ? 1 : 0
    for (const [each, count] of this.counts) if (each.startsWith(block)) lines += count
    if (said !== lines) this.wrong(`${reg} says ${said} lines, there are ${lines}`)
    const empty = this.empty.get(block)
    if (empty === undefined) this.wrong(`${reg} closes what nothing opened`)
    else if (empty !== (lines === 2)) this.wrong(`${block}001 says that the block is ${empty ? 'empty' : 'not empty'}`)
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

  private wrong(why: string): void {
    this.problems.push(`line ${this.lineNumber}: ${why}`)
  }
}

/** Problems of a whole file; none where it holds. Without the operations of a register, those that every installation starts with are taken. */
export function checkSped(text: string, operations = shippedOn(text)): readonly string[] {
  const check = new SpedCheck(operations)
  for (const line of text.split('\r\n').slice(0, -1)) check.line(line)
  return check.end()
}

/** The operations of the last day of a file. */
const shippedOn = (text: string): Operations => operationsOn(shippedOperations(), dayOfField(text.split('|', 6)[5]) ?? '')
