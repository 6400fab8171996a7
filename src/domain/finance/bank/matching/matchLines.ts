import { certainFit, fitBills, readBills } from './fitBills.ts'
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

/**
 * Pairs of a line and a bill of its value that are compared in all, bills that each line is compared with whatever their number, and rounds in which what is
 * certain of one makes others certain. Shops come near none of these; without them lines and bills of one value by the thousand held the server up for minutes.
 */
const MOST_PAIRS = 40_000
const LEAST_BILLS = 5
const MOST_ROUNDS = 50

/** Proposes something for each line, by its id. A bill is the certain one of a single line: of the one it fits best. */
export function matchLines(lines: readonly OpenLine[], context: MatchContext): Map<number, Proposal> {
  const proposals = new Map<number, Proposal>()
  const billsOf = Map.groupBy(context.bills, ({ direction, cents }) => `${direction} ${cents}`)
  const sources = readSources(context)
  const most = Math.max(LEAST_BILLS, Math.floor(MOST_PAIRS / lines.length))
  for (const group of Map.groupBy(lines, ({ cents }) => cents).values()) {
    const [first] = group
    if (!first) continue
    const bills = billsOf.get(`${directionOf(first.cents)} ${Math.abs(first.cents)}`) ?? []
    for (const [id, proposal] of shareBills(group, bills, most)) proposals.set(id, proposal)
    for (const line of group) if (!proposals.has(line.id)) proposals.set(line.id, withoutBill(line, sources))
  }
  return proposals
}

interface Waiting {
  readonly line: OpenLine
  readonly fits: readonly BillFit[]
}

/** Lines of one value and the bills of it. What is certain takes its bill from the others, which may make these certain in turn. */
function shareBills(lines: readonly OpenLine[], bills: readonly OpenBill[], most: number): Map<number, Proposal> {
  const found = new Map<number, Proposal>()
  if (bills.length === 0) return found
  const taken = new Set<number>()
  const read = readBills(bills)
  let waiting: Waiting[] = lines.map(line => ({ line, fits: fitBills(line, read, most) }))
  for (let [progress, round] = [true, 0]; progress && round < MOST_ROUNDS; round += 1) {
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

/** Sources other than bills, by the values that lines are compared with: each line finds its own without reading all. */
interface Sources {
  readonly memos: ReadonlyMap<string, KnownMemo>
  readonly receipts: ReadonlyMap<string, SingleReceipt>
  readonly net: ReadonlyMap<string, PlacedSales>
  readonly gross: ReadonlyMap<string, PlacedSales>
}

interface PlacedSales {
  readonly one: DaySales
  readonly at: number
}

function readSources({ memos, receipts, sales }: MatchContext): Sources {
  const first = <T>(keyed: readonly (readonly [string, T])[]): ReadonlyMap<string, T> => new Map(keyed.toReversed())
  const placed = sales.map((one, at) => ({ one, at, paid: dayNumber(one.day) + one.delay }))
  return {
    memos: first(memos.map(memo => [`${memo.direction} ${memo.key}`, memo])),
    receipts: first(receipts.map(one => [`${one.cents} ${dayNumber(one.day)}`, one])),
    net: first(placed.map(sold => [`${sold.one.net} ${sold.paid}`, sold])),
    gross: first(placed.map(sold => [`${sold.one.gross} ${sold.paid}`, sold])),
  }
}

function withoutBill(line: OpenLine, sources: Sources): Proposal {
  const own = line.cents > 0 ? salesOf(line, sources) : undefined
  if (own) return { kind: 'VENDAS', sales: own }
  const known = line.key === '' ? undefined : sources.memos.get(`${directionOf(line.cents)} ${line.key}`)
  return known ? { kind: 'NOVA', known } : { kind: 'NENHUMA' }
}

/** Days that a weekend or holiday may put off what an acquirer pays, and cents by which its rounding may differ. */
const putOff = 4
const rounding = 2

/** A single receipt of that day or the one before; else what a day's sales brought, with or without the fees. */
function salesOf({ day, cents }: OpenLine, { receipts, net, gross }: Sources): DaySales | SingleReceipt | undefined {
  const today = dayNumber(day)
  const single = receipts.get(`${cents} ${today}`) ?? receipts.get(`${cents} ${today - 1}`)
  if (single) return single
  for (let late = 0; late <= putOff; late += 1) {
    const found = [gross.get(`${cents} ${today - late}`)]
    for (let off = -rounding; off <= rounding; off += 1) found.push(net.get(`${cents + off} ${today - late}`))
    const [best] = found.filter(sold => sold !== undefined).toSorted((a, b) => a.at - b.at)
    if (best) return best.one
  }
  return undefined
}
