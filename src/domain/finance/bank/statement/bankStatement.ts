/** A line of a statement: what came in or went out on a day. */
export interface StatementLine {
  /** The bank's own key; one made of the line where the bank gives none. */
  readonly fitid: string
  readonly day: string
  /** Negative is what left the account. */
  readonly cents: number
  /** TRNTYPE of OFX. */
  readonly kind: LineKind
  readonly memo: string
  readonly document: string | null
}

/** Lines of one account, as a file tells them. */
export interface BankStatement {
  /** Bank, branch and number as the file writes them: the same in its next file. */
  readonly account: string
  /** Its name until somebody gives another. */
  readonly name: string
  readonly kind: 'CORRENTE' | 'POUPANCA' | 'CARTAO'
  readonly balance?: { readonly cents: number; readonly day: string }
  readonly lines: readonly StatementLine[]
  /** Lines that the file has twice, by the bank's own key and in all else: they count once. */
  readonly merged: number
}

export const lineKinds = [
  'CREDIT',
  'DEBIT',
  'INT',
  'DIV',
  'FEE',
  'SRVCHG',
  'DEP',
  'ATM',
  'POS',
  'XFER',
  'CHECK',
  'PAYMENT',
  'CASH',
  'DIRECTDEP',
  'DIRECTDEBIT',
  'REPEATPMT',
  'OTHER',
] as const

export type LineKind = (typeof lineKinds)[number]

/** Why a file is not taken: a message code with its parameters. */
export class StatementRefusal extends Error {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>

  constructor(code: string, params: Readonly<Record<string, string | number>> = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}
