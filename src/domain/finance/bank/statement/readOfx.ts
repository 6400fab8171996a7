import { foreignText, tidyBlanks } from '../../../../base/text.ts'
import { bankName } from './bankNames.ts'
import { type BankStatement, type LineKind, lineKinds, type StatementLine, StatementRefusal } from './bankStatement.ts'
import { type OfxTag, ofxTags } from './ofxTags.ts'
import { centsOf, dayOfMoment } from './ofxValues.ts'

/** The reader's zone and limit. */
export interface OfxContext {
  /** The store's clock. */
  readonly zone: string
  /** Most lines that it may have. */
  readonly most: number
}

type Leaves = Record<string, string>

/** A statement while its tags come. */
interface Draft {
  readonly card: boolean
  readonly account: Leaves
  readonly balance: Leaves
  readonly own: Leaves
  readonly lines: Leaves[]
}

/** Aggregates: all other tags hold a text. */
const aggregates = new Set(
  (
    'OFX SIGNONMSGSRSV1 SONRS FI STATUS BANKMSGSRSV1 CREDITCARDMSGSRSV1 STMTTRNRS CCSTMTTRNRS STMTRS CCSTMTRS BANKACCTFROM CCACCTFROM ' +
    'BANKACCTTO CCACCTTO BANKTRANLIST STMTTRN LEDGERBAL AVAILBAL PAYEE CURRENCY ORIGCURRENCY BALLIST BAL'
  ).split(' '),
)

/**
 * The statements of an OFX file, one an account and list of it.
 *
 * @throws StatementRefusal what is no OFX, has no statement, or has a line whose day or value cannot be read: nothing is guessed
 */
export function readOfx(text: string, context: OfxContext): BankStatement[] {
  const drafts: Draft[] = []
  const bank: Leaves = {}
  const open: string[] = []
  let line: Leaves | undefined
  let read = 0
  for (const tag of ofxTags(text)) {
    const { name } = tag
    if (name === 'STMTRS' || name === 'CCSTMTRS')
      drafts.push({ card: name === 'CCSTMTRS', account: {}, balance: {}, own: {}, lines: [] })
    if (name === 'STMTTRN') {
      read += 1
      if (read > context.most) throw new StatementRefusal('bank.too-many-lines', { max: context.most })
      line = {}
      drafts.at(-1)?.lines.push(line)
    } else if (/^\/?(?:STMTTRN|BANKTRANLIST)$|^LEDGERBAL$|^\/(?:CC)?STMTRS$/.test(name)) line = undefined
    follow(open, name)
    if (tag.text !== '' && !name.startsWith('/')) keep(tag, open.at(-1), { line, draft: drafts.at(-1), bank })
  }
  if (drafts.length === 0) throw new StatementRefusal('bank.no-statement')
  return drafts.map(draft => statementOf(draft, bank, context))
}

/** Which aggregates are open. One that closes ends those in it, too: not all files close what they open. */
function follow(open: string[], name: string): void {
  if (!name.startsWith('/')) {
    if (aggregates.has(name)) open.push(name)
    return
  }
  const from = open.lastIndexOf(name.slice(1))
  if (from >= 0) open.length = from
}

interface Place {
  readonly line: Leaves | undefined
  readonly draft: Draft | undefined
  readonly bank: Leaves
}

/** Puts a text where it belongs; the first one of a name counts. */
function keep({ name, text }: OfxTag, within: string | undefined, { line, draft, bank }: Place): void {
  if (within === 'FI') bank[name] ??= text
  else if (within === 'BANKACCTFROM' || within === 'CCACCTFROM') assign(draft?.account, name, text)
  else if (within === 'LEDGERBAL') assign(draft?.balance, name, text)
  else if (line && (within === 'STMTTRN' || within === 'PAYEE')) assign(line, name, text)
  else if (within === 'STMTRS' || within === 'CCSTMTRS') assign(draft?.own, name, text)
}

function assign(leaves: Leaves | undefined, name: string, text: string): void {
  if (leaves && !Object.hasOwn(leaves, name)) leaves[name] = text
}

