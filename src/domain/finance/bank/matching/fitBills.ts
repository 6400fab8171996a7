import { foldedWords } from '../../../../base/text.ts'
import { saysDocument, tellingWords, withoutMarks, wordAmong } from './memoWords.ts'
import { type BillFit, dayNumber, directionOf, type OpenBill, type OpenLine } from './proposal.ts'

/** Days from a line back to when a bill was due, and forth to when it is; of a paid one, both ways to when it was noted as paid. */
export const window = { late: 30, early: 10, paid: 5 }

/** A bill whose words and day were read: it is compared with many lines. */
export interface ReadBill {
  readonly bill: OpenBill
  readonly day: number
  readonly names: readonly string[]
  readonly words: readonly string[]
}

/** Reads bills, by their day. */
export const readBills = (bills: readonly OpenBill[]): ReadBill[] =>
  bills
    .map(bill => ({
      bill,
      day: dayNumber(bill.day),
      names: [bill.partner, bill.legalName].flatMap(tellingWords),
      words: tellingWords(bill.text),
    }))
    .toSorted((a, b) => a.day - b.day || a.bill.id - b.bill.id)

/**
 * The bills that fit a line, the surest first: same value and direction, a day near enough; then what the memo says, then how near. Of more bills than `most`
 * those around the line's day are compared, so that a statement of thousands of lines of one value has an end.
 */
export function fitBills(line: OpenLine, bills: readonly ReadBill[], most = Number.POSITIVE_INFINITY): BillFit[] {
  const day = dayNumber(line.day)
  const said: SaidMemo = { words: foldedWords(line.memo), plain: withoutMarks(line.memo) }
  return around(day, bills, most)
    .flatMap(({ bill, day: billDay, names, words }) => {
      const days = billDay - day
      const near = bill.paid ? Math.abs(days) <= window.paid : days >= -window.late && days <= window.early
      if (!near || bill.cents !== Math.abs(line.cents) || bill.direction !== directionOf(line.cents)) return []
      const found = saidOf(said, bill.document, names, words)
      return [
        { bill, days, said: found, rank: found === undefined ? (1 as const) : found.of === 'text' ? (2 as const) : (3 as const) },
      ]
    })
    .toSorted(bySureness)
}

function around(day: number, bills: readonly ReadBill[], most: number): readonly ReadBill[] {
  if (bills.length <= most) return bills
  let [low, high] = [0, bills.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bills[middle]?.day ?? 0) < day) low = middle + 1
    else high = middle
  }
  const from = Math.max(0, Math.min(low - (most >> 1), bills.length - most))
  return bills.slice(from, from + most)
}

interface SaidMemo {
  readonly words: readonly string[]
  readonly plain: string
}

const bySureness = (a: BillFit, b: BillFit): number =>
  b.rank - a.rank || Math.abs(a.days) - Math.abs(b.days) || a.days - b.days || a.bill.id - b.bill.id

function saidOf(memo: SaidMemo, document: string, names: readonly string[], words: readonly string[]): BillFit['said'] {
  if (saysDocument(memo.plain, document)) return { word: document, of: 'document' }
  const name = wordAmong(memo.words, names)
  if (name !== undefined) return { word: name, of: 'partner' }
  const word = wordAmong(memo.words, words)
  return word === undefined ? undefined : { word, of: 'text' }
}

/** Days by which the best must be nearer than the next, where the memo says the same of both. */
const clearly = 5

/** The one bill that is meant, where no other is as likely. */
export function certainFit([best, next]: readonly BillFit[]): BillFit | undefined {
  if (!best || !next || best.rank > next.rank) return best
  return Math.abs(next.days) - Math.abs(best.days) >= clearly ? best : undefined
}
