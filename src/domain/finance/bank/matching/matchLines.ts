import { certainFit, fitBills } from './fitBills.ts'
import {
  type BillFit,
  type DaySales,
  dayNumber,
  directionOf,
  type KnownMemo,
  type OpenBill,
  type OpenLine,
  type Proposal,
  type SingleReceipt,
} from './proposal.ts'

/** The candidates that lines are compared with. */
export interface MatchContext {
  readonly bills: readonly OpenBill[]
  readonly sales: readonly DaySales[]
  readonly receipts: readonly SingleReceipt[]
  readonly memos: readonly KnownMemo[]
}

/** Proposes something for each line, by its id. A bill is the certain one of a single line: of the one it fits best. */
export function matchLines(lines: readonly OpenLine[], context: MatchContext): Map<number, Proposal> {
  const proposals = new Map<number, Proposal>()
  const billsOf = Map.groupBy(context.bills, ({ direction, cents }) => `${direction} ${cents}`)
  for (const group of Map.groupBy(lines, ({ cents }) => cents).values()) {
    const [first] = group
    if (!first) continue
    const bills = billsOf.get(`${directionOf(first.cents)} ${Math.abs(first.cents)}`) ?? []
    for (const [id, proposal] of shareBills(group, bills)) proposals.set(id, proposal)
    for (const line of group) if (!proposals.has(line.id)) proposals.set(line.id, withoutBill(line, context))
  }
  return proposals
}

interface Waiting {
  readonly line: OpenLine
  readonly fits: readonly BillFit[]
}

/** Lines of one value and the bills of it. What is certain takes its bill from the others, which may make these certain in turn. */
function shareBills(lines: readonly OpenLine[], bills: readonly OpenBill[]): Map<number, Proposal> {
  const found = new Map<number, Proposal>()
  if (bills.length === 0) return found
  const taken = new Set<number>()
  let waiting: Waiting[] = lines.map(line => ({ line, fits: fitBills(line, bills) }))
  for (let progress = true; progress; ) {
    const certain = waiting.flatMap(({ line, fits }) => {
      const fit = certainFit(fits)
      return fit ? [{ line, fit }] : []
    })
    progress = certain.length > 0
    for (const { line, fit } of certain.toSorted(bySureness)) {
      if (taken.has(fit.bill.id)) continue
      taken.add(fit.bill.id)
      found.set(line.id, { kind: 'CONTA', fit })
    }
    waiting = waiting
      .filter(({ line }) => !found.has(line.id))
      .map(({ line, fits }) => ({ line, fits: fits.filter(({ bill }) => !taken.has(bill.id)) }))
  }
  for (const { line, fits } of waiting) if (fits.length > 0) found.set(line.id, { kind: 'VARIAS', fits })
  return found
}

interface CertainLine {
  readonly line: OpenLine
  readonly fit: BillFit
}

const bySureness = (a: CertainLine, b: CertainLine): number =>
  b.fit.rank - a.fit.rank || Math.abs(a.fit.days) - Math.abs(b.fit.days) || a.line.id - b.line.id

function withoutBill(line: OpenLine, { sales, receipts, memos }: MatchContext): Proposal {
  const own = line.cents > 0 ? salesOf(line, sales, receipts) : undefined
  if (own) return { kind: 'VENDAS', sales: own }
  const known = memos.find(({ key, direction }) => line.key !== '' && key === line.key && direction === directionOf(line.cents))
  return known ? { kind: 'NOVA', known } : { kind: 'NENHUMA' }
}

/** Days that a weekend or holiday may put off what an acquirer pays, and cents by which its rounding may differ. */
const putOff = 4
const rounding = 2

/** A single receipt of that day or the one before; else what a day's sales brought, with or without the fees. */
function salesOf(
  { day, cents }: OpenLine,
  sales: readonly DaySales[],
  receipts: readonly SingleReceipt[],
): DaySales | SingleReceipt | undefined {
  const since = (then: string): number => dayNumber(day) - dayNumber(then)
  const single = receipts.find(one => one.cents === cents && since(one.day) >= 0 && since(one.day) <= 1)
  if (single) return single
  return sales
    .filter(one => Math.abs(one.net - cents) <= rounding || one.gross === cents)
    .map(one => ({ one, late: since(one.day) - one.delay }))
    .filter(({ late }) => late >= 0 && late <= putOff)
    .toSorted((a, b) => a.late - b.late)[0]?.one
}