function statementOf(draft: Draft, bank: Leaves, context: OfxContext): BankStatement {
  const { account, balance, card, own } = draft
  if (own.CURDEF && !/^(?:BRL|R\$|986)$/i.test(own.CURDEF))
    throw new StatementRefusal('bank.currency', { currency: own.CURDEF.slice(0, 10) })
  const code = shortText(account.BANKID || bank.FID || '', 20)
  const number = shortText(account.ACCTID ?? '', 40)
  if (number === '') throw new StatementRefusal('bank.no-account')
  const title = bankName(code) ?? shortText(bank.ORG ?? '', 30)
  const cents = centsOf(balance.BALAMT ?? '')
  const day = dayOfMoment(balance.DTASOF ?? '', context.zone)
  const lines = keyed(signed(draft.lines.map((leaves, at) => lineOf(leaves, at, context))))
  return {
    account: [code.replace(/^0+/, '') || title, shortText(account.BRANCHID ?? '', 15), number].filter(Boolean).join(' / '),
    name: [card ? 'Cartão' : '', title, card ? number.slice(-4) : number].filter(Boolean).join(' ').slice(0, 60),
    kind: card ? 'CARTAO' : /SAVINGS|MONEYMRKT/i.test(account.ACCTTYPE ?? '') ? 'POUPANCA' : 'CORRENTE',
    ...(cents !== undefined && day !== undefined ? { balance: { cents, day } } : {}),
    lines,
    merged: draft.lines.length - lines.length,
  }
}

function lineOf(leaves: Leaves, at: number, { zone }: OfxContext): StatementLine {
  const memo = memoOf(leaves)
  const refuse = (code: string, value: string | undefined): StatementRefusal =>
    new StatementRefusal(code, { line: at + 1, memo: memo.slice(0, 60) || '–', value: (value ?? '').slice(0, 30) || '–' })
  const cents = centsOf(leaves.TRNAMT ?? '')
  if (cents === undefined) throw refuse('bank.line-value', leaves.TRNAMT)
  const day = dayOfMoment(leaves.DTPOSTED || leaves.DTUSER || leaves.DTAVAIL || '', zone)
  if (day === undefined) throw refuse('bank.line-day', leaves.DTPOSTED)
  const kind = (leaves.TRNTYPE ?? '').toUpperCase()
  return {
    fitid: shortText(leaves.FITID ?? '', 180),
    day,
    cents,
    kind: lineKinds.find(one => one === kind) ?? 'OTHER',
    memo: memo || kindWords[kind] || 'Lançamento',
    document: shortText(leaves.CHECKNUM || leaves.REFNUM || '', 60) || null,
  }
}

const kindWords: Readonly<Record<string, string>> = { CREDIT: 'Crédito', DEBIT: 'Débito', FEE: 'Tarifa', CHECK: 'Cheque' }

/** Name and memo, of which banks fill one or both, with the same or not. */
function memoOf({ NAME = '', MEMO = '' }: Leaves): string {
  const [name, memo] = [shortText(NAME, 255), shortText(MEMO, 255)]
  if (memo === '' || name.toLowerCase().includes(memo.toLowerCase())) return name
  return name === '' || memo.toLowerCase().includes(name.toLowerCase()) ? memo : shortText(`${name} - ${memo}`, 255)
}

/** Some banks write what goes out without a sign: then no line of the statement has one, and its kind tells. */
function signed(lines: readonly StatementLine[]): readonly StatementLine[] {
  if (lines.some(({ cents }) => cents < 0)) return lines
  return lines.map(line => (goesOut.has(line.kind) ? { ...line, cents: -line.cents + 0 } : line))
}

const goesOut: ReadonlySet<LineKind> = new Set([
  'DEBIT',
  'FEE',
  'SRVCHG',
  'ATM',
  'POS',
  'CHECK',
  'PAYMENT',
  'CASH',
  'DIRECTDEBIT',
  'REPEATPMT',
])

/**
 * Lines by keys that tell them apart, the same for the same file. What has the same key, day and value counts once where all else is the same,
 * too, and gets a number where it is not; lines without a key are as many as they are.
 */
function keyed(lines: readonly StatementLine[]): StatementLine[] {
  const groups = Map.groupBy(lines, line => JSON.stringify([line.fitid || textOf(line), line.day, line.cents]))
  return [...groups.values()].flatMap(group => {
    const key = group[0]?.fitid || `sem FITID ${group[0]?.memo}`.slice(0, 180)
    const own = group[0]?.fitid ? [...new Map(group.map(line => [textOf(line), line])).values()].toSorted(byText) : group
    return own.map((line, at) => ({ ...line, fitid: at === 0 ? key : `${key} #${at + 1}` }))
  })
}

const textOf = ({ memo, document, kind }: StatementLine): string => `${memo}\n${document ?? ''}\n${kind}`

const byText = (a: StatementLine, b: StatementLine): number => (textOf(a) < textOf(b) ? -1 : 1)

const shortText = (text: string, most: number): string => foreignText(tidyBlanks(text.replace(/\s+/g, ' ')).trim(), most).trim()
