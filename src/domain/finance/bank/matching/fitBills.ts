import { hasDocument, wordIn } from './memoWords.ts'
import { type BillFit, dayNumber, directionOf, type OpenBill, type OpenLine } from './proposal.ts'

/** Days from a line back to when a bill was due, and forth to when it is; of a paid one, both ways to when it was noted as paid. */
export const window = { late: 30, early: 10, paid: 5 }

/** The bills that fit a line, the surest first: same value and direction, a day near enough; then what the memo says, then how near. */
export function fitBills(line: OpenLine, bills: readonly OpenBill[]): BillFit[] {
  return bills
    .flatMap(bill => {
      const days = dayNumber(bill.day) - dayNumber(line.day)
      const near = bill.paid ? Math.abs(days) <= window.paid : days >= -window.late && days <= window.early
      if (!near || bill.cents !== Math.abs(line.cents) || bill.direction !== directionOf(line.cents)) return []
      const said = saidOf(line, bill)
      return [{ bill, days, said, rank: said === undefined ? (1 as const) : said.of === 'text' ? (2 as const) : (3 as const) }]
    })
    .toSorted(bySureness)
}

const bySureness = (a: BillFit, b: BillFit): number =>
  b.rank - a.rank || Math.abs(a.days) - Math.abs(b.days) || a.days - b.days || a.bill.id - b.bill.id

function saidOf({ memo }: OpenLine, { document, partner, legalName, text }: OpenBill): BillFit['said'] {
  if (hasDocument(memo, document)) return { word: document, of: 'document' }
  const name = wordIn(memo, [partner, legalName])
  if (name !== undefined) return { word: name, of: 'partner' }
  const word = wordIn(memo, [text])
  return word === undefined ? undefined : { word, of: 'text' }
}

/** Days by which the best must be nearer than the next, where the memo says the same of both. */
const clearly = 5

/** The one bill that is meant, where no other is as likely. */
export function certainFit([best, next]: readonly BillFit[]): BillFit | undefined {
  if (!best || !next || best.rank > next.rank) return best
  return Math.abs(next.days) - Math.abs(best.days) >= clearly ? best : undefined
}
